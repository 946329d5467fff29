import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { AppError } from '@waybill/contracts/errors';
import type { AddedMembers, AddMembersAsk, RemoveMembersAsk, SegmentKey } from '@waybill/contracts/segments/segment';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Outbox } from '@waybill/messaging/event/outbox';
import { DefinitionService } from '../definition/definitions.service';
import { MembershipService } from '../membership/membership.service';
import { writeDecisions, type ChangeRow } from '../membership/membership.sql';
import * as sql from './segment.sql';
import { SegmentService } from './segment.service';

/** The members of static segments. */
@Injectable()
export class MemberService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly outbox: Outbox,
    private readonly segments: SegmentService,
    private readonly definitions: DefinitionService,
    private readonly membership: MembershipService,
  ) {}

  /** @throws AppError 409 for a dynamic segment */
  async add({ projectId, id, requestId, emails, createMissing, subscribed }: AddMembersAsk): Promise<AddedMembers> {
    const segment = await this.readStatic({ projectId, id });
    const known = await this.contactsOf(projectId, emails);
    const missing = [...new Set(emails.flatMap((email) => normalizeEmail(email) ?? []))].filter(
      (each) => !known.has(each),
    );
    let created = 0;
    if (createMissing && missing.length > 0) {
      const recipients = missing.map((email) => ({ contactId: newId(), email }));
      const upsert = { projectId, requestId, recipients, subscribedIfNew: subscribed ?? true };
      const { contacts } = await this.asks.askOne('contacts.upsert', upsert);
      for (const [index, contact] of contacts.entries()) {
        known.set(missing[index]!, contact.id);
        if (contact.id === recipients[index]?.contactId) created += 1;
      }
    }
    const contactIds = [...new Set(known.values())];
    await this.change(projectId, segment.id, contactIds, true);
    const notFound = emails.filter((email) => !known.has(normalizeEmail(email) ?? ''));
    return { added: contactIds.length, created, notFound };
  }

  /** @throws AppError 409 for a dynamic segment */
  async remove({ projectId, id, emails }: RemoveMembersAsk): Promise<{ removed: number }> {
    const segment = await this.readStatic({ projectId, id });
    const known = await this.contactsOf(projectId, emails);
    return { removed: await this.change(projectId, segment.id, [...new Set(known.values())], false) };
  }

  private async readStatic(key: SegmentKey): Promise<sql.SegmentRow> {
    const segment = await this.segments.read(key);
    if (segment.type === 'STATIC') return segment;
    throw new AppError(
      'CONFLICT',
      'The members of a dynamic segment follow from its condition',
      undefined,
      'Use a static segment.',
    );
  }

  /** Address to id of the contacts that the project has. */
  private async contactsOf(projectId: string, emails: string[]): Promise<Map<string, string>> {
    const addresses = [...new Set(emails.flatMap((email) => normalizeEmail(email) ?? []))];
    const rows = await this.db.query<{ id: string; email: string }>(sql.contactsByEmail, [projectId, addresses]);
    return new Map(rows.map(({ id, email }) => [email, id]));
  }

  /** Adds or removes members of a static segment, and decides the tracked segments that refer to it; answers how many changed. */
  private async change(projectId: string, segmentId: string, contactIds: string[], isMember: boolean): Promise<number> {
    if (contactIds.length === 0) return 0;
    const count = await this.db.transaction(async (tx) => {
      const project = await this.definitions.lock(tx, projectId);
      if (!project.all.has(segmentId)) throw new AppError('SEGMENT_NOT_FOUND', `There is no segment ${segmentId}`);
      const columns = [
        contactIds.map(() => segmentId),
        contactIds,
        contactIds.map(() => isMember),
        contactIds.map(() => null),
      ];
      const changes = await tx.query<ChangeRow>(writeDecisions, [projectId, ...columns]);
      await this.membership.decide(tx, project, this.membership.referring(project, changes));
      return changes.length;
    });
    this.outbox.wake();
    return count;
  }
}
