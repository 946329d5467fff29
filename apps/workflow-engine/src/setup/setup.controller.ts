import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { Db } from '@waybill/database/db';
import { hasEnabled } from '../workflow/workflow.sql';

/** How far the workflows of a project are set up. */
@Controller()
export class SetupController {
  constructor(private readonly db: Db) {}

  @MessagePattern(askSubject('workflow-engine.setup'))
  async get(@Payload() { projectId }: AskRequest<'workflow-engine.setup'>): Promise<AskReply<'workflow-engine.setup'>> {
    const [row] = await this.db.query<AskReply<'workflow-engine.setup'> & Record<string, unknown>>(hasEnabled, [
      projectId,
    ]);
    return { hasEnabledWorkflow: row?.hasEnabledWorkflow === true };
  }
}
