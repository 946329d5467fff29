import type { Statement } from '@waybill/database/db';

/**
 * Membership of a project is decided by one transaction at a time: each sees what the one before wrote. Ask for the time and
 * the version in a statement of its own, whose snapshot is taken when the lock is held.
 */
export const lockProject: Statement = {
  name: 'segments_lock_project',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('segments.project ' || $1::uuid, 0))`,
};

/** The moment of the decision, and the version of the definitions: `($1 project)`. */
export const projectState: Statement = {
  name: 'segments_project_state',
  text: `SELECT app.now() AS now, p.version::float8, coalesce(p.is_tracked, false) AS "isTracked"
         FROM (SELECT $1::uuid AS id) AS k LEFT JOIN segments.project p ON p.project_id = k.id`,
};

/** Those of the projects `($1)` that have tracked segments. */
export const trackedProjects: Statement = {
  name: 'segments_tracked_projects',
  text: `SELECT project_id AS id FROM segments.project WHERE project_id = ANY ($1::uuid[]) AND is_tracked ORDER BY 1`,
};

/** Every definition of a project: `($1 project)`. */
export const projectSegments: Statement = {
  name: 'segments_project_segments',
  text: `SELECT id, name, slug, type, condition, track_membership AS "trackMembership"
         FROM segments.segment WHERE project_id = $1`,
};

/** After a definition of `($1 project)` has changed, in the same transaction. */
export const moveVersion: Statement = {
  name: 'segments_move_version',
  text: `INSERT INTO segments.project (project_id, is_tracked)
         SELECT $1, EXISTS (SELECT FROM segments.segment WHERE project_id = $1 AND track_membership)
         ON CONFLICT (project_id) DO UPDATE SET version = project.version + 1, is_tracked = excluded.is_tracked`,
};

/** `($1 project, $2 version)`: the contacts service knows what this version watches. */
export const markWatched: Statement = {
  name: 'segments_mark_watched',
  text: `UPDATE segments.project SET watched_version = $2 WHERE project_id = $1`,
};
