import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Loop } from '@waybill/messaging/loop';
import type { EmailClaims, Taken } from './email.claims';
import type { Lane } from './email-state';
import type { Outgoing } from '../outgoing/outgoing';
import type { Outbound } from '../outgoing/parcel';
import { SendLane } from './send-lane';
import type { Settlement } from './settlement';
import type { Settler } from './settler';

export interface SendWorkerOptions {
  /** Emails under way at once in this process, per lane: a password reset never waits behind a campaign. */
  slots: Record<Lane, number>;
  /** Called when this process has all it can take while more is queued: others should look. */
  overflow: () => void;
  /** Ends the accounts' connections, once nothing is under way. */
  close: () => Promise<void>;
}

/** Sends what is due: claim, take each email out, settle. A sweep every second finds what no wake-up told of. */
export class SendWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(SendWorker.name);
  private readonly lanes: Map<Lane, SendLane>;
  /** Lanes that look again when the provider's account gives more. */
  private readonly waits = new Map<Lane, NodeJS.Timeout>();
  private isRush: () => boolean = () => false;
  private readonly sweep = new Loop('send-sweep', async () => this.wakeAll(), 1_000);

  constructor(
    private readonly claims: EmailClaims,
    private readonly outgoing: Outgoing,
    private readonly settler: Settler,
    private readonly options: SendWorkerOptions,
  ) {
    const lanes = Object.entries(options.slots) as [Lane, number][];
    this.lanes = new Map(lanes.map(([lane, slots]) => [lane, this.createLane(lane, slots)]));
  }

  onApplicationBootstrap(): void {
    for (const lane of this.lanes.values()) lane.start();
    this.sweep.start();
  }

  /** What is under way is finished and settled; what was only claimed is given back. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
    this.waits.forEach((timer) => clearTimeout(timer));
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop()));
    await this.options.close();
  }

  /** Emails of this lane were committed. */
  wake(lane: Lane): void {
    const chosen = this.lanes.get(lane)!;
    if (chosen.isFull) this.options.overflow();
    chosen.wake();
  }

  /** Do other emails of this lane leave before one that is accepted now? */
  isBehind(lane: Lane): boolean {
    return this.lanes.get(lane)!.isBehind;
  }

  wakeAll(): void {
    for (const lane of this.lanes.values()) lane.wake();
  }

  /** Handing over gives way while many callers wait for this process to accept their emails. */
  giveWayTo(isRush: () => boolean): void {
    this.isRush = isRush;
  }

  private createLane(lane: Lane, slots: number): SendLane {
    return new SendLane({
      slots,
      yields: () => this.isRush(),
      take: (count) => this.take(lane, count),
      send: (outbound) => this.outgoing.send(outbound),
      settle: (settlement, outbound) => this.settle(settlement, outbound),
      failed: (error) => this.logger.warn(`claim: ${String(error)}`),
    });
  }

  private async take(lane: Lane, count: number): Promise<Taken> {
    const taken = await this.claims.take(lane, count);
    if (taken.waitMs !== undefined) {
      clearTimeout(this.waits.get(lane));
      this.waits.set(
        lane,
        setTimeout(() => this.lanes.get(lane)!.wake(), taken.waitMs),
      );
    }
    return taken;
  }

  /** A settlement that could not be written is the sweep's: the email becomes UNKNOWN. */
  private async settle(settlement: Settlement, { email, claimedAt }: Outbound): Promise<void> {
    try {
      const moved = await this.settler.settle(settlement, claimedAt);
      if (!moved) this.logger.warn(`email ${email.id}: the claim of attempt ${email.attempt} was lost`);
    } catch (error) {
      this.logger.error(`email ${email.id}: attempt ${email.attempt} is not settled: ${String(error)}`);
    }
  }
}
