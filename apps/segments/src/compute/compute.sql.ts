import type { Statement } from '@waybill/database/db';

/** A compute as it stands. */
export type ComputeRow = {
  id: string;
  segmentId: string;
  state: 'waiting' | 'active' | 'completed' | 'failed';
  position: string | null;
  progress: number;
  added: number;
  removed: number;
  failedReason: string | null;
};

const columns = `id, segment_id AS "segmentId", state, position, progress, added::int, removed::int,
  failed_reason AS "failedReason"`;

/** Begins a compute `($1 project, $2 id, $3 segment)`; no row when one is open: that one is joined. */
export const openCompute: Statement = {
  name: 'segments_open_compute',
  text: `INSERT INTO segments.compute (project_id, id, segment_id) VALUES ($1, $2, $3)
         ON CONFLICT (project_id, segment_id) WHERE state IN ('waiting', 'active') DO NOTHING RETURNING id`,
};

/**
 * The open compute of `($1 project, $2 segment)` begins anew: its segment has changed. It begins below the id of every contact, at
 * a place of its own, so that what was compared before the change is not decided on.
 */
export const restartCompute: Statement = {
  name: 'segments_restart_compute',
  text: `UPDATE segments.compute SET progress = 0,
           position = overlay(gen_random_uuid()::text PLACING '00000000-0000-0000' FROM 1)::uuid
         WHERE project_id = $1 AND segment_id = $2 AND state IN ('waiting', 'active') RETURNING id`,
};

export const computeOfSegment: Statement = {
  name: 'segments_compute_of_segment',
  text: `SELECT ${columns} FROM segments.compute WHERE project_id = $1 AND segment_id = $2 AND state IN ('waiting', 'active')`,
};

/** `($1 project, $2 id)`. */
export const getCompute: Statement = {
  name: 'segments_get_compute',
  text: `SELECT ${columns} FROM segments.compute WHERE project_id = $1 AND id = $2`,
};

/** Takes an open compute for one step: `($1 project, $2 id)`. */
export const takeCompute: Statement = {
  name: 'segments_take_compute',
  text: `UPDATE segments.compute SET state = 'active' WHERE project_id = $1 AND id = $2 AND state IN ('waiting', 'active')
         RETURNING ${columns}`,
};

/** After a chunk: `($1 project, $2 id, $3 position, $4 progress, $5 added, $6 removed)`. */
export const moveCompute: Statement = {
  name: 'segments_move_compute',
  text: `UPDATE segments.compute SET position = $3, progress = $4, added = added + $5, removed = removed + $6
         WHERE project_id = $1 AND id = $2`,
};

/** `($1 project, $2 id, $3 reason or null)`. */
export const endCompute: Statement = {
  name: 'segments_end_compute',
  text: `UPDATE segments.compute SET state = CASE WHEN $3::text IS NULL THEN 'completed' ELSE 'failed' END, failed_reason = $3,
           progress = CASE WHEN $3::text IS NULL THEN 100 ELSE progress END, ended_at = app.now()
         WHERE project_id = $1 AND id = $2 AND state IN ('waiting', 'active')`,
};

/** A segment whose members are all decided: `($1 project, $2 segment)`. Its count is taken from the rows. */
export const markComputed: Statement = {
  name: 'segments_mark_computed',
  text: `UPDATE segments.segment SET computed_at = app.now(), member_count_at = app.now(), count_due_at = NULL,
           member_count = (SELECT count(*) FROM segments.membership m
             WHERE m.project_id = $1 AND m.segment_id = $2 AND m.exited_at IS NULL)
         WHERE project_id = $1 AND id = $2 RETURNING member_count::int AS total`,
};

/** The last contact of the range behind `($1 project, $2 position)` of `$3` contacts; no row when fewer are left. */
export const rangeEnd: Statement = {
  name: 'segments_range_end',
  text: `SELECT id FROM contacts.contact WHERE project_id = $1 AND id > $2 ORDER BY id OFFSET $3::int - 1 LIMIT 1`,
};

/** How far an id lies between a project's first and its newest contact, in percent: `($1 project, $2 id)`. Ids are times. */
export const progressOf: Statement = {
  name: 'segments_progress',
  text: `WITH bounds AS (
           SELECT (SELECT id FROM contacts.contact WHERE project_id = $1 ORDER BY id LIMIT 1) AS low,
                  (SELECT id FROM contacts.contact WHERE project_id = $1 ORDER BY id DESC LIMIT 1) AS high)
         SELECT ${millisecondsOf('$2::uuid')} - ${millisecondsOf('low')} AS done,
                ${millisecondsOf('high')} - ${millisecondsOf('low')} AS whole FROM bounds`,
};

function millisecondsOf(id: string): string {
  return `('x' || lpad(replace(left(${id}::text, 13), '-', ''), 16, '0'))::bit(64)::bigint::float8`;
}

/** Forgets ended computes after a day. */
export const pruneComputes = `DELETE FROM segments.compute WHERE ended_at < app.now() - interval '1 day'`;

/** Removes rows of a segment that is gone or not tracked: `($1 project, $2 segment, $3 most)`; answers how many. */
export const clearMembership: Statement = {
  name: 'segments_clear_membership',
  text: `WITH gone AS (
           DELETE FROM segments.membership WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM segments.membership WHERE project_id = $1 AND segment_id = $2 LIMIT $3)) RETURNING 1
         ), unscheduled AS (
           DELETE FROM segments.recheck WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM segments.recheck WHERE project_id = $1 AND segment_id = $2 LIMIT $3)) RETURNING 1
         )
         SELECT ((SELECT count(*) FROM gone) + (SELECT count(*) FROM unscheduled))::int AS rows`,
};

/**
 * The contacts of a range `($1 project, $2 segment, $3 behind, $4 up to)` whose membership or recheck is not what it should be, as
 * bytes of their ids in order; null for none. The predicates and their values stand behind. The joins are full ones because the
 * planner takes a range inside a bucket of its histogram for one row: other joins it would then make one row at a time.
 */
export const findDifferences = (matches: string, change: string): string => `
  WITH decided AS (
    SELECT c.id, (${matches}) AS matches, ${change} AS due_at
    FROM contacts.contact c WHERE c.project_id = $1 AND c.id > $3::uuid AND c.id <= $4::uuid
  ), members AS (
    SELECT contact_id FROM segments.membership
    WHERE project_id = $1 AND segment_id = $2 AND contact_id > $3::uuid AND contact_id <= $4::uuid AND exited_at IS NULL
  ), rechecks AS (
    SELECT contact_id, due_at FROM segments.recheck
    WHERE project_id = $1 AND segment_id = $2 AND contact_id > $3::uuid AND contact_id <= $4::uuid
  ), different AS (
    SELECT coalesce(d.id, m.contact_id, r.contact_id) AS id
    FROM decided d FULL JOIN members m ON m.contact_id = d.id
      FULL JOIN rechecks r ON r.contact_id = coalesce(d.id, m.contact_id)
    WHERE (d.matches IS TRUE) <> (m.contact_id IS NOT NULL) OR d.due_at IS DISTINCT FROM r.due_at
  )
  SELECT string_agg(uuid_send(id), '' ORDER BY id) AS ids FROM different`;

/**
 * Decides contacts `($1 project, $2 segment, $3 ids)` and writes what changed: one statement whose predicates and values
 * stand behind. Answers the changes with the addresses; none for a contact that is gone.
 */
export const chunkStatement = (matches: string, change: string): string => `
  WITH decided AS MATERIALIZED (
    SELECT c.id AS contact_id, c.email, (${matches}) AS matches, ${change} AS due_at
    FROM contacts.contact c WHERE c.project_id = $1 AND c.id = ANY ($3::uuid[])
  ), members AS MATERIALIZED (
    SELECT contact_id FROM segments.membership
    WHERE project_id = $1 AND segment_id = $2 AND contact_id = ANY ($3::uuid[]) AND exited_at IS NULL
  ), entered AS (
    INSERT INTO segments.membership (project_id, segment_id, contact_id, entered_at)
    SELECT $1, $2, d.contact_id, app.now() FROM decided d
    WHERE d.matches AND NOT EXISTS (SELECT FROM members m WHERE m.contact_id = d.contact_id)
    ON CONFLICT (project_id, segment_id, contact_id) DO UPDATE SET entered_at = excluded.entered_at, exited_at = NULL
    RETURNING contact_id
  ), leaving AS MATERIALIZED (
    SELECT m.contact_id FROM members m
    WHERE NOT EXISTS (SELECT FROM decided d WHERE d.contact_id = m.contact_id AND d.matches)
  ), exited AS (
    -- The ids stand here, too: a plan that begins with the index reads the chunk and not the whole segment.
    UPDATE segments.membership m SET exited_at = app.now() FROM leaving l
    WHERE m.project_id = $1 AND m.segment_id = $2 AND m.contact_id = l.contact_id
      AND m.contact_id = ANY ($3::uuid[])
    RETURNING m.contact_id
  ), rechecks AS MATERIALIZED (
    SELECT contact_id, due_at FROM segments.recheck
    WHERE project_id = $1 AND segment_id = $2 AND contact_id = ANY ($3::uuid[])
  ), idle AS MATERIALIZED (
    -- Rechecks of contacts that are gone or whose filters do not change by themselves.
    SELECT k.contact_id FROM rechecks k
    WHERE NOT EXISTS (SELECT FROM decided d WHERE d.contact_id = k.contact_id AND d.due_at IS NOT NULL)
  ), cleared AS (
    DELETE FROM segments.recheck r USING idle i
    WHERE r.project_id = $1 AND r.segment_id = $2 AND r.contact_id = i.contact_id
      AND r.contact_id = ANY ($3::uuid[])
  ), scheduled AS (
    -- Rows that are right stay untouched: to meet them as a conflict would lock and write each of them.
    INSERT INTO segments.recheck (project_id, segment_id, contact_id, due_at)
    SELECT $1, $2, d.contact_id, d.due_at FROM decided d WHERE d.due_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM rechecks k WHERE k.contact_id = d.contact_id AND k.due_at = d.due_at)
    ON CONFLICT (project_id, segment_id, contact_id) DO UPDATE SET due_at = excluded.due_at
  ), changed AS (
    SELECT contact_id, true AS entered FROM entered UNION ALL SELECT contact_id, false FROM exited
  ), counted AS (
    UPDATE segments.segment SET member_count = member_count
      + (SELECT count(*) FILTER (WHERE entered) - count(*) FILTER (WHERE NOT entered) FROM changed)
    WHERE project_id = $1 AND id = $2 AND EXISTS (SELECT FROM changed)
  )
  SELECT $2::uuid AS "segmentId", changed.contact_id AS "contactId", changed.entered, d.email
  FROM changed LEFT JOIN decided d ON d.contact_id = changed.contact_id`;
