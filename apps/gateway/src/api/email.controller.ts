import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ListEmails, type EmailPage, type EmailWaybill } from '@waybill/contracts/emails/email';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../access/route/access';
import { jsonType, type Json } from '../edge/json-type';
import { valid } from '../edge/valid';

/** `/emails`: what became of every email. */
@Controller('emails')
@Access('project')
export class EmailController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(@Query(valid(ListEmails)) query: ListEmails, @FromCaller() { projectId }: Caller): Promise<EmailPage> {
    return this.asks.ask('delivery.email-list', { projectId, query });
  }

  /** An `EmailWaybill`, handed on as the delivery service wrote it. */
  @Get(':id')
  @Header('content-type', jsonType)
  get(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<Json<EmailWaybill>> {
    return this.asks.askJson('delivery.email-get', { projectId, id });
  }
}
