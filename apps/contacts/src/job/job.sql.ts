const columns = `project_id AS "projectId", id, kind, state, request_id AS "requestId", input, total, done,
  walked_to AS "walkedTo", created_count AS created, updated_count AS updated, unchanged_count AS unchanged,
  duplicate_count AS duplicate, failure_count AS failed, failed_reason AS "failedReason",
  similar_fields AS "similarFields", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** `($1 project, $2 id, $3 kind, $4 request, $5 input, $6 total)`; the same id again is the same job. */
export const insertJob = `
  INSERT INTO contacts.job (project_id, id, kind, request_id, input, total) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT DO NOTHING RETURNING id`;
/** Serialises the transactions that add a job of `($1 project)`, so that two of them cannot both pass the limit. */
export const lockJobs = `SELECT pg_advisory_xact_lock(hashtextextended('contacts.job ' || $1, 0))`;
/** Counts the jobs of `($1 project)` except `$2` that have not ended. */
export const countOpen = `
  SELECT count(*)::int AS open FROM contacts.job WHERE project_id = $1 AND state IN ('waiting', 'active') AND id <> $2`;
export const insertFile = `INSERT INTO contacts.job_file (project_id, job_id, csv) VALUES ($1, $2, $3)`;

/** `($1 project, $2 id)` */
export const getJob = `SELECT ${columns} FROM contacts.job WHERE project_id = $1 AND id = $2`;
export const lockJob = `${getJob} FOR UPDATE`;
export const getFile = `SELECT csv FROM contacts.job_file WHERE project_id = $1 AND job_id = $2`;
export const dropFile = `DELETE FROM contacts.job_file WHERE project_id = $1 AND job_id = $2`;
export const listErrors = `
  SELECT detail FROM contacts.job_error WHERE project_id = $1 AND job_id = $2 ORDER BY position LIMIT $3`;

/**
 * Adds what a step did: `($1 project, $2 id, $3 done, $4..$8 counts, $9 total, $10 walked to, $11 similar fields)`, the last
 * three null where they stay.
 */
export const advanceJob = `
  UPDATE contacts.job SET state = 'active', done = done + $3, created_count = created_count + $4,
    updated_count = updated_count + $5, unchanged_count = unchanged_count + $6, duplicate_count = duplicate_count + $7,
    failure_count = failure_count + $8, total = coalesce($9, total), walked_to = coalesce($10, walked_to),
    similar_fields = coalesce($11::jsonb, similar_fields),
    updated_at = app.now()
  WHERE project_id = $1 AND id = $2`;

/** `($1 project, $2 id, $3 positions, $4 details)` */
export const insertErrors = `
  INSERT INTO contacts.job_error (project_id, job_id, position, detail)
  SELECT $1, $2, e.position, e.detail FROM unnest($3::int[], $4::jsonb[]) AS e (position, detail)`;

/** `($1 project, $2 id, $3 state, $4 reason)`; an end is for good. */
export const endJob = `
  UPDATE contacts.job SET state = $3, failed_reason = $4, updated_at = app.now()
  WHERE project_id = $1 AND id = $2 AND state IN ('waiting', 'active')`;

/** Jobs are shown for thirty days. */
export const pruneJobs = `DELETE FROM contacts.job WHERE created_at < app.now() - interval '30 days'`;
