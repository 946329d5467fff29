import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { askSubject, type AskReply } from '@waybill/contracts/asks';

/** Which segments refer to a contact field or an event name: none, as long as there are no segments. */
@Controller()
export class UsageController {
  @MessagePattern(askSubject('segments.field-usage'))
  field(): AskReply<'segments.field-usage'> {
    return { segments: [] };
  }

  @MessagePattern(askSubject('segments.event-usage'))
  event(): AskReply<'segments.event-usage'> {
    return { segments: [] };
  }
}
