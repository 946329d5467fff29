import { Injectable } from '@nestjs/common';
import { compileCondition } from '@waybill/audience/compile';
import type { Condition } from '@waybill/audience/condition';
import type { ResolvedSegments } from '@waybill/audience/references';
import { unavailable } from '@waybill/contracts/errors';
import type { ConditionCount } from '@waybill/contracts/segments/segment';
import { errorCode } from '@waybill/database/database-errors';
import { Db } from '@waybill/database/db';
import { toContactView, type ContactRow } from '@waybill/audience/contact-row';
import { DefinitionService } from '../definition/definitions.service';
import * as sql from './count.sql';

/** A project with at most 20,000 contacts is counted exactly at every look. */
const smallProject = 20_000;
const sampleContacts = 20;
/** Contacts of a sample, about. */
const sampledContacts = 20_000;
/** Milliseconds for an exact count when a condition is tried, and for the contacts shown with it. */
const tryMs = 450;
const showMs = 250;
const pageMs = 8_000;
const queryCanceled = '57014';

/** Counts contacts that match a condition. */
@Injectable()
export class CountService {
  constructor(
    private readonly db: Db,
    private readonly definitions: DefinitionService,
  ) {}

  /** The exact count, or null when it takes longer than `limitMs`. */
  async exact(
    projectId: string,
    condition: Condition,
    segments: ResolvedSegments,
    limitMs: number,
  ): Promise<number | null> {
    const rows = await this.within<{ count: number }>(limitMs, async (now) => {
      const values: unknown[] = [projectId];
      return { text: sql.countMatching(compileCondition(condition, { contact: 'c', values, now, segments })), values };
    });
    return rows?.[0]?.count ?? null;
  }

  /** A count that is exact where a second allows it, else estimated from a sample of pages; with contacts that match. */
  async tryOut(projectId: string, condition: Condition, segments: ResolvedSegments): Promise<ConditionCount> {
    const count = await this.exact(projectId, condition, segments, tryMs);
    if (count === null) return this.estimate(projectId, condition, segments);
    const rows =
      count === 0
        ? []
        : await this.newest(projectId, condition, segments, { limit: sampleContacts, offset: 0, limitMs: showMs });
    return { count, exact: true, sample: (rows ?? []).map(toContactView) };
  }

  /** A page of the contacts that match now, newest first. @throws 503 when it takes too long */
  async page(
    projectId: string,
    condition: Condition,
    segments: ResolvedSegments,
    page: { limit: number; offset: number },
  ) {
    const rows = await this.newest(projectId, condition, segments, { ...page, limitMs: pageMs });
    if (!rows) throw unavailable('The contacts of the segment cannot be found in time: track its membership');
    return rows.map(toContactView);
  }

  /** Is the project so small that its segments are counted whenever they are shown? */
  async isSmall(projectId: string): Promise<boolean> {
    const [row] = await this.db.query<{ contacts: number }>(sql.contactsUpTo, [projectId, smallProject + 1]);
    return (row?.contacts ?? 0) <= smallProject;
  }

  /** Counts a segment anew and stores the count; answers it, or null when that takes longer than `limitMs`. */
  async refresh(projectId: string, segmentId: string, limitMs: number): Promise<number | null> {
    const { all, resolved } = await this.definitions.read(this.db, projectId);
    const segment = all.get(segmentId);
    if (!segment) return null;
    if (segment.condition === null || segment.trackMembership) return this.recount(projectId, segmentId);
    const begin = performance.now();
    const count = await this.exact(projectId, segment.condition, resolved, limitMs);
    if (count === null) return null;
    // A background count may cost one percent of the time at most.
    const nextSeconds = Math.max(300, (performance.now() - begin) / 10);
    await this.db.query(sql.storeCount, [projectId, segmentId, count, nextSeconds]);
    return count;
  }

  private recount(projectId: string, segmentId: string): Promise<number | null> {
    return this.db.transaction(async (tx) => {
      await this.definitions.lock(tx, projectId);
      const [row] = await tx.query<{ count: number }>(sql.recountMembers, [projectId, segmentId]);
      return row?.count ?? null;
    });
  }

  private newest(
    projectId: string,
    condition: Condition,
    segments: ResolvedSegments,
    { limit, offset, limitMs }: { limit: number; offset: number; limitMs: number },
  ): Promise<ContactRow[] | null> {
    return this.within<ContactRow>(limitMs, async (now) => {
      const values: unknown[] = [projectId, limit, offset];
      return { text: sql.newestMatching(compileCondition(condition, { contact: 'c', values, now, segments })), values };
    });
  }

  private async estimate(projectId: string, condition: Condition, segments: ResolvedSegments): Promise<ConditionCount> {
    const [all] = await this.db.query<{ contacts: number }>(sql.contactsOfAll);
    const percent = Math.min(100, (100 * sampledContacts) / (all?.contacts ?? 1));
    const rows = await this.within<ContactRow & { matching: number }>(showMs * 2, async (now) => {
      const values: unknown[] = [projectId, percent, sampleContacts];
      const options = { contact: 'c', values, now, segments, look: 'each' } as const;
      return { text: sql.sampleMatching(compileCondition(condition, options)), values };
    });
    if (!rows) throw unavailable('The condition cannot be counted in time: use fewer filters');
    const count = Math.round(((rows[0]?.matching ?? 0) * 100) / percent);
    return { count, exact: false, sample: rows.map(toContactView) };
  }

  /** The rows of a statement, or null when it runs longer than `limitMs`. */
  private async within<T extends Record<string, unknown>>(
    limitMs: number,
    statement: (now: Date) => Promise<{ text: string; values: unknown[] }>,
  ): Promise<T[] | null> {
    try {
      return await this.db.transaction(async (tx) => {
        const [, [row]] = await Promise.all([
          tx.query(`SELECT set_config('statement_timeout', $1, true)`, [String(limitMs)]),
          tx.query<{ now: Date }>('SELECT app.now() AS now'),
        ]);
        const { text, values } = await statement(row!.now);
        return tx.query<T>(text, values);
      });
    } catch (error) {
      if (errorCode(error) === queryCanceled) return null;
      throw error;
    }
  }
}
