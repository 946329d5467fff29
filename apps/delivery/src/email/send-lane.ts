import type { Outbound } from '../outgoing/parcel';
import { released, type Settlement } from './settlement';

export interface SendLaneOptions {
  /** Emails on their way to the provider at once. */
  slots: number;
  /** Do callers wait for this process now? Then a quarter of the slots must do: what is queued is safe, they are not yet. */
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

  /** Takes no more, gives back what is not begun, waits for what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.claiming;
    const unused = this.store;
    this.store = [];
    const given = unused.map((one) => this.options.settle(released(one.email, 'the process stops'), one));
    await Promise.all([...given, ...this.underway]);
  }

  private pump(): void {
    while (!this.stopped && this.hasRoom && this.store.length > 0) this.begin(this.store.shift()!);
    if (this.stopped || this.claiming || !this.hungry || this.store.length * 2 > this.options.slots) return;
    this.claiming = this.claim().finally(() => {
      this.claiming = undefined;
      this.pump();
    });
  }

  private get hasRoom(): boolean {
    const { slots, yields } = this.options;
    const open = yields() ? Math.ceil(slots / 4) : slots;
    return this.sending < open && this.underway.size < slots * unsettledPerSlot;
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
