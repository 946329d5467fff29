import { Injectable } from '@nestjs/common';
import { explainCondition } from '@waybill/audience/evaluate';
import { factsNeeded, loadFacts } from '@waybill/audience/facts';
import { AppError } from '@waybill/contracts/errors';
import { fromContactId } from '@waybill/contracts/ids';
import type {
  ExplainAsk,
  SegmentContacts,
  SegmentContactsAsk,
  SegmentExplanation,
} from '@waybill/contracts/segments/segment';
import { Db } from '@waybill/database/db';
import { contactColumns, toContactView, type ContactRow } from '@waybill/audience/contact-row';
import { CountService } from '../count/count.service';
import { DefinitionService } from '../definition/definitions.service';
import * as sql from './segment.sql';
import { SegmentService } from './segment.service';

const byEntry = sql.membersByEntry(contactColumns);
const byAge = sql.membersByAge(contactColumns);
/** Milliseconds for the exact total of a page among few contacts. */
const totalMs = 2_000;

/** The contacts of segments, and why one is in a segment or not. */
@Injectable()
export class SegmentContactService {
  constructor(
    private readonly db: Db,
    private readonly segments: SegmentService,
    private readonly definitions: DefinitionService,
    private readonly counts: CountService,
  ) {}

  /** Dynamic: the contacts that match now, newest first. Static: the members, the last added first. */
  async contacts({ projectId, id, page, pageSize }: SegmentContactsAsk): Promise<SegmentContacts> {
    const segment = await this.segments.read({ projectId, id });
    const range = { limit: pageSize, offset: (page - 1) * pageSize };
    const isKept = segment.type === 'STATIC' || segment.computedAt !== null;
    const rows = async (): Promise<{ data: SegmentContacts['data']; total: number }> => {
      if (isKept) {
        const statement = segment.type === 'STATIC' ? byEntry : byAge;
        const members = await this.db.query<ContactRow>(statement, [projectId, segment.id, range.limit, range.offset]);
        return { data: members.map(toContactView), total: segment.memberCount };
      }
      const { resolved } = await this.definitions.read(this.db, projectId);
      const condition = segment.condition!;
      const data = await this.counts.page(projectId, condition, resolved, range);
      const live = (await this.counts.isSmall(projectId))
        ? await this.counts.exact(projectId, condition, resolved, totalMs)
        : null;
      return { data, total: live ?? Math.max(segment.memberCount, range.offset + data.length) };
    };
    const { data, total } = await rows();
    return { data, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
  }

  /** @throws AppError 404 CONTACT_NOT_FOUND */
  async explain({ projectId, id, contactId }: ExplainAsk): Promise<SegmentExplanation> {
    const segment = await this.segments.read({ projectId, id });
    const { now, resolved } = await this.definitions.read(this.db, projectId);
    const needed = factsNeeded(segment.condition ? [segment.condition] : [], resolved);
    if (!segment.condition) needed.segments.add(segment.id);
    const bare = fromContactId(contactId);
    const facts = bare && (await loadFacts(this.db, projectId, new Map([[bare, needed]]))).get(bare);
    if (!facts) throw new AppError('CONTACT_NOT_FOUND', `There is no contact ${contactId.slice(0, 60)}`);
    if (!segment.condition) return { matches: facts.segments.has(segment.id), nextChangeAt: null, condition: null };
    const explained = explainCondition(segment.condition, facts, { now, segments: resolved });
    return { ...explained, nextChangeAt: explained.nextChangeAt?.toISOString() ?? null };
  }
}
