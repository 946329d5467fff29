import { Controller, Logger } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject, type AskReply, type AskRequest } from '@waybill/contracts/asks';
import { outcomes } from '@waybill/messaging/ask/answer-error';
import { AskContext } from '@waybill/messaging/ask/ask-deadline';
import { ContactChanges } from './contact-changes';
import { ContactWriter } from './contact-writer';
import { ContactListService } from './contact-list.service';
import { ContactService } from './contact.service';

/**
 * Answers the asks about contacts. The hot ones are batches: a batch in, one outcome per item out, each after its commit, and each
 * item part of the request that it came from.
 */
@Controller()
export class ContactController {
  private readonly logger = new Logger(ContactController.name);

  constructor(
    private readonly writer: ContactWriter,
    private readonly changes: ContactChanges,
    private readonly contacts: ContactService,
    private readonly lists: ContactListService,
  ) {}

  @MessagePattern(askSubject('contacts.track'))
  async track(
    @Payload() { items }: AskRequest<'contacts.track'>,
    @Ctx() context: AskContext,
  ): Promise<AskReply<'contacts.track'>> {
    const answers = context.each(items, (item) => this.writer.track(item, context.deadline));
    return { results: await outcomes(answers, this.log) };
  }

  @MessagePattern(askSubject('contacts.upsert'))
  async upsert(
    @Payload() { items }: AskRequest<'contacts.upsert'>,
    @Ctx() context: AskContext,
  ): Promise<AskReply<'contacts.upsert'>> {
    const answers = context.each(items, (item) => this.writer.upsert(item, context.deadline));
    return { results: await outcomes(answers, this.log) };
  }

  @MessagePattern(askSubject('contacts.update'))
  async update(
    @Payload() { items }: AskRequest<'contacts.update'>,
    @Ctx() context: AskContext,
  ): Promise<AskReply<'contacts.update'>> {
    const answers = context.each(items, (item) => this.changes.change(item, context.deadline));
    return { results: await outcomes(answers, this.log) };
  }

  @MessagePattern(askSubject('contacts.list'))
  list(@Payload() request: AskRequest<'contacts.list'>): Promise<AskReply<'contacts.list'>> {
    return this.lists.list(request);
  }

  @MessagePattern(askSubject('contacts.get'))
  get(@Payload() request: AskRequest<'contacts.get'>): Promise<AskReply<'contacts.get'>> {
    return this.contacts.get(request);
  }

  @MessagePattern(askSubject('contacts.save'))
  save(@Payload() request: AskRequest<'contacts.save'>): Promise<AskReply<'contacts.save'>> {
    return this.contacts.save(request);
  }

  @MessagePattern(askSubject('contacts.delete'))
  delete(@Payload() request: AskRequest<'contacts.delete'>): Promise<AskReply<'contacts.delete'>> {
    return this.contacts.delete(request);
  }

  @MessagePattern(askSubject('contacts.lookup'))
  lookup(@Payload() request: AskRequest<'contacts.lookup'>): Promise<AskReply<'contacts.lookup'>> {
    return this.contacts.lookup(request);
  }

  private readonly log = (text: string): void => this.logger.error(text);
}
