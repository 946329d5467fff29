import { Injectable } from '@nestjs/common';
import { billingCategories } from '@waybill/contracts/billing/limits';
import type { UsageWarning } from '@waybill/contracts/billing/payments';
import { Db } from '@waybill/database/db';
import { causedId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Worker } from '@waybill/messaging/worker';
import { addWarning, claimUsageCheck } from './limit.sql';
import { LimitService } from './limit.service';
import { limitOf, totalOf } from './limits-view';

const intervalMs = 2_000;

/** Writes to the owner of a project that has used 80 % of a limit: once per month and category. */
@Injectable()
export class UsageWarningWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly limits: LimitService,
  ) {
    super('usage-warnings', intervalMs);
  }

  /** One project; true while there may be more. Nothing is noted when an ask fails: the project is checked again. */
  override async process(): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [claimed] = await tx.query<{ projectId: string }>(claimUsageCheck);
      if (!claimed) return false;
      const { projectId } = claimed;
      for (const warning of await this.nearLimits(projectId)) {
        const [added] = await tx.query<{ month: string }>(addWarning, [projectId, warning.category]);
        if (!added) continue;
        const emailId = causedId(new Date(added.month), 'usage-warning', projectId, warning.category);
        await this.asks.ask('gateway.usage-warning', { projectId, emailId, ...warning });
      }
      return true;
    });
  }

  private async nearLimits(projectId: string): Promise<Pick<UsageWarning, 'category' | 'limit' | 'usage'>[]> {
    const [caps, usage] = await Promise.all([this.limits.caps(projectId), this.limits.usage(projectId)]);
    const all = [
      ...billingCategories.map((category) => ({ category, limit: caps[category], usage: usage[category] })),
      { category: 'total' as const, limit: caps.total ?? null, usage: totalOf(usage) },
    ];
    return all.flatMap(({ category, limit, usage: used }) =>
      limit !== null && limitOf(limit, used).isWarning ? [{ category, limit, usage: used }] : [],
    );
  }
}
