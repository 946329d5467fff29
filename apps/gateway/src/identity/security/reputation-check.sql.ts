import type { Statement } from '@waybill/database/db';

/** Milliseconds for which a check is one gateway's. */
const lease = 10_000;

/** Harm was counted for projects `$1`: they are judged now. */
export const noteHarm: Statement = {
  name: 'identity_check_harmed',
  text: `INSERT INTO identity.reputation_check AS c (project_id)
         SELECT id FROM (SELECT DISTINCT unnest($1::uuid[]) AS id ORDER BY id) AS ids
         ON CONFLICT (project_id) DO UPDATE SET harmed_again = true, due_at = least(c.due_at, app.now())`,
};

/** Sends were counted for projects `$1`: those that had too few are judged again. */
export const noteSends: Statement = {
  name: 'identity_check_sent',
  text: `UPDATE identity.reputation_check c
         SET sent_again = true,
           due_at = CASE WHEN c.due_at = 'infinity' THEN app.now() ELSE c.due_at END
         FROM (SELECT project_id FROM identity.reputation_check
               WHERE project_id = ANY ($1::uuid[]) AND NOT sent_again ORDER BY project_id FOR UPDATE) AS known
         WHERE c.project_id = known.project_id`,
};

/** Takes at most `$1` that are due. */
export const takeChecks: Statement = {
  name: 'identity_check_take',
  text: `UPDATE identity.reputation_check c
         SET due_at = app.now() + ${lease} * interval '1 millisecond',
           harmed_again = c.harmed_again AND c.harm IS NOT NULL, sent_again = false
         FROM (SELECT project_id FROM identity.reputation_check WHERE due_at <= app.now()
               ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS due
         WHERE c.project_id = due.project_id
         RETURNING c.project_id AS "projectId", c.incarnation, c.after_seq AS "afterSeq", c.harm`,
};

/** Notes by what project `$1` is judged: `$2` incarnation of the stream, `$3` position in it, `$4` harm. */
export const noteCheck =
  'UPDATE identity.reputation_check SET incarnation = $2, after_seq = $3, harm = $4 WHERE project_id = $1';

/** Project `$1` is looked at again in a second. */
export const postponeCheck = `UPDATE identity.reputation_check SET due_at = app.now() + interval '1 second' WHERE project_id = $1`;

/** Project `$1` is judged. It stays where harm was counted meanwhile, or, with `$2`, until it has more sends. */
export const keepCheck = `UPDATE identity.reputation_check SET incarnation = NULL, after_seq = NULL, harm = NULL, harmed_again = false,
    due_at = CASE WHEN harmed_again OR ($2::boolean AND sent_again) THEN app.now() ELSE 'infinity' END
  WHERE project_id = $1 AND (harmed_again OR $2::boolean) RETURNING project_id`;

/** Project `$1` is judged, and nothing was counted meanwhile. */
export const deleteCheck = 'DELETE FROM identity.reputation_check WHERE project_id = $1 AND NOT harmed_again';
