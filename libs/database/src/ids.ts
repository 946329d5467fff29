import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUIDv7: sorts by its moment of making, made before the transaction so that a repeated commit hits the same key. */
export const newId = (): string => v7();

/** A UUIDv7 of a moment and a cause: the same for the same, however often and wherever it is made. */
export function causedId(at: Date, ...cause: string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(cause)).digest('hex');
  const floor = idFloor(at);
  return `${floor.slice(0, 15)}${hash.slice(0, 3)}-${'89ab'[Number.parseInt(hash[3]!, 16) & 3]}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** The smallest UUIDv7 of a moment: a bound for partitions and for pages by time. */
export function idFloor(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/**
 * The least and the greatest of these ids, null of none: the bounds of {@link idWithin} for a statement that finds rows by these
 * ids.
 */
export function idSpan(ids: (string | null)[]): [string | null, string | null] {
  let [least, greatest]: [string | null, string | null] = [null, null];
  for (const given of ids) {
    const id = given?.toLowerCase();
    if (!id) continue;
    if (least === null || id < least) least = id;
    if (greatest === null || id > greatest) greatest = id;
  }
  return [least, greatest];
}

/**
 * SQL for: this id is not before that one. Postgres opens all partitions of a table for each execution of a plan that it keeps,
 * but those that such a bound excludes. `OR` means nothing to the rows; a plain comparison would make the planner expect few rows,
 * and then it reads them all, by any index, instead of looking each one up by its key.
 */
export const idFrom = (id: string, least: string): string => `(${id} >= ${least} OR ${id} = ${least})`;

/** SQL for: this id lies between these two, or is one of them. It opens the partitions of that time alone (see {@link idFrom}). */
export const idWithin = (id: string, least: string, greatest: string): string =>
  `${idFrom(id, least)} AND (${id} <= ${greatest} OR ${id} = ${greatest})`;

/** The moment a UUIDv7 was made. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
