import { Controller, Delete, Get, Param, Query } from '@nestjs/common';
import {
  FieldValuesQuery,
  type ContactFields,
  type DeletedField,
  type FieldUsage,
  type FieldValues,
} from '@waybill/contracts/contacts/field';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, RequestId, type Caller } from '../../access/route/access';
import { valid } from '../../edge/valid';

/** A deletion asks other services first and waits a moment for its job. */
export const deletionDeadline = 5_000;

/** `/contacts/fields`: what fields the project's contacts have. */
@Controller('contacts/fields')
@Access('project')
export class ContactFieldController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(@FromCaller() { projectId }: Caller): Promise<ContactFields> {
    return this.asks.ask('contacts.fields', { projectId });
  }

  @Get(':field/values')
  values(
    @FromCaller() { projectId }: Caller,
    @Param('field') field: string,
    @Query(valid(FieldValuesQuery)) { limit }: FieldValuesQuery,
  ): Promise<FieldValues> {
    return this.asks.ask('contacts.field-values', { projectId, field, limit });
  }

  @Get(':field/usage')
  usage(@FromCaller() { projectId }: Caller, @Param('field') field: string): Promise<FieldUsage> {
    return this.asks.ask('contacts.field-usage', { projectId, field }, { timeout: deletionDeadline });
  }

  @Delete(':field')
  delete(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Param('field') field: string,
  ): Promise<DeletedField> {
    return this.asks.ask('contacts.field-delete', { projectId, requestId, field }, { timeout: deletionDeadline });
  }
}
