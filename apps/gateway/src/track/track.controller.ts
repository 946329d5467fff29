import { Body, Controller, Header, HttpCode, Options, Post, Req, Res } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { Track, type TrackedEvent } from '@waybill/contracts/contacts/track';
import { toContactId } from '@waybill/contracts/ids';
import { AskClient } from '@waybill/messaging/ask-client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, callerOf } from '../access/access.decorator';
import { BodyLimit, trackBodyLimit } from '../edge/body-limit';
import { Idempotency } from '../idempotency/idempotency';
import type { MakeId } from '../idempotency/request-ids';
import { valid } from '../edge/valid';
import { success, type Success } from '../edge/success';

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
  ) {}

  @Post()
  @HttpCode(200)
  @Access('any-key')
  @BodyLimit(trackBodyLimit)
  @Header('access-control-allow-origin', '*')
  track(
    @Body(valid(Track)) body: Track,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Success<TrackAnswer>> {
    return this.idempotency.once(request, reply, (makeId) => this.record(body, request, makeId));
  }

  @Options()
  @HttpCode(204)
  @Access('open')
  @Header('access-control-allow-origin', '*')
  @Header('access-control-allow-methods', 'POST')
  @Header('access-control-allow-headers', 'authorization, content-type, idempotency-key, x-request-id')
  @Header('access-control-max-age', '86400')
  preflight(): void {}

  private async record(body: Track, request: FastifyRequest, makeId: MakeId): Promise<Success<TrackAnswer>> {
    const tracked: TrackedEvent = await this.asks.askOne('contacts.track', {
      ...callerOf(request),
      requestId: request.id,
      contactId: makeId(),
      eventId: makeId(),
      email: normalizeEmail(body.email) ?? body.email,
      event: body.event,
      subscribed: body.subscribed ?? undefined,
      data: body.data ?? undefined,
    });
    const { contactId, eventId, timestamp } = tracked;
    return success({ contact: toContactId(contactId), event: eventId, timestamp });
  }
}
