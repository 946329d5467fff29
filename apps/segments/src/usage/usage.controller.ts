import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { usesOf, type Uses } from '@waybill/audience/references';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import type { References } from '@waybill/contracts/contacts/field';
import { Db } from '@waybill/database/db';
import { DefinitionService } from '../definition/definitions.service';

const standardFields = new Set(['email', 'subscribed', 'createdAt', 'updatedAt']);

/** Which segments refer to a contact field or an event name, in their own condition. */
@Controller()
export class UsageController {
  constructor(
    private readonly db: Db,
    private readonly definitions: DefinitionService,
  ) {}

  @MessagePattern(askSubject('segments.field-usage'))
  field(
    @Payload() { projectId, field }: AskRequest<'segments.field-usage'>,
  ): Promise<AskReply<'segments.field-usage'>> {
    const name = standardFields.has(field) || field.startsWith('data.') ? field : `data.${field}`;
    return this.using(projectId, ({ fields }) => fields.has(name));
  }

  @MessagePattern(askSubject('segments.event-usage'))
  event(@Payload() { projectId, name }: AskRequest<'segments.event-usage'>): Promise<AskReply<'segments.event-usage'>> {
    return this.using(projectId, ({ events }) => events.has(name));
  }

  private async using(projectId: string, isUsed: (uses: Uses) => boolean): Promise<References> {
    const { all } = await this.definitions.read(this.db, projectId);
    // References are left unresolved: the segment referred to is listed itself.
    const using = [...all.values()].filter(({ condition }) => condition && isUsed(usesOf(condition, new Map())));
    return { segments: using.map(({ id, name }) => ({ id, name })) };
  }
}
