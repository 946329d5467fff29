import { exportLimits } from '@waybill/contracts/contacts/job';

const kept = `interval '${exportLimits.keptHours} hours'`;

/** The contacts `($1 project, $2 ids)` in the order of their ids. */
export const contactsToExport = `
  SELECT c.id, c.email, c.subscribed, c.suppressed, c.data, c.created_at AS "createdAt", c.updated_at AS "updatedAt"
  FROM contacts.contact c WHERE c.project_id = $1 AND c.id = ANY ($2::uuid[]) ORDER BY c.id`;

/** The most frequent fields that contacts of `($1 project)` have, at most `$2`. */
export const frequentFields = `
  SELECT field FROM (
    SELECT field, contacts FROM contacts.stat WHERE project_id = $1 AND field <> ''
    UNION ALL SELECT field, contacts FROM contacts.stat_delta WHERE project_id = $1 AND field <> ''
  ) AS counted GROUP BY field HAVING sum(contacts) > 0 ORDER BY sum(contacts) DESC, field LIMIT $2`;

/** `($1 project, $2 job, $3 position, $4 text, $5 its bytes)` */
export const insertPart = `
  INSERT INTO contacts.job_part (project_id, job_id, position, csv, bytes) VALUES ($1, $2, $3, $4, $5)`;

/** Bytes of the parts of `($1 project, $2 job)`, null without any. */
export const sizeOfParts = `
  SELECT sum(bytes)::float8 AS bytes FROM contacts.job_part WHERE project_id = $1 AND job_id = $2`;

/** The part of `($1 project, $2 job)` behind the position `$3`. */
export const nextPart = `
  SELECT position, csv FROM contacts.job_part WHERE project_id = $1 AND job_id = $2 AND position > $3
  ORDER BY position LIMIT 1`;

/** Was the job `($1 project, $2 id)` over not longer ago than its file is kept? */
export const isKept = `
  SELECT updated_at >= app.now() - ${kept} AS "isKept" FROM contacts.job WHERE project_id = $1 AND id = $2`;

export const dropParts = `DELETE FROM contacts.job_part WHERE project_id = $1 AND job_id = $2`;

/** Drops the files of the completed exports of `($1 project)` but those of the `$2` that ended last. */
export const dropOlderParts = `
  DELETE FROM contacts.job_part WHERE project_id = $1 AND job_id IN (
    SELECT id FROM contacts.job WHERE project_id = $1 AND kind = 'export' AND state = 'completed'
    ORDER BY updated_at DESC, id DESC OFFSET $2
  )`;

/** Statement over all projects: drops the files that are not kept any longer. */
export const pruneParts = `
  DELETE FROM contacts.job_part p USING contacts.job j
  WHERE j.project_id = p.project_id AND j.id = p.job_id AND j.state IN ('completed', 'failed')
    AND j.updated_at < app.now() - ${kept}`;
