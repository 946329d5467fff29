import { Inject, Injectable } from '@nestjs/common';
import {
  billingCategories,
  type BillingLimits,
  type BillingRecord,
  type Caps,
  type MonthUsage,
  type OwnCaps,
} from '@waybill/contracts/billing/limits';
import { broadcasts } from '@waybill/contracts/events';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Broadcast } from '@waybill/messaging/broadcast';
import { noSubscription } from '../account/account.service';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { PaymentProvider } from '../stripe/payment.provider';
import { getCaps, setCaps } from './limit.sql';
import { toLimitsView } from './limits-view';

/** Shorter than the time in which the gateway waits for an answer. */
const usageTimeoutMs = 1_000;
/** Emails of all categories that a project without a subscription may send in a month, where billing is on. */
export const freeEmails = 1_000;

type CapRow = OwnCaps & { customer: string | null; subscription: string | null };

/**
 * The limits of a project and how much of them is used. Delivery counts the emails, in the transaction that accepts them, and
 * enforces the limits: it has the only usage count of the system.
 */
@Injectable()
export class LimitService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly broadcast: Broadcast,
    private readonly payments: PaymentProvider,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** The own caps of a project, its customer and its subscription. */
  async record(projectId: string): Promise<BillingRecord> {
    const [row] = await this.db.query<CapRow>(getCaps, [projectId]);
    const { customer, subscription, ...caps } = row as CapRow;
    return { projectId, customer, subscription, caps };
  }

  /** The caps that delivery enforces. */
  async caps(projectId: string): Promise<Caps> {
    const { subscription, caps } = await this.record(projectId);
    if (!this.payments.isOn || subscription) return caps;
    return { workflows: null, campaigns: null, transactional: null, inbound: null, total: freeEmails };
  }

  /** @throws AppError 503 while delivery does not answer. */
  async get(projectId: string): Promise<BillingLimits> {
    const [caps, usage] = await Promise.all([this.caps(projectId), this.usage(projectId)]);
    return toLimitsView(caps, usage, this.config.BILLING_CURRENCY);
  }

  /**
   * Replaces all caps. They hold in every delivery process that receives the broadcast, and in any other within five seconds.
   * @throws AppError 400 for a project without a subscription, where billing is on.
   */
  async set(projectId: string, own: OwnCaps): Promise<BillingLimits> {
    if ((await this.caps(projectId)).total) throw noSubscription();
    // Before the change, so that an answer of 503 means that nothing has changed.
    const usage = await this.usage(projectId);
    await this.db.query(setCaps, [projectId, ...billingCategories.map((category) => own[category])]);
    await this.changed(projectId);
    return toLimitsView(own, usage, this.config.BILLING_CURRENCY);
  }

  usage(projectId: string): Promise<MonthUsage> {
    return this.asks.ask('delivery.usage', { projectId }, { timeout: usageTimeoutMs });
  }

  /** Makes every delivery process read the caps of the project again. */
  async changed(projectId: string): Promise<void> {
    await this.broadcast.publish(broadcasts.capsChanged, projectId, () => true, 0);
  }
}
