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

/** The moment a UUIDv7 was made. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
