import { LRUCache } from 'lru-cache';

export type BoundedCache<V extends NonNullable<unknown>> = LRUCache<string, V>;

/**
 * Keeps at most so many values; the least recently used goes. It takes memory for what it holds: with the library's `max` it
 * would take 22 bytes for every place at once.
 */
export const boundedCache = <V extends NonNullable<unknown>>(most: number): BoundedCache<V> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
