import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { GetBillingLimits, MonthUsage } from '@waybill/contracts/billing/limits';
import { Db } from '@waybill/database/db';
import { UsageReader } from './usage';

/** The usage of projects in this month. */
@Controller()
export class MonthUsageController {
  private readonly usage: UsageReader;

  constructor(db: Db) {
    this.usage = new UsageReader(db);
  }

  @MessagePattern(askSubject('delivery.usage'))
  month(@Payload() { projectId }: GetBillingLimits): Promise<MonthUsage> {
    return this.usage.month(projectId);
  }
}
