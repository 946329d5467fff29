import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { askSubject, type AskReply } from '@waybill/contracts/asks';

/** How far a project's billing is set up: it has no subscription, as long as no payment provider is connected. */
@Controller()
export class SetupController {
  @MessagePattern(askSubject('billing.setup'))
  get(): AskReply<'billing.setup'> {
    return { hasSubscription: false };
  }
}
