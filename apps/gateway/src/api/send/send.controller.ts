import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { Send } from '@waybill/contracts/send/send';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, callerOf } from '../../access/route/access';
import { BodyLimit, sendBodyLimit } from '../../edge/body/body-limit';
import type { Success } from '../../edge/success';
import { valid } from '../../edge/valid';
import { Idempotency } from '../../access/idempotency/idempotency';
import { SendService, type SendAnswer } from './send.service';

/** `/v1/send`: a 200 means that every email of the request is in the ledger. */
@Controller('v1/send')
export class SendController {
  constructor(
    private readonly sends: SendService,
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
    const call = { projectId: callerOf(request).projectId, requestId: request.id };
    return this.idempotency.once(request, reply, (makeId) => this.sends.accept(body, call, makeId));
  }
}
