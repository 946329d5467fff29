import { detached } from '@waybill/concurrency/detached';
import { Throttle } from '@waybill/concurrency/throttle';
import type { OutgoingEmail } from '../outgoing/send-context';
import { released, type Settlement } from '../outgoing/settlement';

export interface SendLaneOptions {
  /** Emails that are with the provider at once. */
  slots: number;
  /** Claims at most `count` due emails; `more`: others may be due and allowed now. */
  take: (count: number) => Promise<{ taken: OutgoingEmail[]; more: boolean }>;
  /** Hands one email to the provider; never throws. */
  send: (outgoing: OutgoingEmail) => Promise<Settlement>;
  /** Writes the outcome; never throws. */
  settle: (settlement: Settlement, outgoing: OutgoingEmail) => Promise<void>;
  /** True while the process has work that is more urgent: then a lane claims half as often, and no more than its slots. */
  isBusy: () => boolean;
  /** Reports why a claim failed. */
  failed: (error: unknown) => void;
}

/** A lane starts no email while 10 × `slots` emails wait to be settled. */
const unsettledPerSlot = 10;

/**
 * A lane holds the claimed emails of the next 100 ms, within these bounds per slot. So a fast provider is never waited for, and
 * behind a slow one a cancelled campaign or a killed process leaves few claimed emails.
 */
const heldMs = 100;
const leastHeldPerSlot = 2;
const mostHeldPerSlot = 4;

/** A lane claims at most every 20 ms, so that under load one claim takes many emails; an idle lane claims at once. */
const claimIntervalMs = 20;
const busyClaimIntervalMs = 40;

/** One lane of outgoing email: a limited number of emails in flight and a small store of claimed ones. */
export class SendLane {
  private store: OutgoingEmail[] = [];
  private sending = 0;
  /** Claimed emails that the lane wants to hold: from the pace between its last two claims. */
  private wanted: number;
  private begunSinceClaim = 0;
  private claimedAt = 0;
  /** Emails that were started and are not settled. */
  private readonly underway = new Set<Promise<void>>();
  private claiming?: Promise<void>;
  private stopped = true;
  private readonly claims = new Throttle(() => (this.options.isBusy() ? busyClaimIntervalMs : claimIntervalMs));
  /** May there be due emails? False after a claim that found no more. */
  private hungry = true;

  constructor(private readonly options: SendLaneOptions) {
    this.wanted = options.slots * leastHeldPerSlot;
  }

  start(): void {
    this.stopped = false;
    this.wake();
  }

  /** There may be due emails. */
  wake(): void {
    this.hungry = true;
    detached(() => this.pump());
  }

  /** True when this process has all that it can take: then other processes should claim. */
  get isFull(): boolean {
    return this.sending >= this.options.slots && this.store.length >= this.options.slots;
  }

  /** True when claimed emails wait for a slot. */
  get isBehind(): boolean {
    return this.store.length > 0;
  }

  /** Claims no more, releases claimed emails that wait, and waits for those in flight. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.claiming;
    const unused = this.store;
    this.store = [];
    const given = unused.map((one) => this.options.settle(released(one.email, 'the process stops'), one));
    await Promise.all([...given, ...this.underway]);
  }

  private pump(): void {
    while (!this.stopped && this.store.length > 0 && this.hasCapacity()) this.begin(this.store.shift()!);
    if (this.stopped || this.claiming || !this.hungry || this.store.length * 4 > this.wanted) return;
    this.claiming = this.claims
      .run(() => this.claim())
      .finally(() => {
        this.claiming = undefined;
        this.pump();
      });
  }

  private measurePace(): void {
    const { slots } = this.options;
    const now = performance.now();
    const pace = this.begunSinceClaim / Math.max(1, now - this.claimedAt);
    const wanted = Math.min(slots * mostHeldPerSlot, Math.max(slots * leastHeldPerSlot, Math.ceil(pace * heldMs)));
    this.wanted = this.options.isBusy() ? slots : wanted;
    this.claimedAt = now;
    this.begunSinceClaim = 0;
  }

  private hasCapacity(): boolean {
    const { slots } = this.options;
    return this.sending < slots && this.underway.size < slots * unsettledPerSlot;
  }

  private async claim(): Promise<void> {
    if (this.stopped) return;
    this.measurePace();
    const count = Math.max(this.wanted - this.store.length, 1);
    this.hungry = false;
    try {
      const { taken, more } = await this.options.take(count);
      this.store.push(...taken);
      if (more) this.hungry = true;
    } catch (error) {
      this.options.failed(error);
    }
  }

  /** The slot is free as soon as the provider answered: settling takes its time beside the next email. */
  private begin(outgoing: OutgoingEmail): void {
    this.sending++;
    this.begunSinceClaim++;
    const done: Promise<void> = this.options
      .send(outgoing)
      .then((settlement) => {
        this.sending--;
        const settled = this.options.settle(settlement, outgoing);
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
