import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { toContactId } from '@waybill/contracts/ids';
import { Send } from '@waybill/contracts/send/send';
import { AskClient } from '@waybill/messaging/ask-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, callerOf } from '../../access/route/access.decorator';
import { BodyLimit, sendBodyLimit } from '../../edge/body/body-limit';
import { success, type Success } from '../../edge/success';
import { valid } from '../../edge/valid';
import { Idempotency } from '../../access/idempotency/idempotency';
import type { MakeId } from '../../access/idempotency/request-ids';
import { toAcceptEmails } from './accept-request';

interface SendAnswer {
  emails: { contact: { id: string; email: string }; email: string }[];
  timestamp: string;
}

/** `/v1/send`: a 200 means that every email of the request is in the ledger. */
@Controller('v1/send')
export class SendController {
  constructor(
    private readonly asks: AskClient,
    private readonly idempotency: Idempotency,
  ) {}

  @Post()
  @HttpCode(200)
  @Access('project')
  @BodyLimit(sendBodyLimit)
  send(
    @Body(valid(Send)) body: Send,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<SendAnswer>> {
    return this.idempotency.once(request, reply, (makeId) => this.accept(body, request, makeId));
  }

  private async accept(body: Send, request: FastifyRequest, makeId: MakeId): Promise<Success<SendAnswer>> {
    const { projectId } = callerOf(request);
    const accepted = await this.asks.askOne('delivery.send', toAcceptEmails(body, projectId, request.id, makeId));
    const emails = accepted.emails.map(({ emailId, contactId, email }) => ({
      contact: { id: toContactId(contactId), email },
      email: emailId,
    }));
    return success({ emails, timestamp: accepted.timestamp });
  }
}
