import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import type { Harm } from './reputation';

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

/** Milliseconds for which a check is one gateway's. */
const lease = 10_000;

/** The projects that are to be judged, shared by all gateways. */
@Injectable()
export class ReputationCheckStore {
  constructor(private readonly db: Db) {}

  /** Harm was counted in `tx`. */
  async harmed(tx: Queryable, projectIds: string[]): Promise<void> {
    if (projectIds.length === 0) return;
    await tx.query(
      {
        name: 'identity_check_harmed',
        text: `INSERT INTO identity.reputation_check AS c (project_id)
               SELECT id FROM (SELECT DISTINCT unnest($1::uuid[]) AS id ORDER BY id) AS ids
               ON CONFLICT (project_id) DO UPDATE SET harmed_again = true, due_at = least(c.due_at, app.now())`,
      },
      [projectIds],
    );
  }

  /** Sends were counted in `tx`: projects that had too few of them are judged again. */
  async sent(tx: Queryable, projectIds: string[]): Promise<void> {
    if (projectIds.length === 0) return;
    await tx.query(
      {
        name: 'identity_check_sent',
        text: `UPDATE identity.reputation_check c
               SET sent_again = true,
                 due_at = CASE WHEN c.due_at = 'infinity' THEN app.now() ELSE c.due_at END
               FROM (SELECT project_id FROM identity.reputation_check
                     WHERE project_id = ANY ($1::uuid[]) AND NOT sent_again ORDER BY project_id FOR UPDATE) AS known
               WHERE c.project_id = known.project_id`,
      },
      [projectIds],
    );
  }

  /** Some that are due, this gateway's for ten seconds. What is counted from now on is counted again. */
  async take(limit: number): Promise<ReputationCheck[]> {
    const rows = await this.db.query<ReputationCheck & { afterSeq: string | null }>(
      {
        name: 'identity_check_take',
        text: `UPDATE identity.reputation_check c
               SET due_at = app.now() + ${lease} * interval '1 millisecond',
                 harmed_again = c.harmed_again AND c.harm IS NOT NULL, sent_again = false
               FROM (SELECT project_id FROM identity.reputation_check WHERE due_at <= app.now()
                     ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
               WHERE c.project_id = due.project_id
               RETURNING c.project_id AS "projectId", c.incarnation, c.after_seq AS "afterSeq", c.harm`,
      },
      [limit],
    );
    return rows.map((row) => ({ ...row, afterSeq: row.afterSeq === null ? null : Number(row.afterSeq) }));
  }

  /** Its harm is judged when the sends up to there are counted. */
  async note(projectId: string, { incarnation, afterSeq, harm }: HarmNote): Promise<void> {
    await this.db.query(
      `UPDATE identity.reputation_check SET incarnation = $2, after_seq = $3, harm = $4 WHERE project_id = $1`,
      [projectId, incarnation, afterSeq, harm],
    );
  }

  /** The sends are not counted that far: looked at again in a second. */
  async wait(projectId: string): Promise<void> {
    await this.db.query(
      `UPDATE identity.reputation_check SET due_at = app.now() + interval '1 second' WHERE project_id = $1`,
      [projectId],
    );
  }

  /** Judged: it goes, waits for more sends where it is `undecided`, or is judged by what was counted meanwhile. */
  async done(tx: Queryable, projectId: string, undecided: boolean): Promise<void> {
    const [left] = await tx.query<{ project_id: string }>(
      `UPDATE identity.reputation_check SET incarnation = NULL, after_seq = NULL, harm = NULL, harmed_again = false,
         due_at = CASE WHEN harmed_again OR ($2::boolean AND sent_again) THEN app.now() ELSE 'infinity' END
       WHERE project_id = $1 AND (harmed_again OR $2::boolean) RETURNING project_id`,
      [projectId, undecided],
    );
    if (left) return;
    await tx.query('DELETE FROM identity.reputation_check WHERE project_id = $1 AND NOT harmed_again', [projectId]);
  }
}
