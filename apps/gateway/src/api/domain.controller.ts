import { Body, Controller, Delete, Get, Param, Post, Req } from '@nestjs/common';
import { AddDomain, type DomainCheckView, type DomainView } from '@waybill/contracts/domains/domain';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyRequest } from 'fastify';
import { Access, FromCaller, type Caller } from '../access/route/access';
import { SessionReader } from '../access/session/session-reader';
import { valid } from '../edge/valid';

/** A key pair is made, or the provider's interface is asked: both may take some seconds. */
const addTimeout = { timeout: 15_000 };
/** Longer than two attempts of a DNS query, one after the other for what is required and what is advice. */
const checkTimeout = { timeout: 15_000 };

/** `/domains`: the sending domains of a project. */
@Controller('domains')
export class DomainController {
  constructor(
    private readonly asks: AskClient,
    private readonly cookies: SessionReader,
  ) {}

  @Get('project/:projectId')
  @Access('project-path')
  list(@FromCaller() { projectId }: Caller): Promise<DomainView[]> {
    return this.asks.ask('domain-verifier.list', { projectId });
  }

  /** 201 with the records to create. A project in the body must be the caller's. */
  @Post()
  @Access('project', 'ADMIN')
  add(@FromCaller() { projectId }: Caller, @Body(valid(AddDomain)) body: AddDomain): Promise<DomainView> {
    if (body.projectId && body.projectId.toLowerCase() !== projectId) {
      throw new AppError('NOT_FOUND', 'There is no such project');
    }
    return this.asks.ask('domain-verifier.add', { projectId, domain: body.domain }, addTimeout);
  }

  /** Checks the records now. It changes state, so a cookie is taken from pages of our own only. */
  @Get(':id/verify')
  @Access('domain')
  verify(
    @FromCaller() { projectId, userId }: Caller,
    @Param('id') id: string,
    @Req() request: FastifyRequest,
  ): Promise<DomainCheckView> {
    if (userId) this.cookies.refuseForeign(request);
    return this.asks.ask('domain-verifier.check', { projectId, id: domainId(id) }, checkTimeout);
  }

  @Delete(':id')
  @Access('domain', 'ADMIN')
  async remove(@FromCaller() { projectId }: Caller, @Param('id') id: string): Promise<{ success: true }> {
    await this.asks.ask('domain-verifier.remove', { projectId, id: domainId(id) }, addTimeout);
    return { success: true };
  }
}

function domainId(text: string): string {
  if (!isUuid(text)) throw new AppError('DOMAIN_NOT_FOUND', 'There is no such domain in this project');
  return text.toLowerCase();
}
