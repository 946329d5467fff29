import type { Condition } from '@waybill/audience/condition';
import type { SegmentType } from '@waybill/contracts/segments/segment';
import type { Statement } from '@waybill/database/db';
import { nextUpdatedAt } from '@waybill/database/sql-values';

/** A segment's row. `countedAt`: when its count was right, which is now where the count is kept. */
export type SegmentRow = {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  description: string | null;
  type: SegmentType;
  condition: Condition | null;
  trackMembership: boolean;
  memberCount: number;
  countedAt: Date | null;
  computedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

const columns = `id, project_id AS "projectId", name, slug, description, type, condition,
  track_membership AS "trackMembership", member_count::int AS "memberCount", computed_at AS "computedAt",
  CASE WHEN type = 'STATIC' OR (track_membership AND computed_at IS NOT NULL) THEN app.now() ELSE member_count_at END AS "countedAt",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** All segments of `($1 project)`, newest first. */
export const listSegments: Statement = {
  name: 'segments_list',
  text: `SELECT ${columns} FROM segments.segment WHERE project_id = $1 ORDER BY id DESC`,
};

/** `($1 project, $2 id)`. */
export const getSegment: Statement = {
  name: 'segments_get',
  text: `SELECT ${columns} FROM segments.segment WHERE project_id = $1 AND id = $2`,
};

/** `($1 project, $2 id, $3 name, $4 slug, $5 description, $6 type, $7 condition, $8 tracked)`; a repeated id changes nothing. */
export const insertSegment: Statement = {
  name: 'segments_insert',
  text: `INSERT INTO segments.segment (project_id, id, name, slug, description, type, condition, track_membership, count_due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, CASE WHEN $6 = 'DYNAMIC' AND NOT $8 THEN app.now() END)
         ON CONFLICT (project_id, id) DO NOTHING RETURNING id`,
};

/** `($1 project, $2 id, $3 name, $4 slug, $5 description, $6 condition, $7 tracked)`: a segment as it is from now on. */
export const updateSegment: Statement = {
  name: 'segments_update',
  text: `UPDATE segments.segment SET name = $3, slug = $4, description = $5, condition = $6, track_membership = $7,
           count_due_at = CASE WHEN type = 'DYNAMIC' AND NOT $7 THEN app.now() END,
           member_count_at = CASE WHEN condition IS DISTINCT FROM $6::jsonb THEN NULL ELSE member_count_at END,
           computed_at = CASE WHEN condition IS DISTINCT FROM $6::jsonb OR NOT $7 THEN NULL ELSE computed_at END,
           updated_at = ${nextUpdatedAt}
         WHERE project_id = $1 AND id = $2`,
};

export const deleteSegment: Statement = {
  name: 'segments_delete',
  text: `DELETE FROM segments.segment WHERE project_id = $1 AND id = $2`,
};

/** The contacts of addresses `($1 project, $2 lower-case addresses)`. */
export const contactsByEmail: Statement = {
  name: 'segments_contacts_by_email',
  text: `SELECT c.id, c.email FROM unnest($2::text[]) AS k (email)
         JOIN contacts.contact c ON c.project_id = $1 AND c.email = k.email`,
};

/** Members of a static segment, or of a tracked one, as contacts: `($1 project, $2 segment, $3 limit, $4 offset)`. */
export const membersByEntry = (contact: string): Statement => ({
  name: 'segments_members_by_entry',
  text: `SELECT ${contact} FROM segments.membership m
         JOIN contacts.contact c ON c.project_id = m.project_id AND c.id = m.contact_id
         WHERE m.project_id = $1 AND m.segment_id = $2 AND m.exited_at IS NULL
         ORDER BY m.entered_at DESC, m.contact_id DESC LIMIT $3 OFFSET $4`,
});
export const membersByAge = (contact: string): Statement => ({
  name: 'segments_members_by_age',
  text: `SELECT ${contact} FROM (
           SELECT project_id, contact_id FROM segments.membership
           WHERE project_id = $1 AND segment_id = $2 AND exited_at IS NULL ORDER BY contact_id DESC LIMIT $3 OFFSET $4
         ) AS m JOIN contacts.contact c ON c.project_id = m.project_id AND c.id = m.contact_id
         ORDER BY m.contact_id DESC`,
});
