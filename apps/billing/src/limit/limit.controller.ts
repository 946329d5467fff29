import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type {
  BillingLimits,
  BillingRecord,
  Caps,
  GetBillingLimits,
  GetBillingRecords,
  SetBillingLimitsAsk,
} from '@waybill/contracts/billing/limits';
import { LimitService } from './limit.service';

@Controller()
export class LimitController {
  constructor(private readonly limits: LimitService) {}

  @MessagePattern(askSubject('billing.limits'))
  get(@Payload() { projectId }: GetBillingLimits): Promise<BillingLimits> {
    return this.limits.get(projectId);
  }

  @MessagePattern(askSubject('billing.limits-set'))
  set(@Payload() { projectId, caps }: SetBillingLimitsAsk): Promise<BillingLimits> {
    return this.limits.set(projectId, caps);
  }

  @MessagePattern(askSubject('billing.records'))
  records(@Payload() { projectIds }: GetBillingRecords): Promise<BillingRecord[]> {
    return Promise.all(projectIds.map((projectId) => this.limits.record(projectId)));
  }

  @MessagePattern(askSubject('billing.caps'))
  caps(@Payload() { projectId }: GetBillingLimits): Promise<Caps> {
    return this.limits.caps(projectId);
  }
}
