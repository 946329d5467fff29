import { Injectable } from '@nestjs/common';
import { evaluateCondition, nextChangeOf } from '@waybill/audience/evaluate';
import { factsNeeded, loadFacts, type ContactFacts, type NeededFacts } from '@waybill/audience/facts';
import type { Transaction } from '@waybill/database/db';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import type { LockedProject, TrackedSegment } from '../definition/definitions.service';
import { forgetContacts, storedDecisions, writeDecisions, type ChangeRow, type StoredRow } from './membership.sql';

/** Which contacts are to be decided anew, by segment. */
export type Todo = Map<string, Set<string>>;

/** Contacts whose facts are held at once. */
const contactsAtOnce = 500;
/** Events of one outbox row. */
const eventsPerRow = 500;

/** Decides membership of tracked segments, contact by contact. Every method runs under the project's lock. */
@Injectable()
export class MembershipService {
  constructor(private readonly outbox: Outbox) {}

  /** The tracked segments that a change can touch, for each changed contact; `*` touches all. */
  touched(project: LockedProject, changes: Iterable<{ contactId: string; keys: readonly string[] }>): Todo {
    const todo: Todo = new Map();
    for (const { contactId, keys } of changes) {
      const ids = keys.includes('*') ? project.tracked.keys() : keys.flatMap((key) => project.watchers.get(key) ?? []);
      for (const id of ids) add(todo, id, contactId);
    }
    return todo;
  }

  /**
   * Decides the contacts anew, writes what changed with its events, and goes on to the segments that refer to a changed one.
   * A contact that is gone is no member. Call `outbox.wake` after the commit.
   */
  async decide(tx: Transaction, project: LockedProject, todo: Todo): Promise<void> {
    // References between segments have no loop, so this ends.
    for (let next = todo; next.size > 0; ) {
      const contacts = byContact(project, next);
      const after: Todo = new Map();
      for (let from = 0; from < contacts.length; from += contactsAtOnce) {
        const changes = await this.decideSome(tx, project, contacts.slice(from, from + contactsAtOnce));
        merge(after, this.referring(project, changes));
      }
      next = after;
    }
  }

  /** The segments that refer to one whose members changed. */
  referring(project: LockedProject, changes: readonly ChangeRow[]): Todo {
    return this.touched(
      project,
      changes.map(({ segmentId, contactId }) => ({ contactId, keys: [`segment.${segmentId}`] })),
    );
  }

  /** Writes the events of the changes; `emailOf` answers undefined for a contact that is gone, which needs none. */
  async publish(
    tx: Transaction,
    project: LockedProject,
    changes: readonly ChangeRow[],
    emailOf: (contactId: string) => string | undefined,
  ): Promise<void> {
    const events: NewEvent[] = [];
    for (const { segmentId, contactId, entered } of changes) {
      const segment = project.all.get(segmentId);
      const contactEmail = emailOf(contactId);
      if (!segment?.trackMembership || contactEmail === undefined) continue;
      const data = { segmentId, segmentName: segment.name };
      const subject = `segment.${segment.slug}.${entered ? 'entry' : 'exit'}` as const;
      events.push({ subject, projectId: project.projectId, requestId: null, contactId, contactEmail, data });
    }
    for (let from = 0; from < events.length; from += eventsPerRow) {
      await this.outbox.add(tx, events.slice(from, from + eventsPerRow));
    }
  }

  /** Removes deleted contacts from every segment. */
  async forget(tx: Transaction, projectId: string, contactIds: string[]): Promise<void> {
    await tx.query(forgetContacts, [projectId, contactIds]);
  }

  /** Is a contact a member of a segment, or has a recheck in it, of those to decide? */
  private async stored(tx: Transaction, projectId: string, contacts: ContactTodo[]) {
    const segments = new Set(contacts.flatMap((contact) => contact.segments.map(({ id }) => id)));
    const values = [projectId, contacts.map(({ id }) => id), [...segments]];
    const known = new Set((await tx.query<StoredRow>(storedDecisions, values)).map(pairOf));
    return (row: StoredRow): boolean => known.has(pairOf(row));
  }

  private async decideSome(tx: Transaction, project: LockedProject, contacts: ContactTodo[]): Promise<ChangeRow[]> {
    const { projectId, now, resolved } = project;
    const [facts, isStored] = await Promise.all([
      loadFacts(tx, projectId, new Map(contacts.map(({ id, needed }) => [id, needed]))),
      this.stored(tx, projectId, contacts),
    ]);
    // A new contact is decided for every segment, and of most it is no member: those decisions change nothing.
    const rows = contacts
      .flatMap(({ id, segments }) => segments.map((segment) => decision(id, segment, facts.get(id))))
      .filter((row) => row.matches || row.dueAt !== null || isStored(row));
    if (rows.length === 0) return [];
    const changes = await tx.query<ChangeRow>(writeDecisions, [
      projectId,
      rows.map((row) => row.segmentId),
      rows.map((row) => row.contactId),
      rows.map((row) => row.matches),
      rows.map((row) => row.dueAt),
    ]);
    await this.publish(tx, project, changes, (id) => facts.get(id)?.contact.email);
    return changes;

    function decision(contactId: string, { id: segmentId, condition }: TrackedSegment, known?: ContactFacts) {
      const options = { now, segments: resolved };
      const matches = known !== undefined && evaluateCondition(condition, known, options);
      const dueAt = known === undefined ? null : nextChangeOf(condition, known, options);
      return { segmentId, contactId, matches, dueAt };
    }
  }
}

const pairOf = ({ segmentId, contactId }: StoredRow): string => `${segmentId} ${contactId}`;

/** A contact with the segments that are decided for it and the facts that those read. */
interface ContactTodo {
  id: string;
  segments: TrackedSegment[];
  needed: NeededFacts;
}

function byContact({ tracked, resolved }: LockedProject, todo: Todo): ContactTodo[] {
  const contacts = new Map<string, TrackedSegment[]>();
  for (const [segmentId, ids] of todo) {
    const segment = tracked.get(segmentId);
    if (!segment) continue;
    for (const id of ids) contacts.set(id, [...(contacts.get(id) ?? []), segment]);
  }
  // Contacts of the same segments need the same facts.
  const known = new Map<string, NeededFacts>();
  const neededBy = (segments: TrackedSegment[]): NeededFacts => {
    const key = segments.map(({ id }) => id).join();
    const needed =
      known.get(key) ??
      factsNeeded(
        segments.map(({ condition }) => condition),
        resolved,
      );
    known.set(key, needed);
    return needed;
  };
  return [...contacts].map(([id, segments]) => ({ id, segments, needed: neededBy(segments) }));
}

function add(todo: Todo, segmentId: string, contactId: string): void {
  const contacts = todo.get(segmentId);
  if (contacts) contacts.add(contactId);
  else todo.set(segmentId, new Set([contactId]));
}

function merge(into: Todo, todo: Todo): void {
  for (const [segmentId, contacts] of todo) for (const contactId of contacts) add(into, segmentId, contactId);
}
