import { Controller, Logger } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type Batch, type BatchReply } from '@waybill/contracts/asks';
import type { ProviderMessage, StoredMessage } from '@waybill/contracts/emails/provider-message';
import { outcomes } from '@waybill/messaging/ask/answer-error';
import { ProviderMessageService } from './provider-message.service';

@Controller()
export class ProviderMessageController {
  private readonly logger = new Logger('delivery.provider-message');

  constructor(private readonly messages: ProviderMessageService) {}

  /** Each message is committed when its answer leaves. */
  @MessagePattern(askSubject('delivery.provider-message'))
  async take(@Payload() { items }: Batch<ProviderMessage>): Promise<BatchReply<StoredMessage>> {
    const answers = items.map((item) => this.messages.add(item));
    return { results: await outcomes(answers, (text) => this.logger.error(text)) };
  }
}
