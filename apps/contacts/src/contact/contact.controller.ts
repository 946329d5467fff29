import { Controller, Logger } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { outcomes } from '@waybill/messaging/answer-error';
import { ContactWriter } from './contact-writer';

/** Answers the asks that write contacts: a batch in, one outcome per item out, each after its commit. */
@Controller()
export class ContactController {
  private readonly logger = new Logger(ContactController.name);

  constructor(private readonly writer: ContactWriter) {}

  @MessagePattern(askSubject('contacts.track'))
  async track(@Payload() { items }: AskRequest<'contacts.track'>): Promise<AskReply<'contacts.track'>> {
    return {
      results: await outcomes(
        items.map((item) => this.writer.track(item)),
        this.log,
      ),
    };
  }

  @MessagePattern(askSubject('contacts.upsert'))
  async upsert(@Payload() { items }: AskRequest<'contacts.upsert'>): Promise<AskReply<'contacts.upsert'>> {
    return {
      results: await outcomes(
        items.map((item) => this.writer.upsert(item)),
        this.log,
      ),
    };
  }

  private readonly log = (text: string): void => this.logger.error(text);
}
