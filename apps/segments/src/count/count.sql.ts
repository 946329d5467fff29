import type { Statement } from '@waybill/database/db';
import { contactColumns } from '@waybill/audience/contact-row';

/** Is the project `$1` small? Answers the number of its contacts, counted to `$2`. */
export const contactsUpTo: Statement = {
  name: 'segments_contacts_up_to',
  text: `SELECT count(*)::int AS contacts FROM (SELECT FROM contacts.contact WHERE project_id = $1 LIMIT $2) AS c`,
};

/** The matching contacts of `$1`. */
export const countMatching = (matches: string): string =>
  `SELECT count(*)::int AS count FROM contacts.contact c WHERE c.project_id = $1 AND (${matches})`;

/** The newest matching contacts of `$1`: `$2` of them behind the first `$3`. */
export const newestMatching = (matches: string): string =>
  `SELECT ${contactColumns} FROM contacts.contact c WHERE c.project_id = $1 AND (${matches})
   ORDER BY c.id DESC LIMIT $2 OFFSET $3`;

/** Matching contacts of `$1` on `$2` percent of the table's pages, at most `$3`, each with the number of all of them. */
export const sampleMatching = (matches: string): string =>
  `SELECT count(*) OVER ()::int AS matching, ${contactColumns}
   FROM contacts.contact c TABLESAMPLE SYSTEM ($2) WHERE c.project_id = $1 AND (${matches}) LIMIT $3`;

/** Contacts of all projects, as the planner knows it. */
export const contactsOfAll = `SELECT greatest(reltuples, 1)::float8 AS contacts FROM pg_class WHERE oid = 'contacts.contact'::regclass`;

/** Takes the untracked dynamic segment whose count is due longest; another process takes another. */
export const takeDueCount: Statement = {
  name: 'segments_take_due_count',
  text: `UPDATE segments.segment s SET count_due_at = app.now() + interval '5 minutes'
         FROM (SELECT project_id, id FROM segments.segment WHERE count_due_at <= app.now()
               ORDER BY count_due_at LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
         WHERE s.project_id = due.project_id AND s.id = due.id
         RETURNING s.project_id AS "projectId", s.id`,
};

/** Stores a count `($1 project, $2 segment, $3 count, $4 seconds until the next)` of a segment that is not tracked. */
export const storeCount: Statement = {
  name: 'segments_store_count',
  text: `UPDATE segments.segment SET member_count = $3, member_count_at = app.now(),
           count_due_at = app.now() + make_interval(secs => $4)
         WHERE project_id = $1 AND id = $2 AND type = 'DYNAMIC' AND NOT track_membership`,
};

/** Counts the rows of membership of a static or tracked segment `($1 project, $2 segment)` anew. */
export const recountMembers: Statement = {
  name: 'segments_recount_members',
  text: `UPDATE segments.segment SET member_count_at = app.now(),
           member_count = (SELECT count(*) FROM segments.membership m
             WHERE m.project_id = $1 AND m.segment_id = $2 AND m.exited_at IS NULL)
         WHERE project_id = $1 AND id = $2 RETURNING member_count::int AS count`,
};
