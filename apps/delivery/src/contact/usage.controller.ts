import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { askSubject, type AskReply } from '@waybill/contracts/asks';

/** Which campaigns refer to a contact field: none, as long as there are no campaigns. */
@Controller()
export class UsageController {
  @MessagePattern(askSubject('delivery.field-usage'))
  field(): AskReply<'delivery.field-usage'> {
    return { campaigns: [] };
  }
}
