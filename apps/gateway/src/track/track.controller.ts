import { Body, Controller, Header, HttpCode, Options, Post, UseInterceptors } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { Track, type TrackedEvent } from '@waybill/contracts/contacts/track';
import { toContactId } from '@waybill/contracts/ids';
import { AskClient } from '@waybill/messaging/ask-client';
import { Access, FromCaller, RequestId, type Caller } from '../access/access.decorator';
import { BodyLimit, trackBodyLimit } from '../edge/body-limit';
import { FromIds, IdempotencyInterceptor } from '../idempotency/idempotency.interceptor';
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
  constructor(private readonly asks: AskClient) {}

  @Post()
  @HttpCode(200)
  @Access('any-key')
  @BodyLimit(trackBodyLimit)
  @UseInterceptors(IdempotencyInterceptor)
  @Header('access-control-allow-origin', '*')
  async track(
    @Body(valid(Track)) body: Track,
    @FromCaller() caller: Caller,
    @RequestId() requestId: string,
    @FromIds() makeId: MakeId,
  ): Promise<Success<TrackAnswer>> {
    const tracked: TrackedEvent = await this.asks.askOne('contacts.track', {
      ...caller,
      requestId,
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

  @Options()
  @HttpCode(204)
  @Access('open')
  @Header('access-control-allow-origin', '*')
  @Header('access-control-allow-methods', 'POST')
  @Header('access-control-allow-headers', 'authorization, content-type, idempotency-key, x-request-id')
  @Header('access-control-max-age', '86400')
  preflight(): void {}
}
