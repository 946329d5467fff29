import { Controller, Delete, Get, Header, HttpCode, Param, Query } from '@nestjs/common';
import { GetMessage, ListMessages, type MailboxMessage, type MailboxPage } from '@waybill/contracts/mailbox/mailbox';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access } from '../access/route/access';
import { jsonType, type Json } from '../edge/json-type';
import { valid } from '../edge/valid';

/** The simulator's mailbox as JSON; 404 where another provider sends. No key: it exists on local installations only. */
@Controller('mailbox/messages')
@Access('open')
export class MailboxController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(@Query(valid(ListMessages)) query: ListMessages): Promise<MailboxPage> {
    return this.asks.ask('delivery.mailbox-list', query);
  }

  /** A `MailboxMessage`, handed on as the delivery service wrote it. */
  @Get(':id')
  @Header('content-type', jsonType)
  get(@Param(valid(GetMessage)) message: GetMessage): Promise<Json<MailboxMessage>> {
    return this.asks.askJson('delivery.mailbox-get', message);
  }

  @Delete()
  @HttpCode(204)
  async clear(): Promise<void> {
    await this.asks.ask('delivery.mailbox-clear', {});
  }
}
