import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { BillingLimits, Caps, GetBillingLimits, SetBillingLimitsAsk } from '@waybill/contracts/billing/limits';
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

  @MessagePattern(askSubject('billing.caps'))
  caps(@Payload() { projectId }: GetBillingLimits): Promise<Caps> {
    return this.limits.caps(projectId);
  }
}
