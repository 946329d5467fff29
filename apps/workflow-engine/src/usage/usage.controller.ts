import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { askSubject, type AskReply } from '@waybill/contracts/asks';

/** Which workflows refer to a contact field or an event name: none, as long as there are no workflows. */
@Controller()
export class UsageController {
  @MessagePattern(askSubject('workflow-engine.field-usage'))
  field(): AskReply<'workflow-engine.field-usage'> {
    return { workflows: [] };
  }

  @MessagePattern(askSubject('workflow-engine.event-usage'))
  event(): AskReply<'workflow-engine.event-usage'> {
    return { workflows: [] };
  }
}
