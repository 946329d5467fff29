import { LRUCache } from 'lru-cache';

/** A limit: the requests of one key in a window, which begins with its first request. */
export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

/** The state of a limit after a request. */
export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window ends. */
  reset: number;
}

/** Requests of one key that a gateway has counted and the store has not. */
export interface PendingCount {
  key: string;
  requests: number;
  /** Milliseconds until the gateway's window ends: the end of a window that the store does not have yet. */
  resetMs: number;
}

/** The window of one key in the store. */
export interface StoredWindow {
  /** Requests of all gateways. */
  used: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Adds counts to the store that all gateways share; answers the windows by key. */
export type AddCounts = (counts: PendingCount[]) => Promise<Map<string, StoredWindow>>;

/** The window of one key as this gateway knows it. */
interface Window {
  /** Requests of all gateways, by the last answer of the store. */
  used: number;
  /** Requests counted here and not yet sent to the store. */
  pending: number;
  /** Requests that the flush under way sends to the store. */
  inFlight: number;
  /** On the clock of this process. */
  endsAt: number;
}

const maxKeys = 20_000;
/** The part of a limit that a gateway may count before the store has to know. */
const flushShare = 1 / 32;

/**
 * Counts the requests of each key here, and sends the counts to the store that all gateways share. No request waits for the
 * store. One gateway meets the limit exactly; each further one may pass it by 1/32, and by the requests that arrive during a
 * flush. While the store is unavailable, each gateway applies the limit to the requests that it knows of.
 */
export class RateLimiter {
  private readonly windows = new LRUCache<string, Window>({ max: maxKeys });
  /** Keys with enough pending requests for a flush. */
  private readonly dirtyKeys = new Set<string>();
  private readonly flushThreshold: number;

  /** `onDirty` is called when a key needs a flush; `clock` is in milliseconds. */
  constructor(
    private readonly rule: RateLimit,
    private readonly onDirty: () => void = () => {},
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.flushThreshold = Math.max(1, Math.floor(rule.limit * flushShare));
  }

  /** Counts one request; one above the limit is not counted. */
  take(key: string): Verdict {
    const window = this.current(key) ?? this.open(key);
    const used = usedOf(window);
    if (used >= this.rule.limit) return this.verdict(false, used, window.endsAt);
    window.pending++;
    if (window.pending === this.flushThreshold) this.markDirty(key);
    return this.verdict(true, used + 1, window.endsAt);
  }

  /** The state of the limit for the next request; counts nothing. */
  look(key: string): Verdict {
    const window = this.current(key);
    const used = window ? usedOf(window) : 0;
    return this.verdict(used < this.rule.limit, used, window?.endsAt ?? 0);
  }

  /** Sends the pending counts of dirty keys to the store. One flush at a time. @throws the error of `add`; the counts stay pending */
  async flush(add: AddCounts): Promise<void> {
    const windows = new Map<string, Window>();
    for (const key of this.dirtyKeys) {
      const window = this.current(key);
      if (window) windows.set(key, window);
    }
    this.dirtyKeys.clear();
    if (windows.size === 0) return;
    const counts = [...windows].map(([key, window]) => this.begin(key, window));
    try {
      const stored = await add(counts);
      for (const [key, window] of windows) this.settle(window, stored.get(key));
    } catch (error) {
      for (const [key, window] of windows) {
        window.pending += window.inFlight;
        window.inFlight = 0;
        this.dirtyKeys.add(key);
      }
      throw error;
    }
  }

  private begin(key: string, window: Window): PendingCount {
    window.inFlight = window.pending;
    window.pending = 0;
    return { key, requests: window.inFlight, resetMs: window.endsAt - this.clock() };
  }

  private settle(window: Window, stored: StoredWindow | undefined): void {
    window.inFlight = 0;
    if (!stored) return;
    window.used = stored.used;
    window.endsAt = this.clock() + stored.resetMs;
  }

  private markDirty(key: string): void {
    this.dirtyKeys.add(key);
    this.onDirty();
  }

  private open(key: string): Window {
    const window = { used: 0, pending: 0, inFlight: 0, endsAt: this.clock() + this.rule.windowSeconds * 1_000 };
    this.windows.set(key, window);
    return window;
  }

  private current(key: string): Window | undefined {
    const window = this.windows.get(key);
    return window && window.endsAt > this.clock() ? window : undefined;
  }

  private verdict(allowed: boolean, used: number, endsAt: number): Verdict {
    const reset = Math.max(1, Math.ceil((endsAt - this.clock()) / 1_000));
    return { allowed, remaining: Math.max(0, this.rule.limit - used), reset };
  }
}

/** All requests of the window that this gateway knows of. */
const usedOf = ({ used, pending, inFlight }: Window): number => used + pending + inFlight;
