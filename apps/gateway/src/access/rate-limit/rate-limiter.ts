import { boundedCache } from '@waybill/cache/bounded-cache';
import type { Window } from './window.store';

/** The state of a limit after a request. */
export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the window is over. */
  reset: number;
}

export type CountRequests = (requests: Map<string, number>) => Promise<Map<string, Window>>;

/** A limit. */
export interface Rule {
  /** Requests of one key in a window. */
  limit: number;
  /** Seconds of a window. */
  seconds: number;
  /**
   * Exact: the limit is met to the request, whatever the gateways have counted. Otherwise it may be passed by a thirty-second
   * part of it per gateway, and no request ever waits for the database.
   */
  exact: boolean;
}

/** The window of one key as this gateway knows it. */
interface Known {
  /** All gateways' requests, as of the last answer of the database. */
  used: number;
  /** This gateway's requests that the database has not been told yet. */
  untold: number;
  /** Those that it is just being told. */
  telling: number;
  /** On the clock of this process. */
  endsAt: number;
}

interface Waiting {
  key: string;
  settle: (verdict: Verdict) => void;
}

const maxKeys = 20_000;

/**
 * Counts the requests of keys over all gateways. An exact limit: in the first half of a key's window this gateway counts by
 * itself and tells the database a little later; in the second half every request is counted in the database first, those
 * that arrive together in one statement. What the gateways have not told in the first half is less than the second, so the
 * limit is met exactly, and an ordinary request costs no round trip. Any other limit is counted here and told later, and a
 * key with few requests is never told.
 */
export class RateLimiter {
  private readonly known = boundedCache<Known>(maxKeys);
  /** Keys of which there is enough to tell; known ones only, each at least once. */
  private readonly toTell: string[] = [];
  private waiting: Waiting[] = [];
  private asking = false;
  private readonly untoldMost: number;
  private readonly worthTelling: number;

  /** `clock` is in milliseconds. */
  constructor(
    private readonly rule: Rule,
    private readonly count: CountRequests,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.untoldMost = Math.max(1, Math.floor(rule.limit / 32));
    this.worthTelling = rule.exact ? 1 : this.untoldMost;
  }

  /** The verdict on one request, which is counted; at once unless the limit is exact. */
  take(key: string): Verdict | Promise<Verdict> {
    const known = this.current(key);
    const { limit, exact } = this.rule;
    if (!exact) return this.takeHere(key, known ?? this.remember(key, { used: 0, resetIn: this.rule.seconds * 1_000 }));
    if (known && known.used >= limit) return this.verdict(false, known.used, known.endsAt);
    if (known && counted(known) < limit / 2 && known.untold + known.telling < this.untoldMost) {
      this.countHere(key, known);
      return this.verdict(true, counted(known), known.endsAt);
    }
    return new Promise((settle) => {
      this.waiting.push({ key, settle });
      if (!this.asking) queueMicrotask(() => void this.ask());
    });
  }

  /** The state of the limit; nothing is counted. */
  look(key: string): Verdict {
    const known = this.current(key);
    const used = known ? counted(known) : 0;
    return this.verdict(used < this.rule.limit, used, known?.endsAt ?? 0);
  }

  /** Tells the database what this gateway has counted by itself; called a few times a second. */
  async tell(): Promise<void> {
    const requests = new Map<string, number>();
    for (const key of this.toTell.splice(0)) {
      const known = this.known.peek(key);
      if (!known || known.untold < this.worthTelling) continue;
      if (this.rule.exact || known.endsAt > this.clock()) requests.set(key, known.untold);
    }
    if (requests.size > 0) await this.exchange(requests);
  }

  private takeHere(key: string, known: Known): Verdict {
    const used = counted(known);
    if (used >= this.rule.limit) return this.verdict(false, used, known.endsAt);
    this.countHere(key, known);
    return this.verdict(true, used + 1, known.endsAt);
  }

  private countHere(key: string, known: Known): void {
    if (++known.untold === this.worthTelling) this.toTell.push(key);
  }

  private async ask(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.waiting.length > 0) await this.settle(this.waiting.splice(0));
    } finally {
      this.asking = false;
    }
  }

  private async settle(batch: Waiting[]): Promise<void> {
    const requests = new Map<string, number>();
    for (const { key } of batch) requests.set(key, (requests.get(key) ?? this.current(key)?.untold ?? 0) + 1);
    // Without the store no request is refused: the limit protects the system, and a guess would harm its customers.
    const answers = await this.exchange(requests).catch(() => new Map<string, Window>());
    const left = new Map<string, number>();
    for (const { key } of batch) left.set(key, (left.get(key) ?? 0) + 1);
    for (const { key, settle } of batch) {
      const window = answers.get(key);
      const after = (left.get(key) as number) - 1;
      left.set(key, after);
      if (!window) settle({ allowed: true, remaining: this.rule.limit, reset: 1 });
      else {
        const used = window.used - after;
        settle(this.verdict(used <= this.rule.limit, used, this.clock() + window.resetIn));
      }
    }
  }

  /** Counts in the database; what it was told of `untold` is told once. */
  private async exchange(requests: Map<string, number>): Promise<Map<string, Window>> {
    const told = new Map<string, number>();
    for (const key of requests.keys()) {
      const known = this.known.peek(key);
      told.set(key, known?.untold ?? 0);
      if (!known) continue;
      known.telling += known.untold;
      known.untold = 0;
    }
    try {
      const answers = await this.count(requests);
      for (const [key, window] of answers) this.remember(key, window);
      this.settled(told, false);
      return answers;
    } catch (error) {
      this.settled(told, true);
      throw error;
    }
  }

  /** The database was told, or has to be told `again`. */
  private settled(told: Map<string, number>, again: boolean): void {
    for (const [key, count] of told) {
      const known = this.known.peek(key);
      if (!known || count === 0) continue;
      known.telling = Math.max(0, known.telling - count);
      if (!again) continue;
      known.untold += count;
      this.toTell.push(key);
    }
  }

  private remember(key: string, { used, resetIn }: Window): Known {
    const before = this.current(key);
    const known = { used, untold: before?.untold ?? 0, telling: before?.telling ?? 0, endsAt: this.clock() + resetIn };
    this.known.set(key, known);
    return known;
  }

  private current(key: string): Known | undefined {
    const known = this.known.get(key);
    return known && known.endsAt > this.clock() ? known : undefined;
  }

  private verdict(allowed: boolean, used: number, endsAt: number): Verdict {
    const reset = Math.max(1, Math.ceil((endsAt - this.clock()) / 1_000));
    return { allowed, remaining: Math.max(0, this.rule.limit - used), reset };
  }
}

/** All requests of the window that this gateway knows of. */
const counted = ({ used, untold, telling }: Known): number => used + untold + telling;
