import { AppError } from '@waybill/contracts/errors';
import { LRUCache } from 'lru-cache';

/** The part of its TTL after which a value that is used is fetched again in the background. */
const refreshShare = 0.8;

export interface TtlCacheOptions<V> {
  /** Values kept at once; the least recently used is evicted. */
  max: number;
  /**
   * Milliseconds for which a value is served, counted from the start of its fetch, so that a change is seen no later; 0: the
   * value is not kept. `fetchMs`: the duration of the fetch.
   */
  ttlMs: (value: V, fetchMs: number) => number;
  /** Milliseconds, counted in the same way, for which {@link TtlCache.getOrStale} serves a value in an outage; 0 unless given. */
  staleTtlMs?: (value: V) => number;
  /** Milliseconds. */
  clock?: () => number;
}

interface Entry<V> {
  value: V;
  fetchedAt: number;
  /** A use after this time starts a fetch; Infinity once it did. */
  refreshAt: number;
  expiresAt: number;
}

/**
 * Values from a source, cached for a time: one fetch for all callers of a key. A value that is used in the last fifth of its
 * TTL is fetched again while it still serves, so in steady use no caller waits.
 *
 * The `fetch` of lru-cache does not serve here: it rejects the callers that wait when a key is deleted during a fetch, and
 * gives a stale value without a bound of its age.
 */
export class TtlCache<K extends string[], V> {
  private readonly entries: LRUCache<string, Entry<V>>;
  /** Apart from the values, so that fetches without a result evict none. */
  private readonly fetches: LRUCache<string, Promise<V>>;
  private readonly clock: () => number;

  constructor(
    private readonly fetchValue: (...key: K) => Promise<V>,
    private readonly options: TtlCacheOptions<V>,
  ) {
    // `maxSize` takes memory for the values that there are; `max` would take it for all places at once.
    const bounds = { maxSize: options.max, sizeCalculation: () => 1 };
    this.entries = new LRUCache(bounds);
    this.fetches = new LRUCache(bounds);
    this.clock = options.clock ?? (() => performance.now());
  }

  /** The value of the key. @throws the error of the fetch where no value is cached */
  async get(...key: K): Promise<V> {
    const name = key.join(' ');
    const entry = this.current(name, key);
    return entry ? entry.value : this.fetch(name, key);
  }

  /** As {@link get}, but an expired value is served while its source is down (an AppError of 5xx), for `staleTtlMs`. */
  async getOrStale(...key: K): Promise<V> {
    try {
      return await this.get(...key);
    } catch (error) {
      const entry = this.entries.get(key.join(' '));
      const isOutage = error instanceof AppError && error.status >= 500;
      const staleTtlMs = entry && isOutage ? this.options.staleTtlMs?.(entry.value) : 0;
      if (entry && staleTtlMs && this.clock() - entry.fetchedAt <= staleTtlMs) return entry.value;
      throw error;
    }
  }

  /** Drops the value of the key, which has changed. The result of a fetch under way is not kept. */
  delete(...key: K): void {
    const name = key.join(' ');
    this.entries.delete(name);
    this.fetches.delete(name);
  }

  private current(name: string, key: K): Entry<V> | undefined {
    const entry = this.entries.get(name);
    const now = this.clock();
    if (!entry || now >= entry.expiresAt) return undefined;
    if (now >= entry.refreshAt) {
      // Once: when this fetch fails, the first caller after the expiry fetches again.
      entry.refreshAt = Infinity;
      this.fetch(name, key).catch(() => undefined);
    }
    return entry;
  }

  private async fetch(name: string, key: K): Promise<V> {
    const underWay = this.fetches.get(name);
    if (underWay) return underWay;
    const fetchedAt = this.clock();
    const fetching = this.fetchValue(...key);
    this.fetches.set(name, fetching);
    try {
      const value = await fetching;
      if (this.fetches.peek(name) === fetching) this.keep(name, value, fetchedAt);
      return value;
    } finally {
      if (this.fetches.peek(name) === fetching) this.fetches.delete(name);
    }
  }

  private keep(name: string, value: V, fetchedAt: number): void {
    const ttlMs = this.options.ttlMs(value, this.clock() - fetchedAt);
    if (ttlMs > 0) {
      const refreshAt = fetchedAt + ttlMs * refreshShare;
      this.entries.set(name, { value, fetchedAt, refreshAt, expiresAt: fetchedAt + ttlMs });
    } else this.entries.delete(name);
  }
}
