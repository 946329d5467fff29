import { randomUUID } from 'node:crypto';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** A body that differs from a right one in one field. */
export interface BodyCase {
  /** The name of the schema of the body. */
  type: string;
  field: string;
  /** `undefined` where the field is left out. */
  value: unknown;
  body: Record<string, unknown>;
}

/** Values that are tried for every field, whatever its type is. */
const everyValue: unknown[] = [null, true, 0, -1, 1.5, '', 'x', 'line\nend', [], [1], {}];
/** Longer texts and lists cost more than they tell. */
const longestText = 10_000;
const longestList = 1_000;

/** Bodies of a named schema: each field with values that fit it and that do not, and each required field left out. */
export function bodyCases(type: string, schemas: Record<string, Schema>): BodyCase[] {
  const named = (schema: Schema): Schema => (schema.$ref ? schemas[schema.$ref.split('/').pop()!]! : schema);
  const { properties = {}, required = [] } = schemas[type]!;
  const right = (): Record<string, unknown> =>
    Object.fromEntries(required.map((name) => [name, rightValue(name, properties[name]!, named)]));
  const tried = Object.entries(properties).flatMap(([field, schema]) =>
    [...everyValue, ...valuesAtLimits(named(schema))].map((value) => {
      return { type, field, value, body: { ...right(), [field]: value } };
    }),
  );
  const missing = required.map((field) => {
    const { [field]: _, ...body } = right();
    return { type, field, value: undefined, body };
  });
  return [...tried, ...missing];
}

/** The last value that a limit allows and the first that it does not. */
function valuesAtLimits({
  maxLength = Infinity,
  minimum,
  maximum,
  maxItems = Infinity,
  enum: names,
}: Schema): unknown[] {
  return [
    ...(maxLength <= longestText ? ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)] : []),
    ...(minimum === undefined ? [] : [minimum, minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    ...(maxItems <= longestList ? [Array(maxItems + 1).fill('x')] : []),
    ...(names ? [...names, 'NONE_OF_THEM'] : []),
  ];
}

/** A value that a field takes. */
function rightValue(name: string, schema: Schema, named: (schema: Schema) => Schema): unknown {
  const { type, anyOf, enum: names, const: only, format, items = {}, properties = {}, required = [] } = named(schema);
  if (only !== undefined) return only;
  if (names) return names[0];
  if (/email$/i.test(name) || name === 'to') return 'ada@person.example';
  if (anyOf) return rightValue(name, anyOf[0]!, named);
  if (format === 'uuid') return randomUUID();
  if (type === 'array') return [rightValue(name.replace(/s$/, ''), items, named)];
  if (type === 'object') {
    return Object.fromEntries(required.map((key) => [key, rightValue(key, properties[key] ?? {}, named)]));
  }
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? 1 : 'x';
}
