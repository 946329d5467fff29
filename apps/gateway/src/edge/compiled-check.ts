import type { Type } from '@nestjs/common';
import { getMetadataStorage, ValidationTypes, type ValidationArguments } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

interface Property {
  name: string;
  /** The property is looked at only where all of these hold (IsOptional, ValidateIf). */
  conditions: ((object: object, value: unknown) => boolean)[];
  rules: ((value: unknown, args: ValidationArguments) => boolean)[];
}

/** A plain object as its wire class when it is valid as it stands; null when the whole validation must look at it. */
export type CompiledCheck<T> = (plain: Record<string, unknown>) => T | null;

/**
 * The rules of a wire class as class-validator holds them, taken apart once: most bodies are valid, need no conversion and
 * are told so in a tenth of the time. Whatever is not valid, or holds what these rules cannot judge, is left to
 * class-validator, which alone says what is wrong.
 */
export function compileCheck<T extends object>(wireClass: Type<T>): CompiledCheck<T> {
  let properties: Property[] | undefined;
  // On first use: by then every decorator of the class has run.
  return (plain) => take(wireClass, (properties ??= propertiesOf(wireClass)), plain);
}

function take<T extends object>(wireClass: Type<T>, properties: Property[], plain: Record<string, unknown>): T | null {
  const object = new wireClass() as T & Record<string, unknown>;
  for (const { name } of properties) {
    const value = plain[name];
    if (value !== undefined && Object.hasOwn(plain, name)) (object as Record<string, unknown>)[name] = value;
  }
  for (const { name, conditions, rules } of properties) {
    const value = object[name];
    if (!conditions.every((condition) => condition(object, value))) continue;
    const args = { value, property: name, object, targetName: wireClass.name, constraints: [] };
    for (const rule of rules) if (!rule(value, args)) return null;
  }
  return object;
}

function propertiesOf(wireClass: Type): Property[] {
  const all = getMetadataStorage().getTargetValidationMetadatas(wireClass, '', false, false);
  const properties = new Map<string, Property>();
  for (const metadata of all) {
    const name = metadata.propertyName;
    const property = properties.get(name) ?? { name, conditions: [], rules: [] };
    properties.set(name, property);
    if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION) property.conditions.push(metadata.constraints[0]);
    else property.rules.push(ruleOf(metadata));
  }
  return [...properties.values()];
}

function ruleOf(metadata: Metadata): Property['rules'][number] {
  if (metadata.type === ValidationTypes.WHITELIST) return () => true;
  // Nested wire classes and rules for some cases only are class-validator's.
  const plain = !metadata.each && !metadata.groups?.length && !metadata.validateIf;
  if (!plain || metadata.type !== ValidationTypes.CUSTOM_VALIDATION) return () => false;
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  const instance = constraint?.instance;
  if (!instance || constraint.async) return () => false;
  const constraints = metadata.constraints ?? [];
  if (constraints.length === 0) return (value, args) => instance.validate(value, args) === true;
  return (value, args) => instance.validate(value, { ...args, constraints }) === true;
}
