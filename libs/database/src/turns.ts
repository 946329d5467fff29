import { unavailable } from '@waybill/contracts/errors';

/**
 * Runs at most `atOnce` pieces of work at once, the rest in turn; 503 `tooMany` when more than `waiting` wait already, and for
 * who waits longer than `longestWait` milliseconds. A piece may count for more than one: one that counts for more than all
 * runs alone.
 */
export class Turns {
  private running = 0;
  private readonly queue: { weight: number; enter: () => void }[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
    private readonly tooMany: string,
    private readonly longestWait?: number,
  ) {}

  /** Is nothing under way? */
  get idle(): boolean {
    return this.running === 0;
  }

  /** Does anybody wait for their turn? */
  get isWaitedFor(): boolean {
    return this.queue.length > 0;
  }

  async take<T>(work: () => Promise<T>, weight = 1): Promise<T> {
    const leave = await this.enter(weight);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for the turn, for work that ends elsewhere: the answer ends it, once. Until `signal` is aborted, which gives up the
   * place in the line.
   * @throws 503 where it cannot be waited; the signal's reason.
   */
  async enter(weight = 1, signal?: AbortSignal): Promise<() => void> {
    if (this.queue.length > 0 || !this.fits(weight)) {
      if (this.queue.length >= this.waiting) throw unavailable(this.tooMany);
      await this.wait(weight, signal);
    } else {
      this.running += weight;
    }
    let under = true;
    return () => {
      if (!under) return;
      under = false;
      this.running -= weight;
      this.next();
    };
  }

  private fits(weight: number): boolean {
    return this.running === 0 || this.running + weight <= this.atOnce;
  }

  private async wait(weight: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = { weight, enter: resolve };
    const giveUp = (reason: unknown): void => {
      const at = this.queue.indexOf(place);
      if (at === -1) return;
      this.queue.splice(at, 1);
      reject(reason);
      this.next();
    };
    this.queue.push(place);
    const abort = (): void => giveUp(signal?.reason);
    signal?.addEventListener('abort', abort);
    const late =
      this.longestWait === undefined
        ? undefined
        : setTimeout(() => giveUp(unavailable(this.tooMany)), this.longestWait);
    try {
      await promise;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Whose turn it is counts from here on, so that nobody can slip in between. */
  private next(): void {
    for (let first = this.queue[0]; first && this.fits(first.weight); first = this.queue[0]) {
      this.queue.shift();
      this.running += first.weight;
      first.enter();
    }
  }
}

/** Turns of each project: one that asks for a lot waits for itself, and leaves room for the others. */
export class ProjectTurns {
  private readonly projects = new Map<string, Turns>();

  /** As {@link Turns}, for each project. */
  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
    private readonly tooMany: string,
    private readonly longestWait?: number,
  ) {}

  isWaitedFor(projectId: string): boolean {
    return this.projects.get(projectId)?.isWaitedFor === true;
  }

  async take<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(projectId);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** As {@link Turns.enter}. */
  async enter(projectId: string, signal?: AbortSignal): Promise<() => void> {
    let turns = this.projects.get(projectId);
    if (!turns) {
      turns = new Turns(this.atOnce, this.waiting, this.tooMany, this.longestWait);
      this.projects.set(projectId, turns);
    }
    const leave = await turns.enter(1, signal);
    return () => {
      leave();
      if (turns.idle) this.projects.delete(projectId);
    };
  }
}
