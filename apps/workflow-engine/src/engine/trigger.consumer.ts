import { Injectable } from '@nestjs/common';
import type { EventEnvelope, EventFilter } from '@waybill/contracts/events';
import { Db, type Transaction } from '@waybill/database/db';
import { causedId, idTime } from '@waybill/database/ids';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import type { WaitedEvent } from '../run/run';
import { takeEvents, type AwaitingRun } from './awaited-event';
import { ExecutionStarter } from './execution-starter';
import { RunnerWorker } from './runner.worker';
import * as sql from './start.sql';

/** Internal events that start workflows, beside those of segments. */
const triggers = new Set<string>([
  ...['email.sent', 'email.delivery', 'email.open', 'email.click', 'email.bounce', 'email.complaint', 'email.received'],
  ...['contact.subscribed', 'contact.unsubscribed'],
]);
/** A person did it: a chain of workflows begins anew. */
const byPerson = new Set<string>(['email.open', 'email.click']);

/** An event that may move workflows. */
interface Trigger {
  event: EventEnvelope;
  projectId: string;
  contactId: string;
  name: string;
  data: Record<string, unknown>;
}

/** Starts workflows by events and ends their waits: each event once, and one execution per workflow and event at most. */
@Injectable()
export class TriggerConsumer {
  constructor(
    consumers: EventConsumers,
    private readonly db: Db,
    private readonly starter: ExecutionStarter,
    private readonly runner: RunnerWorker,
  ) {
    const afterCommit = (): void => {
      this.starter.committed();
      this.runner.wake();
    };
    const read = <F extends EventFilter>(durable: Parameters<typeof consumers.register<F>>[0]['durable'], subject: F) =>
      consumers.register<F>({
        durable,
        subject,
        concerns: async (events) => (await this.concerns(events as EventEnvelope[])) as typeof events,
        handle: (tx, events) => this.handle(tx, events as EventEnvelope[]),
        afterCommit,
      });
    read('workflow-engine-tracked', 'event.tracked');
    read('workflow-engine-email', 'email.*');
    read('workflow-engine-contact', 'contact.*');
    read('workflow-engine-segment', 'segment.*.*');
  }

  /** Those that an enabled workflow or an execution asks for: one statement reads, none writes. */
  async concerns(events: EventEnvelope[]): Promise<EventEnvelope[]> {
    const awaited = await this.awaited(events.flatMap(triggerOf));
    const gone = await this.withExecutions(events.filter(({ subject }) => subject === 'contact.deleted'));
    // What one event of the batch starts or moves on may wait for another one that comes behind it.
    const moved = new Set<string | null>();
    return events.filter((event) => {
      if (awaited.has(event)) moved.add(event.contactId);
      return moved.has(event.contactId) || gone.has(event) || isFirstOpen(event);
    });
  }

  async handle(tx: Transaction, events: EventEnvelope[]): Promise<void> {
    const all = events.flatMap(triggerOf);
    await this.startBy(tx, all);
    await this.reachRuns(tx, all);
    await this.countOpens(tx, events.filter(isFirstOpen));
    for (const { subject, projectId, contactId } of events) {
      if (subject === 'contact.deleted') await tx.query(sql.forgetContact, [projectId, contactId]);
    }
  }

  private async awaited(all: Trigger[]): Promise<Set<EventEnvelope>> {
    if (all.length === 0) return new Set();
    const rows = await this.db.query<{ position: string }>(sql.awaitedEvents, [
      all.map(({ projectId }) => projectId),
      all.map(({ contactId }) => contactId),
      all.map(({ name }) => name),
    ]);
    return new Set(rows.map(({ position }) => all[Number(position) - 1]!.event));
  }

  private async withExecutions(deleted: EventEnvelope[]): Promise<Set<EventEnvelope>> {
    if (deleted.length === 0) return new Set();
    const rows = await this.db.query<{ position: string }>(sql.contactsWithExecutions, [
      deleted.map(({ projectId }) => projectId),
      deleted.map(({ contactId }) => contactId),
    ]);
    return new Set(rows.map(({ position }) => deleted[Number(position) - 1]!));
  }

  private async startBy(tx: Transaction, all: Trigger[]): Promise<void> {
    if (all.length === 0) return;
    const rows = await tx.query<{ position: string; workflowId: string }>(sql.triggeredWorkflows, [
      all.map(({ projectId }) => projectId),
      all.map(({ name }) => name),
    ]);
    await this.starter.start(
      tx,
      rows.map(({ position, workflowId }) => startRow(all[Number(position) - 1]!, workflowId)),
    );
  }

  /** Ends waits, and keeps what comes before its wait begins. */
  private async reachRuns(tx: Transaction, all: Trigger[]): Promise<void> {
    if (all.length === 0) return;
    const runs = await tx.query<AwaitingRun & Record<string, unknown>>(sql.lockAwaiting, [
      all.map(({ projectId }) => projectId),
      all.map(({ contactId }) => contactId),
      [...new Set(all.map(({ name }) => name))],
    ]);
    const eventsOf = Map.groupBy(all, ({ projectId, contactId }) => `${projectId} ${contactId}`);
    const reached = runs.flatMap((run) => {
      const events = eventsOf.get(`${run.projectId} ${run.contactId}`) ?? [];
      return takeEvents(run, events.map(toWaited)) ?? [];
    });
    if (reached.length === 0) return;
    const rows = reached.map(({ projectId, id, waitEvent, waited, early }) => {
      return { project_id: projectId, id, wait_event: waitEvent, waited, early };
    });
    await tx.query(sql.writeReached, [JSON.stringify(rows)]);
  }

  private async countOpens(tx: Transaction, opens: EventEnvelope[]): Promise<void> {
    if (opens.length === 0) return;
    await tx.query(sql.countOpens, [
      opens.map(({ projectId }) => projectId),
      opens.map(({ data }) => (data as { emailId: string }).emailId),
      opens.map(({ subject }) => (subject === 'email.open' ? 'opened' : 'clicked')),
    ]);
  }
}

const toWaited = ({ event, name, data }: Trigger): WaitedEvent => ({ id: event.id, name, data, at: event.occurredAt });

function triggerOf(event: EventEnvelope): Trigger[] {
  const { projectId, contactId, subject } = event;
  if (contactId === null) return [];
  const base = { event, projectId, contactId };
  if (subject === 'event.tracked') {
    const { name, data } = event.data as { name: string; data: Record<string, unknown> };
    return [{ ...base, name, data }];
  }
  const isTrigger = triggers.has(subject) || /^segment\..+\.(entry|exit)$/.test(subject);
  return isTrigger ? [{ ...base, name: subject, data: event.data as Record<string, unknown> }] : [];
}

/** The first open or click of an email that a workflow sent. */
function isFirstOpen({ subject, data }: EventEnvelope): boolean {
  const { sourceType, isFirstOpen, isFirstClick } = data as Record<string, unknown>;
  return (
    sourceType === 'WORKFLOW' &&
    ((subject === 'email.open' && !!isFirstOpen) || (subject === 'email.click' && !!isFirstClick))
  );
}

function startRow({ event, projectId, contactId, name, data }: Trigger, workflowId: string): sql.StartRow {
  return {
    project_id: projectId,
    id: causedId(idTime(event.id), 'execution', workflowId, event.id),
    workflow_id: workflowId,
    contact_id: contactId,
    contact_email: event.contactEmail ?? '',
    event_name: name,
    event: data,
    context: data,
    source_event_id: event.id,
    cause_id: byPerson.has(event.subject) ? null : event.requestId,
  };
}
