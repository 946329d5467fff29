import { Injectable } from '@nestjs/common';
import { parseField } from '@waybill/audience/condition';
import type { EventEnvelope, SubjectOf } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { Outbox } from '@waybill/messaging/event/outbox';
import { DefinitionService } from '../definition/definitions.service';
import { trackedProjects } from '../definition/definitions.sql';
import { MembershipService } from './membership.service';

/** A change of one contact. */
interface Change {
  contactId: string;
  keys: readonly string[];
}

/**
 * Keeps tracked segments current: each change of a contact decides again the segments that depend on it. Decisions read the
 * present state, so an event that is handled twice changes nothing.
 */
@Injectable()
export class MembershipConsumer {
  constructor(
    consumers: EventConsumers,
    private readonly definitions: DefinitionService,
    private readonly membership: MembershipService,
    outbox: Outbox,
  ) {
    const afterCommit = (): void => outbox.wake();
    consumers.register({
      durable: 'segments-changed',
      subject: 'audience.changed',
      isRepeatable: true,
      handle: (tx, events) => this.changed(tx, events, ({ data }) => data.keys),
      afterCommit,
    });
    consumers.register({
      durable: 'segments-email',
      subject: 'email.*',
      isRepeatable: true,
      handle: (tx, events) => this.changed(tx, events, ({ subject }) => activityKey(subject)),
      afterCommit,
    });
    consumers.register({
      durable: 'segments-contact-deleted',
      subject: 'contact.deleted',
      isRepeatable: true,
      handle: (tx, events) => this.deleted(tx, events),
    });
  }

  private async changed<E extends EventEnvelope>(
    tx: Transaction,
    events: E[],
    keysOf: (event: E) => readonly string[],
  ) {
    const changes = byProject(events, keysOf);
    const tracked = await tx.query<{ id: string }>(trackedProjects, [[...changes.keys()]]);
    // In the order of their ids: transactions that lock several projects never wait for each other in a circle.
    for (const { id } of tracked) {
      const project = await this.definitions.lock(tx, id);
      await this.membership.decide(tx, project, this.membership.touched(project, changes.get(id) ?? []));
    }
  }

  private async deleted(tx: Transaction, events: EventEnvelope<'contact.deleted'>[]): Promise<void> {
    for (const [projectId, changes] of [...byProject(events, () => [])].sort(([a], [b]) => (a < b ? -1 : 1))) {
      await this.definitions.lock(tx, projectId);
      await this.membership.forget(
        tx,
        projectId,
        changes.map(({ contactId }) => contactId),
      );
    }
  }
}

const activityKeys = new Map(
  ['sent', 'delivery', 'open', 'click', 'bounce', 'complaint'].map((name) => {
    const field = parseField(`email.${name}`, 'triggered');
    return [`email.${name}`, field?.kind === 'history' ? [`email.${field.name}`] : []] as const;
  }),
);

/** The key of the activity that an email event stands for; `email.received` and others stand for none. */
const activityKey = (subject: SubjectOf<'email.*'>): readonly string[] => activityKeys.get(subject) ?? [];

function byProject<E extends EventEnvelope>(
  events: E[],
  keysOf: (event: E) => readonly string[],
): Map<string, Change[]> {
  const changes = new Map<string, Change[]>();
  for (const event of events) {
    if (event.contactId === null) continue;
    const known = changes.get(event.projectId) ?? [];
    changes.set(event.projectId, known);
    known.push({ contactId: event.contactId, keys: keysOf(event) });
  }
  return changes;
}
