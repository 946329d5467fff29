-- Exports: jobs that write a file, part by part.
ALTER TABLE contacts.job DROP CONSTRAINT job_kind_check;
ALTER TABLE contacts.job ADD CONSTRAINT job_kind_check
  CHECK (kind IN ('import', 'export', 'subscribe', 'unsubscribe', 'delete', 'field-delete', 'event-delete'));

-- The file of an export: each step of the job adds a part, in its transaction. position: how many contacts the job had looked at
-- before. Kept for a day after the end of the job.
CREATE TABLE contacts.job_part (
  project_id uuid NOT NULL,
  job_id uuid NOT NULL,
  position integer NOT NULL,
  csv text NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (project_id, job_id, position),
  FOREIGN KEY (project_id, job_id) REFERENCES contacts.job (project_id, id) ON DELETE CASCADE
);
