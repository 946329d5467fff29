import { Controller, Logger } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type Batch, type BatchReply } from '@waybill/contracts/asks';
import type { AcceptedEmails, AcceptEmails } from '@waybill/contracts/send/accept';
import { outcomes, toAnswerError } from '@waybill/messaging/ask/answer-error';
import { AskContext } from '@waybill/messaging/ask/ask-deadline';
import { AcceptService } from './accept.service';

@Controller()
export class EmailController {
  private readonly logger = new Logger('delivery.send');

  constructor(private readonly acceptance: AcceptService) {}

  /** Each request of the batch has its own answer or error. */
  @MessagePattern(askSubject('delivery.send'))
  async send(
    @Payload() { items }: Batch<AcceptEmails>,
    @Ctx() context: AskContext,
  ): Promise<BatchReply<AcceptedEmails>> {
    const log = (text: string): void => this.logger.error(text);
    const answers = context.each(items, (item) =>
      this.acceptance.accept(item, context.deadline).catch((error: unknown) => {
        throw toAnswerError(error, log);
      }),
    );
    return { results: await outcomes(answers, log) };
  }
}
