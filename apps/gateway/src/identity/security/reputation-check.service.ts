import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import type { Harm } from './reputation';
import * as sql from './reputation-check.sql';

/** A project that is to be judged; without harm where none was noted yet. */
export interface ReputationCheck {
  projectId: string;
  incarnation: string | null;
  afterSeq: number | null;
  harm: Harm | null;
}

/** How much of the stream lies before the harm. */
export interface HarmNote {
  incarnation: string;
  afterSeq: number;
  harm: Harm;
}

/** The projects that are to be judged, shared by all gateways. */
@Injectable()
export class ReputationCheckService {
  constructor(private readonly db: Db) {}

  /** Harm was counted in `tx`. */
  async harmed(tx: Queryable, projectIds: string[]): Promise<void> {
    if (projectIds.length === 0) return;
    await tx.query(sql.noteHarm, [projectIds]);
  }

  /** Sends were counted in `tx`: projects that had too few of them are judged again. */
  async sent(tx: Queryable, projectIds: string[]): Promise<void> {
    if (projectIds.length === 0) return;
    await tx.query(sql.noteSends, [projectIds]);
  }

  /** Some that are due, this gateway's for ten seconds. What is counted from now on is counted again. */
  async take(limit: number): Promise<ReputationCheck[]> {
    const rows = await this.db.query<ReputationCheck & { afterSeq: string | null }>(sql.takeChecks, [limit]);
    return rows.map((row) => ({ ...row, afterSeq: row.afterSeq === null ? null : Number(row.afterSeq) }));
  }

  /** Its harm is judged when the sends up to there are counted. */
  async note(projectId: string, { incarnation, afterSeq, harm }: HarmNote): Promise<void> {
    await this.db.query(sql.noteCheck, [projectId, incarnation, afterSeq, harm]);
  }

  /** The sends are not counted that far: looked at again in a second. */
  async wait(projectId: string): Promise<void> {
    await this.db.query(sql.postponeCheck, [projectId]);
  }

  /** Judged: it goes, waits for more sends where it is `undecided`, or is judged by what was counted meanwhile. */
  async done(tx: Queryable, projectId: string, undecided: boolean): Promise<void> {
    const [left] = await tx.query<{ project_id: string }>(sql.keepCheck, [projectId, undecided]);
    if (left) return;
    await tx.query(sql.deleteCheck, [projectId]);
  }
}
