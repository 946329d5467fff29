import type { BillingLimits, Caps, MonthUsage } from '@waybill/contracts/billing/limits';
import type { CapStore } from './cap.store';
import { toLimitsView } from './limits-view';

export interface LimitOptions {
  /** Asks `delivery.usage`: delivery counts what it takes and sends. */
  usage: (projectId: string) => Promise<MonthUsage>;
  /** Tells every delivery process that the caps of a project have changed. */
  changed: (projectId: string) => Promise<unknown>;
  currency: string;
}

/** The caps of a project and how much of them is used. Delivery enforces them. */
export class LimitService {
  constructor(
    private readonly store: CapStore,
    private readonly options: LimitOptions,
  ) {}

  caps(projectId: string): Promise<Caps> {
    return this.store.get(projectId);
  }

  /** @throws AppError 503 while delivery, which has the counts, is away. */
  async get(projectId: string): Promise<BillingLimits> {
    const [caps, usage] = await Promise.all([this.store.get(projectId), this.options.usage(projectId)]);
    return toLimitsView(caps, usage, this.options.currency);
  }

  /** Replaces all caps; they hold in every delivery process that hears of it, and in any other within five seconds. */
  async set(projectId: string, caps: Caps): Promise<BillingLimits> {
    // Before the change, so that an answer of 503 means that nothing has changed.
    const usage = await this.options.usage(projectId);
    await this.store.set(projectId, caps);
    await this.options.changed(projectId);
    return toLimitsView(caps, usage, this.options.currency);
  }
}
