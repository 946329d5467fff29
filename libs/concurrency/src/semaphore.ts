import { unavailable } from '@waybill/contracts/errors';

export interface SemaphoreOptions {
  /** Units that run at once. A piece of work that weighs more than all of them runs alone. */
  capacity: number;
  /** Pieces that may wait; the next one is refused with 503 `tooMany`. No bound unless given. */
  maxWaiting?: number;
  /** Milliseconds after which a waiting piece is refused with 503 `tooMany`. No bound unless given. */
  maxWaitMs?: number;
  /** Message of the refusals. */
  tooMany?: string;
}

export interface Acquisition {
  /** Units that the piece takes; 1 unless given. */
  weight?: number;
  /** A piece of higher priority runs before all waiting ones of a lower; 0 unless given. */
  priority?: number;
  /** Gives up the place in the line when it is aborted. */
  signal?: AbortSignal;
}

interface Waiting {
  weight: number;
  priority: number;
  enter: () => void;
}

/** Limits how much work runs at once, by weight; what does not fit waits in a bounded line, by priority and arrival. */
export class Semaphore {
  private running = 0;
  private readonly line: Waiting[] = [];

  constructor(private readonly options: SemaphoreOptions) {}

  /** Is nothing running? Then nothing waits either. */
  get isIdle(): boolean {
    return this.running === 0;
  }

  get hasWaiting(): boolean {
    return this.line.length > 0;
  }

  async run<T>(work: () => Promise<T>, acquisition?: Acquisition): Promise<T> {
    const release = await this.acquire(acquisition);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * For work that ends elsewhere: answers the function that ends it. Only its first call counts.
   * @throws AppError 503 when the line is full or the wait too long; the signal's reason when it is aborted.
   */
  async acquire({ weight = 1, priority = 0, signal }: Acquisition = {}): Promise<() => void> {
    if (this.line.length > 0 || !this.fits(weight)) await this.wait({ weight, priority }, signal);
    else this.running += weight;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.running -= weight;
      this.admit();
    };
  }

  private fits(weight: number): boolean {
    return this.running === 0 || this.running + weight <= this.options.capacity;
  }

  private async wait(place: { weight: number; priority: number }, signal?: AbortSignal): Promise<void> {
    const { maxWaiting = Infinity, maxWaitMs } = this.options;
    signal?.throwIfAborted();
    if (this.line.length >= maxWaiting) throw this.refusal();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { ...place, enter: resolve };
    const giveUp = (reason: unknown): void => {
      const at = this.line.indexOf(waiting);
      if (at === -1) return;
      this.line.splice(at, 1);
      reject(reason);
      this.admit();
    };
    const before = this.line.findIndex(({ priority }) => priority < place.priority);
    this.line.splice(before === -1 ? this.line.length : before, 0, waiting);
    const abort = (): void => giveUp(signal?.reason);
    signal?.addEventListener('abort', abort);
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(this.refusal()), maxWaitMs);
    this.admit();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  private refusal(): Error {
    return unavailable(this.options.tooMany ?? 'Too much is under way');
  }

  /** A waiting piece is counted before it is woken, so that no newcomer overtakes it. */
  private admit(): void {
    for (let first = this.line[0]; first && this.fits(first.weight); first = this.line[0]) {
      this.line.shift();
      this.running += first.weight;
      first.enter();
    }
  }
}

/** One semaphore for each key, kept while it is in use: a project that asks for much waits for itself alone. */
export class KeyedSemaphore {
  private readonly semaphores = new Map<string, Semaphore>();

  /** As of {@link Semaphore}, for each key. */
  constructor(private readonly options: SemaphoreOptions) {}

  hasWaiting(key: string): boolean {
    return this.semaphores.get(key)?.hasWaiting === true;
  }

  async run<T>(key: string, work: () => Promise<T>, acquisition?: Acquisition): Promise<T> {
    const release = await this.acquire(key, acquisition);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** As {@link Semaphore.acquire}. */
  async acquire(key: string, acquisition?: Acquisition): Promise<() => void> {
    let semaphore = this.semaphores.get(key);
    if (!semaphore) {
      semaphore = new Semaphore(this.options);
      this.semaphores.set(key, semaphore);
    }
    const release = await semaphore.acquire(acquisition);
    return () => {
      release();
      if (semaphore.isIdle && this.semaphores.get(key) === semaphore) this.semaphores.delete(key);
    };
  }
}
