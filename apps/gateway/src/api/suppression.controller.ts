import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { AddSuppression, ListSuppressions, type SuppressionView } from '@waybill/contracts/contacts/suppression';
import type { Page } from '@waybill/contracts/wire/page';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyReply } from 'fastify';
import { Access, FromCaller, RequestId, type Caller } from '../access/route/access';
import { valid } from '../edge/valid';

/** `/suppressions`: the addresses that a project must not email. The public key cannot read or change them. */
@Controller('suppressions')
@Access('project')
export class SuppressionController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(
    @FromCaller() { projectId }: Caller,
    @Query(valid(ListSuppressions)) query: ListSuppressions,
  ): Promise<Page<SuppressionView>> {
    return this.asks.ask('contacts.suppression-list', { ...query, projectId });
  }

  /** 201 for a new suppression, 200 for one that was there. */
  @Post()
  async add(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Body(valid(AddSuppression)) body: AddSuppression,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuppressionView> {
    const { suppression, isNew } = await this.asks.ask('contacts.suppression-add', { ...body, projectId, requestId });
    void reply.status(isNew ? 201 : 200);
    return suppression;
  }

  @Delete(':email')
  @HttpCode(204)
  async lift(@FromCaller() { projectId }: Caller, @Param('email') email: string): Promise<void> {
    await this.asks.ask('contacts.suppression-lift', { projectId, email });
  }
}
