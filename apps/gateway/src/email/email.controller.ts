import { Controller, Get, Param, Query } from '@nestjs/common';
import { ListEmails, type EmailPage, type EmailWaybill } from '@waybill/contracts/emails/email';
import { AskClient } from '@waybill/messaging/ask-client';
import { Access, FromCaller, type Caller } from '../access/access.decorator';
import { valid } from '../edge/valid';

/** `/emails`: what became of every email (wire contract, Emails). */
@Controller('emails')
@Access('project')
export class EmailController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(@Query(valid(ListEmails)) query: ListEmails, @FromCaller() { projectId }: Caller): Promise<EmailPage> {
    return this.asks.ask('delivery.email-list', { projectId, query });
  }

  @Get(':id')
  get(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<EmailWaybill> {
    return this.asks.ask('delivery.email-get', { projectId, id });
  }
}
