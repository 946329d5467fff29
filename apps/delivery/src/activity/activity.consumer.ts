import { Injectable } from '@nestjs/common';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { countActivity } from './activity-counts';
import { activityRow } from './activity-row';
import { forgetDetails, forgetSubscriptions, insertActivity, type ActivityRow } from './activity.sql';

/**
 * Feeds `delivery.activity` and the counters of the analytics from the events of all services, in the transaction that notes
 * the events as handled. An event that comes again meets the key of its row and moves no counter.
 */
@Injectable()
export class ActivityConsumer {
  constructor(consumers: EventConsumers) {
    consumers.register({ durable: 'delivery-activity-email', subject: 'email.*', handle: record });
    consumers.register({ durable: 'delivery-activity-contact', subject: 'contact.*', handle: recordContacts });
    consumers.register({ durable: 'delivery-activity-segment', subject: 'segment.*.*', handle: record });
    consumers.register({ durable: 'delivery-activity-campaign', subject: 'campaign.*', handle: record });
    consumers.register({ durable: 'delivery-activity-workflow', subject: 'workflow.*', handle: record });
  }
}

async function record(tx: Transaction, events: EventEnvelope[]): Promise<void> {
  const rows = events.map(activityRow).filter((row) => row !== null);
  if (rows.length === 0) return;
  const inserted = await tx.query<{ id: string }>(insertActivity, columnsOf(rows));
  const added = new Set(inserted.map(({ id }) => id));
  await countActivity(
    tx,
    rows.filter(({ id }) => added.has(id)),
  );
}

/** A deleted contact is forgotten after its earlier events of the same batch are written. */
async function recordContacts(tx: Transaction, events: EventEnvelope[]): Promise<void> {
  await record(tx, events);
  const gone = events.filter(({ subject, contactId }) => subject === 'contact.deleted' && contactId !== null);
  if (gone.length === 0) return;
  const keys = [gone.map(({ projectId }) => projectId), gone.map(({ contactId }) => contactId)];
  await tx.query(forgetSubscriptions, keys);
  await tx.query(forgetDetails, keys);
}

const columnsOf = (rows: ActivityRow[]): unknown[][] => [
  rows.map(({ projectId }) => projectId),
  rows.map(({ id }) => id),
  rows.map(({ type }) => type),
  rows.map(({ contactId }) => contactId),
  rows.map(({ emailId }) => emailId),
  rows.map(({ data }) => JSON.stringify(data)),
  rows.map(({ sendingDomain }) => sendingDomain),
  rows.map(({ recipientDomain }) => recipientDomain),
];
