import { v7 } from 'uuid';

/** A UUIDv7: sorts by its moment of making, made before the transaction so that a repeated commit hits the same key. */
export const newId = (): string => v7();

/** The smallest UUIDv7 of a moment: a bound for partitions and for pages by time. */
export function idFloor(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

/** The moment a UUIDv7 was made. */
export function idTime(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}
