import { Body, Controller, Delete, Get, Header, HttpCode, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import {
  ListContacts,
  LookupContacts,
  SaveContact,
  UpdateContact,
  type ContactView,
  type FoundContacts,
  type SavedContact,
} from '@waybill/contracts/contacts/contact';
import type { ContactUpcoming } from '@waybill/contracts/activity/contact-upcoming';
import type { Page } from '@waybill/contracts/wire/page';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, callerOf, FromCaller, RequestId, type Caller } from '../../access/route/access';
import { jsonType, type Json } from '../../edge/json-type';
import { IfMatch } from '../../edge/if-match';
import { valid } from '../../edge/valid';

/** Milliseconds: a list by condition may take two seconds, and others of the project before it as long. */
const conditionDeadline = { timeout: 6_000 };

/** `/contacts`: the contacts of the caller's project. */
@Controller('contacts')
@Access('project')
export class ContactController {
  constructor(private readonly asks: AskClient) {}

  /** Lists contacts, newest first; all of them, or those that a search or a condition finds. */
  @Get()
  @Header('content-type', jsonType)
  list(
    @Query(valid(ListContacts)) query: ListContacts,
    @Req() request: FastifyRequest,
  ): Promise<Json<Page<ContactView>>> {
    const options = query.condition ? conditionDeadline : {};
    return this.asks.askJson('contacts.list', { ...query, projectId: callerOf(request).projectId }, options);
  }

  /** 201 for a new contact, 200 for one that was there. */
  @Post()
  async save(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Body(valid(SaveContact)) { email, subscribed, data }: SaveContact,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedContact> {
    const values = { subscribed: subscribed ?? undefined, data: data ?? undefined };
    const saved = await this.asks.ask('contacts.save', { projectId, requestId, contactId: newId(), email, ...values });
    void reply.status(saved._meta.isNew ? 201 : 200);
    return saved;
  }

  @Post('lookup')
  @HttpCode(200)
  lookup(
    @FromCaller() { projectId }: Caller,
    @Body(valid(LookupContacts)) { emails }: LookupContacts,
  ): Promise<FoundContacts> {
    return this.asks.ask('contacts.lookup', { projectId, emails });
  }

  @Get(':id')
  get(@FromCaller() { projectId }: Caller, @Param('id') id: string): Promise<ContactView> {
    return this.asks.ask('contacts.get', { projectId, id });
  }

  /**
   * Lists what is due for a contact in the next 30 days: waiting executions of workflows, emails, and scheduled campaigns with whether
   * they would include it now, and why not.
   */
  @Get(':id/upcoming')
  upcoming(@FromCaller() { projectId }: Caller, @Param('id') contactId: string): Promise<ContactUpcoming> {
    return this.asks.ask('delivery.contact-upcoming', { projectId, contactId });
  }

  @Patch(':id')
  update(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Param('id') id: string,
    @Body(valid(UpdateContact)) change: UpdateContact,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<ContactView> {
    return this.asks.askOne('contacts.update', { ...change, projectId, requestId, id, ifMatch });
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Param('id') id: string,
  ): Promise<void> {
    await this.asks.ask('contacts.delete', { projectId, requestId, id });
  }
}
