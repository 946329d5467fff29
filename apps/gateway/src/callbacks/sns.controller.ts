import { Body, Controller, HttpCode, Inject, Logger, Post } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Counter } from 'prom-client';
import { Access } from '../access/route/access';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { RawBody } from '../edge/body/raw-body';
import { AddressLimit } from '../access/route/address-limit';
import { SigningCertificates } from './signing-certificates';
import { readSnsMessage, type SnsMessage } from './sns-message';
import { SnsVerifier } from './sns-verifier';
import { confirmSubscription } from './subscription-confirmer';
import { readTopics, type Topic } from './topics';

/** A message of 256 KB, whose quotes and line feeds are escaped once more, and what is around it. */
const maxBody = 640 * 1024;

const messages = new Counter({
  name: 'sns_messages_total',
  help: 'Messages of Amazon SNS by type and what became of them',
  labelNames: ['type', 'outcome'],
});

/**
 * Takes the reports of Amazon SES that Amazon SNS delivers (docs/provider-callbacks.md). A message is proven, written as it came, answered,
 * and read afterwards. An answer of 503 has SNS try again for up to an hour; it does not repeat after a 4xx.
 */
@Controller('webhooks')
@Access('open')
export class SnsController {
  private readonly logger = new Logger(SnsController.name);
  private readonly topics: Map<string, Topic>;
  private readonly verifier: SnsVerifier;

  constructor(
    private readonly asks: AskClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {
    this.topics = readTopics(config.SNS_TOPIC_ARNS);
    this.verifier = new SnsVerifier(this.topics, new SigningCertificates(config.SNS_UNSAFE_LOOPBACK_CERTIFICATES));
  }

  @Post('sns')
  @HttpCode(200)
  @RawBody(maxBody)
  @AddressLimit('callback')
  async take(@Body() body: unknown): Promise<{ success: true }> {
    if (this.topics.size === 0)
      throw new AppError('NOT_FOUND', 'Messages of Amazon SNS are not configured in this installation');
    const message = readSnsMessage(typeof body === 'string' ? body : '');
    const { type } = message;
    try {
      await this.handle(message, await this.verifier.verify(message));
      messages.inc({ type, outcome: 'taken' });
      return { success: true };
    } catch (error) {
      const refused = error instanceof AppError && error.code === 'FORBIDDEN';
      messages.inc({ type, outcome: refused ? 'refused' : 'failed' });
      this.logger.warn(`refused ${type} ${message.messageId}: ${String(error)}`);
      throw error;
    }
  }

  private async handle(message: SnsMessage, topic: Topic): Promise<void> {
    switch (message.type) {
      case 'Notification':
        return this.store(message);
      case 'SubscriptionConfirmation':
        await confirmSubscription(topic, message.token ?? '', this.config.SNS_ENDPOINT);
        return this.logger.log(`confirmed the SNS subscription of ${topic.arn}`);
      case 'UnsubscribeConfirmation':
        return this.logger.error(`SNS subscription of ${topic.arn} was removed, reports will stop`);
    }
  }

  private async store({ messageId, topicArn, timestamp, message }: SnsMessage): Promise<void> {
    const kept = { id: messageId, source: topicArn, publishedAt: timestamp, content: message };
    await this.asks.askOne('delivery.provider-message', { provider: 'ses', ...kept });
  }
}
