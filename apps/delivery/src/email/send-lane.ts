import type { Outbound } from './outgoing';

export interface SendLaneOptions {
  /** Emails under way at once. */
  slots: number;
  /** Claims at most so many due emails. */
  take: (count: number) => Promise<Outbound[]>;
  /** Takes one email all the way to its settlement; never throws. */
  send: (outbound: Outbound) => Promise<void>;
  /** Gives back an email that was claimed but not begun. */
  release: (outbound: Outbound) => Promise<void>;
  failed: (error: unknown) => void;
}

/**
 * One lane of outgoing mail: so many emails under way and a small store of claimed ones, so that a claim under load takes
 * many rows and an idle lane claims at once.
 */
export class SendLane {
  private store: Outbound[] = [];
  private readonly underway = new Set<Promise<void>>();
  private claiming?: Promise<void>;
  private stopped = true;
  /** May there be due emails? False after a claim that found fewer than it asked for. */
  private hungry = true;

  constructor(private readonly options: SendLaneOptions) {}

  start(): void {
    this.stopped = false;
    this.wake();
  }

  /** There may be due emails. */
  wake(): void {
    this.hungry = true;
    this.pump();
  }

  /** Has this process all that it can take? Then others should look. */
  get isFull(): boolean {
    return this.underway.size >= this.options.slots && this.store.length >= this.options.slots;
  }

  /** Takes no more, gives back what is not begun, waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.claiming;
    const unused = this.store;
    this.store = [];
    await Promise.all([...unused.map((outbound) => this.options.release(outbound)), ...this.underway]);
  }

  private pump(): void {
    while (!this.stopped && this.underway.size < this.options.slots && this.store.length > 0) {
      this.begin(this.store.shift()!);
    }
    if (this.stopped || this.claiming || !this.hungry || this.store.length * 2 > this.options.slots) return;
    this.claiming = this.claim().finally(() => {
      this.claiming = undefined;
      this.pump();
    });
  }

  private async claim(): Promise<void> {
    const room = Math.max(this.options.slots * 2 - this.store.length, 1);
    this.hungry = false;
    try {
      const taken = await this.options.take(room);
      this.store.push(...taken);
      if (taken.length === room) this.hungry = true;
    } catch (error) {
      this.options.failed(error);
    }
  }

  private begin(outbound: Outbound): void {
    const done: Promise<void> = this.options.send(outbound).finally(() => {
      this.underway.delete(done);
      this.pump();
    });
    this.underway.add(done);
  }
}
