import type { Statement } from '@waybill/database/db';

/** A contact that entered or left a segment. */
export type ChangeRow = { segmentId: string; contactId: string; entered: boolean };

/** A contact in a segment. */
export type StoredRow = { segmentId: string; contactId: string };

/**
 * The members and rechecks among `($1 project, $2 contacts, $3 segments)`. The index of contacts serves it, which the comparison of
 * the segment leaves as the only one: the key would be probed for each contact in each segment.
 */
export const storedDecisions: Statement = {
  name: 'segments_stored_decisions',
  text: `SELECT segment_id AS "segmentId", contact_id AS "contactId" FROM segments.membership
         WHERE project_id = $1 AND contact_id = ANY ($2::uuid[]) AND (segment_id = ANY ($3::uuid[])) IS TRUE AND exited_at IS NULL
         UNION ALL SELECT segment_id, contact_id FROM segments.recheck
         WHERE project_id = $1 AND contact_id = ANY ($2::uuid[]) AND (segment_id = ANY ($3::uuid[])) IS TRUE`,
};

/**
 * Writes decisions `($1 project, $2 segments, $3 contacts, $4 matches, $5 when it changes by itself)`, pairwise, and answers
 * the real changes. Counts move with them.
 */
export const writeDecisions: Statement = {
  name: 'segments_write_decisions',
  text: `
  WITH decided AS (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::bool[], $5::timestamptz[]) AS d (segment_id, contact_id, matches, due_at)
  ), entered AS (
    -- Members stay untouched: to meet them as a conflict would write their rows anew.
    INSERT INTO segments.membership (project_id, segment_id, contact_id, entered_at)
    SELECT $1, segment_id, contact_id, app.now() FROM decided d
    WHERE matches AND NOT EXISTS (
      SELECT FROM segments.membership m WHERE m.project_id = $1 AND m.segment_id = d.segment_id
        AND m.contact_id = d.contact_id AND m.exited_at IS NULL)
    ON CONFLICT (project_id, segment_id, contact_id) DO UPDATE SET entered_at = excluded.entered_at, exited_at = NULL
    RETURNING segment_id, contact_id
  ), exited AS (
    UPDATE segments.membership m SET exited_at = app.now() FROM decided d
    WHERE NOT d.matches AND m.project_id = $1 AND m.segment_id = d.segment_id AND m.contact_id = d.contact_id
      AND m.exited_at IS NULL
    RETURNING m.segment_id, m.contact_id
  ), changed AS (
    SELECT segment_id, contact_id, true AS entered FROM entered
    UNION ALL SELECT segment_id, contact_id, false FROM exited
  ), counted AS (
    UPDATE segments.segment s SET member_count = s.member_count + c.delta
    FROM (SELECT segment_id, sum(CASE WHEN entered THEN 1 ELSE -1 END) AS delta FROM changed GROUP BY 1) AS c
    WHERE s.project_id = $1 AND s.id = c.segment_id
  ), cleared AS (
    DELETE FROM segments.recheck r USING decided d
    WHERE d.due_at IS NULL AND r.project_id = $1 AND r.segment_id = d.segment_id AND r.contact_id = d.contact_id
  ), scheduled AS (
    INSERT INTO segments.recheck (project_id, segment_id, contact_id, due_at)
    SELECT $1, segment_id, contact_id, due_at FROM decided WHERE due_at IS NOT NULL
    ON CONFLICT (project_id, segment_id, contact_id) DO UPDATE SET due_at = excluded.due_at
    WHERE recheck.due_at <> excluded.due_at
  )
  SELECT segment_id AS "segmentId", contact_id AS "contactId", entered FROM changed`,
};

/** Deletes the memberships of deleted contacts `($1 project, $2 contacts)`, without events. */
export const forgetContacts: Statement = {
  name: 'segments_forget_contacts',
  text: `
  WITH gone AS (
    DELETE FROM segments.membership WHERE project_id = $1 AND contact_id = ANY ($2::uuid[]) RETURNING segment_id, exited_at
  ), counted AS (
    UPDATE segments.segment s SET member_count = s.member_count - c.members
    FROM (SELECT segment_id, count(*) AS members FROM gone WHERE exited_at IS NULL GROUP BY 1) AS c
    WHERE s.project_id = $1 AND s.id = c.segment_id
  )
  DELETE FROM segments.recheck WHERE project_id = $1 AND contact_id = ANY ($2::uuid[])`,
};

/** The oldest due rechecks of one project, at most `$1`; their rows come again from the decision. */
export const dueRechecks: Statement = {
  name: 'segments_due_rechecks',
  text: `SELECT project_id AS "projectId", segment_id AS "segmentId", contact_id AS "contactId"
         FROM segments.recheck WHERE due_at <= app.now() ORDER BY due_at LIMIT $1`,
};

/** Takes rechecks `($1 project, $2 segments, $3 contacts)`, pairwise, so far as they are still due. */
export const takeRechecks: Statement = {
  name: 'segments_take_rechecks',
  text: `DELETE FROM segments.recheck r USING unnest($2::uuid[], $3::uuid[]) AS k (segment_id, contact_id)
         WHERE r.project_id = $1 AND r.segment_id = k.segment_id AND r.contact_id = k.contact_id AND r.due_at <= app.now()`,
};
