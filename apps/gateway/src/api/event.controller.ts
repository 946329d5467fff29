import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { Track } from '@waybill/contracts/contacts/track';
import {
  EventStatsQuery,
  ListEvents,
  type DeletedEvents,
  type EventCount,
  type EventNames,
  type EventUsage,
  type EventView,
} from '@waybill/contracts/events/event';
import { toContactId } from '@waybill/contracts/ids';
import { PageQuery, type Page } from '@waybill/contracts/wire/page';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, RequestId, type Caller } from '../access/route/access';
import { deletionDeadline } from './contact/contact-field.controller';
import { BodyLimit, trackBodyLimit } from '../edge/body/body-limit';
import { valid } from '../edge/valid';

/** `/events`: the tracked events of the caller's project. */
@Controller('events')
@Access('project')
export class EventController {
  constructor(private readonly asks: AskClient) {}

  /** Alias of `/v1/track` for the dashboard: the same body, the answer without the envelope. */
  @Post('track')
  @HttpCode(200)
  @BodyLimit(trackBodyLimit)
  async track(
    @Body(valid(Track)) body: Track,
    @FromCaller() { projectId, keyKind }: Caller,
    @RequestId() requestId: string,
  ): Promise<{ contact: string; event: string; timestamp: string }> {
    const { contactId, eventId, timestamp } = await this.asks.askOne('contacts.track', {
      projectId,
      keyKind,
      requestId,
      contactId: newId(),
      eventId: newId(),
      email: normalizeEmail(body.email) ?? body.email,
      event: body.event,
      subscribed: body.subscribed ?? undefined,
      data: body.data ?? undefined,
    });
    return { contact: toContactId(contactId), event: eventId, timestamp };
  }

  @Get()
  list(@FromCaller() { projectId }: Caller, @Query(valid(ListEvents)) query: ListEvents): Promise<Page<EventView>> {
    return this.asks.ask('contacts.events', { ...query, projectId });
  }

  @Get('stats')
  stats(
    @FromCaller() { projectId }: Caller,
    @Query(valid(EventStatsQuery)) query: EventStatsQuery,
  ): Promise<EventCount[]> {
    return this.asks.ask('contacts.event-stats', { ...query, projectId });
  }

  @Get('names')
  names(@FromCaller() { projectId }: Caller): Promise<EventNames> {
    return this.asks.ask('contacts.event-names', { projectId });
  }

  /** All events of a contact: tracked ones and those that the service recorded. */
  @Get('contact/:contactId')
  ofContact(
    @FromCaller() { projectId }: Caller,
    @Param('contactId') contactId: string,
    @Query(valid(PageQuery)) query: PageQuery,
  ): Promise<Page<EventView>> {
    return this.asks.ask('delivery.contact-events', { ...query, projectId, contactId });
  }

  @Get(':eventName/usage')
  usage(@FromCaller() { projectId }: Caller, @Param('eventName') name: string): Promise<EventUsage> {
    return this.asks.ask('contacts.event-usage', { projectId, name }, { timeout: deletionDeadline });
  }

  @Delete(':eventName')
  delete(
    @FromCaller() { projectId }: Caller,
    @RequestId() requestId: string,
    @Param('eventName') name: string,
  ): Promise<DeletedEvents> {
    return this.asks.ask('contacts.event-delete', { projectId, requestId, name }, { timeout: deletionDeadline });
  }
}
