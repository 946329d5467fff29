import { Injectable } from '@nestjs/common';
import type {
  DeletedEvents,
  DeleteEvents,
  EventCount,
  EventNameAsk,
  EventNames,
  EventStatsAsk,
  EventUsage,
  EventView,
  ListEventsAsk,
} from '@waybill/contracts/events/event';
import { AppError, validationError } from '@waybill/contracts/errors';
import { isReservedEventName } from '@waybill/contracts/events/reserved-event-name';
import { fromContactId, isUuid, toContactId } from '@waybill/contracts/ids';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { ContactService } from '../contact/contact.service';
import { JobService } from '../job/job.service';
import { countEvents, countOfContact, listEvents, uniqueContacts } from './event.sql';

type EventRow = Omit<EventView, 'emailId' | 'contact' | 'createdAt'> & { createdAt: Date; email: string };

const countedOfContact = 10_000;
const deletionWait = 1_000;

/** Reads tracked events and removes them by name; counts come from statistics, not from counting. */
@Injectable()
export class EventService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly contacts: ContactService,
    private readonly jobs: JobService,
  ) {}

  /**
   * Newest first. `total` of one contact's events is counted up to 10,000.
   * @throws AppError 404 for a contact that is not the project's, 400 for a cursor that this list did not make
   */
  async list({ projectId, eventName, contactId, cursor, limit }: ListEventsAsk): Promise<Page<EventView>> {
    if (contactId !== undefined) await this.contacts.get({ projectId, id: contactId });
    const contact = contactId === undefined ? null : fromContactId(contactId);
    const before = cursor === undefined ? null : cursorId(cursor);
    const shape = { name: eventName !== undefined, contact: contact !== null };
    const values = [projectId, before, limit + 1, eventName ?? null, contact];
    const rows = await this.db.query<EventRow & Record<string, unknown>>(listEvents(shape), values);
    const data = rows.slice(0, limit).map(toView);
    const hasMore = rows.length > limit;
    const last = data.at(-1);
    const total = before === null ? await this.total(projectId, eventName ?? null, contact) : 0;
    return { data, ...(hasMore && last ? { cursor: encodeCursor([last.id]) } : {}), hasMore, total };
  }

  /** @throws AppError 422 when the range ends before it begins */
  async stats({ projectId, startDate, endDate }: EventStatsAsk): Promise<EventCount[]> {
    const [first, last] = [utcDay(startDate), utcDay(endDate)];
    if (first && last && first > last) {
      throw validationError([{ field: 'endDate', code: 'too_small', message: 'endDate is before startDate' }]);
    }
    return this.db.query<EventCount & Record<string, unknown>>(countEvents, [projectId, first, last, null]);
  }

  async names({ projectId }: { projectId: string }): Promise<EventNames> {
    return { eventNames: (await this.stats({ projectId })).map(({ name }) => name) };
  }

  /** Asks every service that could refer to the name. @throws AppError 503 when one of them is unavailable */
  async usage({ projectId, name }: EventNameAsk): Promise<EventUsage> {
    const [segments, workflows, totalCount, [unique]] = await Promise.all([
      this.asks.ask('segments.event-usage', { projectId, name }),
      this.asks.ask('workflow-engine.event-usage', { projectId, name }),
      this.count(projectId, name),
      this.db.query<{ contacts: number }>(uniqueContacts, [projectId, name]),
    ]);
    const used = { usedInSegments: segments.segments ?? [], usedInWorkflows: workflows.workflows ?? [] };
    const free = used.usedInSegments.length === 0 && used.usedInWorkflows.length === 0;
    const canDelete = free && !isReservedEventName(name);
    return { ...used, totalCount, uniqueContacts: unique?.contacts ?? 0, canDelete };
  }

  /**
   * Deletes all events of a name by a job; answers when it is done, or how many there were when it takes longer.
   * @throws AppError 422 `reserved_event`, 409 while something refers to the name
   */
  async delete({ projectId, requestId, name }: DeleteEvents): Promise<DeletedEvents> {
    if (isReservedEventName(name)) {
      throw validationError([
        {
          field: 'eventName',
          code: 'reserved_event',
          message: 'eventName is a reserved event name: the service keeps those events',
        },
      ]);
    }
    const { canDelete, totalCount } = await this.usage({ projectId, name });
    if (!canDelete) {
      throw new AppError('CONFLICT', 'Segments or workflows use the event', undefined, 'Change those first.');
    }
    const job = { projectId, id: newId(), kind: 'event-delete' as const, requestId, input: { name } };
    const deleted = await this.jobs.createAndWait({ ...job, total: totalCount }, deletionWait);
    return { deletedCount: deleted ?? totalCount };
  }

  private async total(projectId: string, name: string | null, contact: string | null): Promise<number> {
    if (contact === null) return this.count(projectId, name);
    const [row] = await this.db.query<{ total: number }>(countOfContact, [projectId, contact, countedOfContact, name]);
    return row?.total ?? 0;
  }

  private async count(projectId: string, name: string | null): Promise<number> {
    const rows = await this.db.query<EventCount & Record<string, unknown>>(countEvents, [projectId, null, null, name]);
    return rows.reduce((sum, { count }) => sum + count, 0);
  }
}

const toView = ({ email, createdAt, contactId, ...event }: EventRow): EventView => ({
  ...event,
  contactId: toContactId(contactId),
  emailId: null,
  createdAt: createdAt.toISOString(),
  contact: { email },
});

/** `YYYY-MM-DD` of a moment in UTC; null when none is given. */
const utcDay = (date: string | undefined): string | null => (date ? new Date(date).toISOString().slice(0, 10) : null);

function cursorId(cursor: string): string {
  const [id] = decodeCursor(cursor, 1);
  if (isUuid(id)) return id;
  throw new AppError('BAD_REQUEST', 'The cursor is not of this list');
}
