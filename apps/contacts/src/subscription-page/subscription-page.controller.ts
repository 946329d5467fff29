import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type {
  ChangedSubscription,
  ChangeSubscription,
  GetSubscription,
  SubscriptionView,
} from '@waybill/contracts/subscription/subscription';
import { SubscriptionPageService } from './subscription-page.service';

@Controller()
export class SubscriptionPageController {
  constructor(private readonly page: SubscriptionPageService) {}

  @MessagePattern(askSubject('contacts.subscription-get'))
  get(@Payload() request: GetSubscription): Promise<SubscriptionView> {
    return this.page.get(request);
  }

  @MessagePattern(askSubject('contacts.subscription-change'))
  change(@Payload() request: ChangeSubscription): Promise<ChangedSubscription> {
    return this.page.change(request);
  }
}
