import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import type { References } from '@waybill/contracts/contacts/field';
import type { Reference } from '@waybill/contracts/wire/reference';
import type { Graph } from '../graph/graph';
import { Db } from '@waybill/database/db';
import { templateOf } from '../step-kind/send-email.step';
import { findReferences } from '../workflow/workflow.sql';
import { findWithTemplate } from './usage.sql';

/** Which workflows refer to something that another service would delete. */
@Controller()
export class UsageController {
  constructor(private readonly db: Db) {}

  @MessagePattern(askSubject('workflow-engine.field-usage'))
  field(@Payload() { projectId, field }: AskRequest<'workflow-engine.field-usage'>): Promise<References> {
    return this.references(projectId, [`field:${field}`]);
  }

  @MessagePattern(askSubject('workflow-engine.event-usage'))
  event(@Payload() { projectId, name }: AskRequest<'workflow-engine.event-usage'>): Promise<References> {
    return this.references(projectId, [`event:${name}`]);
  }

  @MessagePattern(askSubject('workflow-engine.segment-usage'))
  segment(@Payload() { projectId, segmentId, slug }: AskRequest<'workflow-engine.segment-usage'>): Promise<References> {
    const events = slug ? [`event:segment.${slug}.entry`, `event:segment.${slug}.exit`] : [];
    return this.references(projectId, [`segment:${segmentId}`, ...events]);
  }

  @MessagePattern(askSubject('workflow-engine.sender-use'))
  sender(@Payload() { projectId, domain }: AskRequest<'workflow-engine.sender-use'>): Promise<References> {
    return this.references(projectId, [`domain:${domain.toLowerCase()}`]);
  }

  @MessagePattern(askSubject('workflow-engine.template-usage'))
  async template(
    @Payload() { projectId, templateId }: AskRequest<'workflow-engine.template-usage'>,
  ): Promise<AskReply<'workflow-engine.template-usage'>> {
    const rows = await this.db.query<Reference & { graph: Graph } & Record<string, unknown>>(findWithTemplate, [
      projectId,
      [`template:${templateId}`],
    ]);
    const workflowSteps = rows.flatMap(({ id: workflowId, name: workflowName, graph }) =>
      graph.steps
        .filter((step) => templateOf(step) === templateId)
        .map(({ id, name }) => ({ id, name, workflowId, workflowName })),
    );
    return { workflowSteps };
  }

  private async references(projectId: string, refs: string[]): Promise<References> {
    const workflows = await this.db.query<Reference & Record<string, unknown>>(findReferences, [projectId, refs]);
    return { workflows };
  }
}
