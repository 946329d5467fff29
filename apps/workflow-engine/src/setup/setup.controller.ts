import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { askSubject, type AskReply } from '@waybill/contracts/asks';

/** How far the workflows of a project are set up: none is enabled, as long as there are no workflows. */
@Controller()
export class SetupController {
  @MessagePattern(askSubject('workflow-engine.setup'))
  get(): AskReply<'workflow-engine.setup'> {
    return { hasEnabledWorkflow: false };
  }
}
