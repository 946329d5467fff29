import type { Window } from './window.store';

/** What a request is told about the limit. */
export interface Verdict {
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the minute is over. */
  reset: number;
}

export type CountRequests = (requests: Map<string, number>) => Promise<Map<string, Window>>;

/** The minute of one project as this gateway knows it. */
interface Known {
  /** All gateways' requests, as of the last answer of the database. */
  used: number;
  /** This gateway's requests that the database has not been told yet. */
  untold: number;
  /** On the clock of this process. */
  endsAt: number;
}

interface Waiting {
  projectId: string;
  settle: (verdict: Verdict) => void;
}

const maxProjects = 20_000;

/**
 * Counts the requests of projects over all gateways. In the first half of a project's minute this gateway counts by itself
 * and tells the database a little later; in the second half every request is counted in the database first, those that
 * arrive together in one statement. What the gateways have not told in the first half is less than the second, so the limit
 * is met exactly, and an ordinary request costs no round trip.
 */
export class RateLimiter {
  private readonly known = new Map<string, Known>();
  private waiting: Waiting[] = [];
  private asking = false;
  private readonly untoldMost: number;

  /** `limit` is requests a minute; `clock` is in milliseconds. */
  constructor(
    private readonly limit: number,
    private readonly count: CountRequests,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.untoldMost = Math.max(1, Math.floor(limit / 32));
  }

  /** The verdict on one request, which is counted. */
  take(projectId: string): Verdict | Promise<Verdict> {
    const known = this.current(projectId);
    if (known && known.used >= this.limit) return this.verdict(false, known.used, known.endsAt);
    if (known && known.used + known.untold < this.limit / 2 && known.untold < this.untoldMost) {
      known.untold++;
      return this.verdict(true, known.used + known.untold, known.endsAt);
    }
    return new Promise((settle) => {
      this.waiting.push({ projectId, settle });
      if (!this.asking) queueMicrotask(() => void this.ask());
    });
  }

  /** Tells the database what this gateway has counted by itself; called a few times a second. */
  async tell(): Promise<void> {
    const requests = new Map<string, number>();
    for (const [projectId, known] of this.known) {
      if (known.untold > 0) requests.set(projectId, known.untold);
      else if (known.endsAt <= this.clock()) this.known.delete(projectId);
    }
    if (requests.size > 0) await this.exchange(requests);
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
    for (const { projectId } of batch) {
      requests.set(projectId, (requests.get(projectId) ?? this.current(projectId)?.untold ?? 0) + 1);
    }
    // Without the store nobody is refused: the limit protects the system, and a guess would harm its customers.
    const answers = await this.exchange(requests).catch(() => new Map<string, Window>());
    const left = new Map<string, number>();
    for (const { projectId } of batch) left.set(projectId, (left.get(projectId) ?? 0) + 1);
    for (const { projectId, settle } of batch) {
      const window = answers.get(projectId);
      const after = (left.get(projectId) as number) - 1;
      left.set(projectId, after);
      if (!window) settle({ allowed: true, remaining: this.limit, reset: 1 });
      else settle(this.verdict(window.used - after <= this.limit, window.used - after, this.clock() + window.resetIn));
    }
  }

  /** Counts in the database; what it was told of `untold` is told once. */
  private async exchange(requests: Map<string, number>): Promise<Map<string, Window>> {
    const told = new Map<string, number>();
    for (const projectId of requests.keys()) {
      const known = this.known.get(projectId);
      told.set(projectId, known?.untold ?? 0);
      if (known) known.untold = 0;
    }
    try {
      const answers = await this.count(requests);
      for (const [projectId, window] of answers) this.learn(projectId, window);
      return answers;
    } catch (error) {
      for (const [projectId, untold] of told) {
        const known = this.known.get(projectId);
        if (known) known.untold += untold;
      }
      throw error;
    }
  }

  private learn(projectId: string, { used, resetIn }: Window): void {
    const untold = this.known.get(projectId)?.untold ?? 0;
    if (this.known.size >= maxProjects) this.known.delete(this.known.keys().next().value as string);
    this.known.set(projectId, { used, untold, endsAt: this.clock() + resetIn });
  }

  private current(projectId: string): Known | undefined {
    const known = this.known.get(projectId);
    return known && known.endsAt > this.clock() ? known : undefined;
  }

  private verdict(allowed: boolean, used: number, endsAt: number): Verdict {
    const reset = Math.max(1, Math.ceil((endsAt - this.clock()) / 1_000));
    return { allowed, remaining: Math.max(0, this.limit - used), reset };
  }
}
