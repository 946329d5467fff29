import { Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ListWebhooks, type CaughtWebhook } from '@waybill/contracts/mailbox/webhook';
import type { Page } from '@waybill/contracts/wire/page';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access } from '../../access/route/access';
import { valid } from '../../edge/valid';

/** Webhooks that the simulator caught; 404 where another provider sends. No key: it exists on local installations only. */
@Controller('mailbox/webhooks')
@Access('open')
export class CaughtWebhookController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(@Query(valid(ListWebhooks)) query: ListWebhooks): Promise<Page<CaughtWebhook>> {
    return this.asks.ask('delivery.webhook-list', query);
  }

  @Delete()
  @HttpCode(204)
  async clear(): Promise<void> {
    await this.asks.ask('delivery.webhook-clear', {});
  }
}
