import { toContactId } from '@waybill/contracts/ids';
import type { Run } from './run';

/** The value of a field of a run (docs/workflows.md, Fields); undefined where there is none. */
export function runValue(run: Run, field: string): unknown {
  const { contact, execution } = run;
  const path = field.startsWith('contact.') ? field.slice('contact.'.length) : field;
  switch (path) {
    case 'id':
      return toContactId(contact.id);
    case 'email':
      return contact.email;
    case 'subscribed':
      return contact.subscribed;
    case 'createdAt':
    case 'updatedAt':
      return contact[path].toISOString();
  }
  const dot = path.indexOf('.');
  const [root, rest] = dot < 0 ? ['', path] : [path.slice(0, dot), path.slice(dot + 1)];
  if (root === 'data') return valueAt(contact.data, rest);
  if (field.startsWith('contact.')) return undefined;
  if (root === 'event') return valueAt(execution.event, rest);
  if (root === 'context' || root === 'workflow') return valueAt(execution.context, rest);
  return undefined;
}

/** A key of an object, dots and all, else the way along the dots. Own properties only. */
export function valueAt(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    if (!Object.hasOwn(value, key)) continue;
    const found = valueAt((value as Record<string, unknown>)[key], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Fields that a CONDITION in the single or multi form can look at. */
export const isRunField = (field: string): boolean =>
  /^(contact\.)?(id|email|subscribed|createdAt|updatedAt)$/.test(field) ||
  /^((contact\.)?data|event|context|workflow)\..{1,200}$/s.test(field);
