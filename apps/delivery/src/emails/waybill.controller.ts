import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { EmailPage, EmailWaybill, GetEmail, ListEmailsOf } from '@waybill/contracts/emails/email';
import type { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { WaybillService } from './waybill.service';

@Controller()
export class WaybillController {
  constructor(private readonly waybills: WaybillService) {}

  @MessagePattern(askSubject('delivery.email-list'))
  list(@Payload() request: ListEmailsOf): Promise<EmailPage> {
    return this.waybills.list(request);
  }

  @MessagePattern(askSubject('delivery.email-get'))
  get(@Payload() request: GetEmail): Promise<EmailWaybill | LargeAnswer<EmailWaybill>> {
    return this.waybills.get(request);
  }
}
