import type { Outbound } from '../outgoing/parcel';
import { released, type Settlement } from './settlement';

export interface SendLaneOptions {
  /** Emails on their way to the provider at once. */
  slots: number;
  /** Do callers wait for this process now? Then emails leave in bursts: what is queued is safe, they are not yet. */
  yields: () => boolean;
  /** Claims at most so many due emails; `more`: there may be others that are due and allowed now. */
  take: (count: number) => Promise<{ taken: Outbound[]; more: boolean }>;
  /** Takes one email to the provider; never throws. */
  send: (outbound: Outbound) => Promise<Settlement>;
  /** Writes what came of it; never throws. */
  settle: (settlement: Settlement, outbound: Outbound) => Promise<void>;
  /** Says why a claim failed. */
  failed: (error: unknown) => void;
}

/** While so many times its slots are handed over but not settled, a lane begins nothing new. */
const unsettledPerSlot = 10;

/**
 * While callers wait, at most as many emails as there are slots begin in so many milliseconds, and begin together: what is
 * written for each of them (claim, settlement, events) is then written for many at once.
 */
const burstEvery = 200;

/**
 * One lane of outgoing mail: so many emails under way and a small store of claimed ones, so that a claim under load takes
 * many rows and an idle lane claims at once.
 */
export class SendLane {
  private store: Outbound[] = [];
  private sending = 0;
  /** Everything begun and not yet settled. */
  private readonly underway = new Set<Promise<void>>();
  private claiming?: Promise<void>;
  private stopped = true;
  /** Begun since `burstAt`, by `performance.now()`. */
  private burst = 0;
  private burstAt = -Infinity;
  private burstTimer?: NodeJS.Timeout;
  /** May there be due emails? False after a claim that found no more. */
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
    return this.sending >= this.options.slots && this.store.length >= this.options.slots;
  }

  /** Are there claimed emails that have not begun? */
  get isBehind(): boolean {
    return this.store.length > 0;
  }

  /** Takes no more, gives back what is not begun, waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.burstTimer);
    await this.claiming;
    const unused = this.store;
    this.store = [];
    const given = unused.map((one) => this.options.settle(released(one.email, 'the process stops'), one));
    await Promise.all([...given, ...this.underway]);
  }

  private pump(): void {
    while (!this.stopped && this.store.length > 0 && this.hasRoom()) this.begin(this.store.shift()!);
    if (this.stopped || this.claiming || !this.hungry || this.store.length * 2 > this.options.slots) return;
    this.claiming = this.claim().finally(() => {
      this.claiming = undefined;
      this.pump();
    });
  }

  private hasRoom(): boolean {
    const { slots, yields } = this.options;
    if (this.sending >= slots || this.underway.size >= slots * unsettledPerSlot) return false;
    return !yields() || this.inBurst();
  }

  /** May one more begin in this burst? If not, the lane looks again when the next one is due. */
  private inBurst(): boolean {
    const now = performance.now();
    if (now - this.burstAt >= burstEvery) {
      this.burstAt = now;
      this.burst = 0;
    }
    if (this.burst < this.options.slots) return true;
    this.burstTimer ??= setTimeout(
      () => {
        this.burstTimer = undefined;
        this.pump();
      },
      Math.ceil(this.burstAt + burstEvery - now),
    );
    return false;
  }

  private async claim(): Promise<void> {
    const room = Math.max(this.options.slots * 2 - this.store.length, 1);
    this.hungry = false;
    try {
      const { taken, more } = await this.options.take(room);
      this.store.push(...taken);
      if (more) this.hungry = true;
    } catch (error) {
      this.options.failed(error);
    }
  }

  /** The slot is free as soon as the provider answered: settling takes its time beside the next email. */
  private begin(outbound: Outbound): void {
    this.sending++;
    this.burst++;
    const done: Promise<void> = this.options
      .send(outbound)
      .then((settlement) => {
        this.sending--;
        const settled = this.options.settle(settlement, outbound);
        this.pump();
        return settled;
      })
      .finally(() => {
        this.underway.delete(done);
        this.pump();
      });
    this.underway.add(done);
  }
}
