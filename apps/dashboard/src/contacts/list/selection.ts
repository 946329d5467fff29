import type { Schema } from '../../api/client';
import type { Condition, ContactFilter } from '../contact.queries';

/** Contacts that are chosen one by one, or all that match the filter but some. */
export type Selection = { kind: 'rows'; ids: ReadonlySet<string> } | { kind: 'matching'; except: ReadonlySet<string> };

export const nothing: Selection = { kind: 'rows', ids: new Set() };
export const everything: Selection = { kind: 'matching', except: new Set() };

/** Most contacts that the API takes by their ids, and that it leaves out. */
const maxIds = 1_000;
const maxExcept = 10_000;

export const isSelected = (selection: Selection, id: string): boolean =>
  selection.kind === 'rows' ? selection.ids.has(id) : !selection.except.has(id);

/** The selection with one contact taken in or out; the same selection where no more can be named. */
export function toggled(selection: Selection, id: string): Selection {
  const [ids, most] = selection.kind === 'rows' ? [selection.ids, maxIds] : [selection.except, maxExcept];
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  if (next.size > most) return selection;
  return selection.kind === 'rows' ? { kind: 'rows', ids: next } : { kind: 'matching', except: next };
}

/** May no further contact be chosen one by one? */
export const isFull = (selection: Selection): boolean => selection.kind === 'rows' && selection.ids.size >= maxIds;

/** Is anything selected? */
export const isEmpty = (selection: Selection): boolean => selection.kind === 'rows' && selection.ids.size === 0;

/** How many contacts are selected; null where it is not known how many match. */
export function sizeOf(selection: Selection, matching: number | null): number | null {
  if (selection.kind === 'rows') return selection.ids.size;
  return matching === null ? null : Math.max(0, matching - selection.except.size);
}

/** Everything that a filter says as one condition; undefined for all contacts. */
export function wholeCondition({ search, subscribed, condition }: ContactFilter): Condition | undefined {
  const filters = [
    ...(search === undefined ? [] : [{ field: 'email', operator: 'contains', value: search }]),
    ...(subscribed === undefined ? [] : [{ field: 'subscribed', operator: 'equals', value: subscribed }]),
  ];
  if (filters.length === 0) return condition;
  return { logic: 'AND', groups: [condition ? { filters, conditions: condition } : { filters }] };
}

/** The request of a bulk operation on the selection. */
export function bulkBody(filter: ContactFilter, selection: Selection): Schema<'BulkRequest'> {
  if (selection.kind === 'rows') return { contactIds: [...selection.ids] };
  const except = [...selection.except];
  const condition = wholeCondition(filter);
  return condition ? { condition, except } : { mode: 'query', filter: {}, excludeIds: except };
}
