import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { Track } from '@waybill/contracts/contacts/track';
import { AppError } from '@waybill/contracts/errors';
import { toContactId } from '@waybill/contracts/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, callerOf } from '../access/route/access';
import { BodyLimit, trackBodyLimit } from '../edge/body/body-limit';
import { Idempotency } from '../access/idempotency/idempotency';
import type { MakeId } from '../access/idempotency/request-ids';
import { valid } from '../edge/valid';
import { success, type Success } from '../edge/success';
import { PublicKeyLimits } from '../access/rate-limit/public-key-limits';

interface TrackAnswer {
  contact: string;
  event: string;
  timestamp: string;
}

/** `/v1/track`: called from servers, browsers and apps, so any origin may call it without credentials. */
@Controller('v1/track')
export class TrackController {
  constructor(
    private readonly asks: AskClient,
    private readonly idempotency: Idempotency,
    private readonly limits: PublicKeyLimits,
  ) {}

  @Post()
  @HttpCode(200)
  @Access('any-key')
  @BodyLimit(trackBodyLimit)
  async track(
    @Body(valid(Track)) body: Track,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<TrackAnswer>> {
    const email = normalizeEmail(body.email) ?? body.email;
    const { projectId, keyKind } = callerOf(request);
    if (keyKind === 'public') this.limits.admit(projectId, request.ip, email);
    return this.idempotency.once(request, reply, (makeId) => this.record({ ...body, email }, request, makeId));
  }

  private async record(body: Track, request: FastifyRequest, makeId: MakeId): Promise<Success<TrackAnswer>> {
    const caller = callerOf(request);
    const isPublic = caller.keyKind === 'public';
    const item = {
      ...caller,
      requestId: request.id,
      contactId: makeId(),
      eventId: makeId(),
      email: body.email,
      event: body.event,
      subscribed: body.subscribed ?? undefined,
      data: body.data ?? undefined,
      mustExist: (isPublic && !this.limits.mayMakeContacts(caller.projectId)) || undefined,
    };
    const tracked = await this.asks.askOne('contacts.track', item).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'RATE_LIMIT_EXCEEDED') throw error;
      return this.limits.refuseContact(caller.projectId);
    });
    const { contactId, eventId, timestamp } = tracked;
    if (isPublic && contactId === item.contactId) this.limits.madeContact(caller.projectId);
    return success({ contact: toContactId(contactId), event: eventId, timestamp });
  }
}
