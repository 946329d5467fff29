import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { ProviderAccounts } from '../provider/accounts/provider-accounts';
import { WakeUps } from '@waybill/messaging/wake-ups';
import { wakeUps as wakeUpSubjects } from '@waybill/contracts/events';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  Inject,
} from '@nestjs/common';
import { LoggedPoller } from '@waybill/messaging/worker';
import { AcceptLoad } from './accept-load';
import { EmailClaims, type Taken } from './email-claims';
import type { Lane } from '../ledger/email-state';
import { Outgoing } from '../outgoing/outgoing';
import type { OutgoingEmail } from '../outgoing/send-context';
import { SendLane } from './send-lane';
import type { Settlement } from '../outgoing/settlement';
import { Settler } from '../outgoing/settler';

type SendConfig = Pick<
  DeliveryConfig,
  'SEND_CONCURRENCY_TRANSACTIONAL' | 'SEND_CONCURRENCY_WORKFLOW' | 'SEND_CONCURRENCY_CAMPAIGN'
>;

/** Sends due emails: claim, hand over, settle. A poll every second finds emails whose wake-up was lost. */
@Injectable()
export class SendWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** The callers of `/v1/send` that wait for this process. */
  readonly load = new AcceptLoad();
  private readonly logger = new Logger(SendWorker.name);
  private readonly lanes: Map<Lane, SendLane>;
  /** Lanes that wait until the provider account allows more. */
  private readonly waits = new Map<Lane, NodeJS.Timeout>();
  private readonly sweep = new LoggedPoller('send-sweep', async () => this.wakeAll(), 1_000);

  constructor(
    private readonly claims: EmailClaims,
    private readonly outgoing: Outgoing,
    private readonly settler: Settler,
    @Inject(DELIVERY_CONFIG) config: SendConfig,
    @Inject(WakeUps) private readonly wakeUps: Pick<WakeUps, 'send' | 'on'>,
    @Inject(ProviderAccounts) private readonly accounts: Pick<ProviderAccounts, 'close'>,
  ) {
    // Each lane has slots of its own: a password reset never waits behind a campaign.
    const slots: [Lane, number][] = [
      ['transactional', config.SEND_CONCURRENCY_TRANSACTIONAL],
      ['workflow', config.SEND_CONCURRENCY_WORKFLOW],
      ['campaign', config.SEND_CONCURRENCY_CAMPAIGN],
    ];
    this.lanes = new Map(slots.map(([lane, count]) => [lane, this.createLane(lane, count)]));
    wakeUps.on(wakeUpSubjects.deliverySend, () => this.wakeAll());
  }

  onApplicationBootstrap(): void {
    for (const lane of this.lanes.values()) lane.start();
    this.sweep.start();
  }

  /** Emails in flight are finished and settled; claimed ones that wait are released. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sweep.stop();
    this.waits.forEach((timer) => clearTimeout(timer));
    await Promise.all([...this.lanes.values()].map((lane) => lane.stop()));
    await this.accounts.close();
  }

  /** Emails of this lane were committed. */
  wake(lane: Lane): void {
    const chosen = this.lanes.get(lane)!;
    if (chosen.isFull) this.wakeUps.send(wakeUpSubjects.deliverySend);
    chosen.wake();
  }

  /** True when other emails of this lane are sent before one that is accepted now. */
  isBehind(lane: Lane): boolean {
    return this.lanes.get(lane)!.isBehind;
  }

  wakeAll(): void {
    for (const lane of this.lanes.values()) lane.wake();
  }

  private createLane(lane: Lane, slots: number): SendLane {
    return new SendLane({
      slots,
      take: (count) => this.take(lane, count),
      send: (outgoing) => this.outgoing.send(outgoing),
      settle: (settlement, outgoing) => this.settle(settlement, outgoing),
      isBusy: () => this.load.isHigh,
      failed: (error) => this.logger.warn(`claim failed: ${String(error)}`),
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

  /** When a settlement cannot be written, the lease expires and the email becomes UNKNOWN. */
  private async settle(settlement: Settlement, { email, claimedAt }: OutgoingEmail): Promise<void> {
    try {
      const moved = await this.settler.settle(settlement, claimedAt);
      if (!moved) this.logger.warn(`email ${email.id}: the claim of attempt ${email.attempt} was lost`);
    } catch (error) {
      this.logger.error(
        `cannot settle attempt ${email.attempt} of email ${email.id}, it becomes UNKNOWN: ${String(error)}`,
      );
    }
  }
}
