-- Imports, bulk jobs and the clean-up jobs. The job library holds who works on what, these tables hold what was done.

SELECT app.create_job_schema('contacts_job', 'waybill_contacts');

-- done: how many rows, ids or contacts of the job's own order have been handled; it moves in the transaction that handles
-- them, with the counts, so both are exact after any crash.
CREATE TABLE contacts.job (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('import', 'subscribe', 'unsubscribe', 'delete', 'field-delete', 'event-delete')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'completed', 'failed')),
  request_id uuid NOT NULL,
  -- What the job is about, by kind: ids, a filter, a field, an event name.
  input jsonb NOT NULL DEFAULT '{}',
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  -- Key of the last contact or event handled, for jobs that walk through a table.
  walked_to uuid,
  created_count integer NOT NULL DEFAULT 0,
  updated_count integer NOT NULL DEFAULT 0,
  unchanged_count integer NOT NULL DEFAULT 0,
  duplicate_count integer NOT NULL DEFAULT 0,
  failure_count integer NOT NULL DEFAULT 0,
  failed_reason text,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX job_age ON contacts.job (created_at);

-- The uploaded file of an import, until the import is over.
CREATE TABLE contacts.job_file (
  project_id uuid NOT NULL,
  job_id uuid NOT NULL,
  csv text NOT NULL,
  PRIMARY KEY (project_id, job_id),
  FOREIGN KEY (project_id, job_id) REFERENCES contacts.job (project_id, id) ON DELETE CASCADE
);

-- What could not be done; position is the row, or the place in the list of ids.
CREATE TABLE contacts.job_error (
  project_id uuid NOT NULL,
  job_id uuid NOT NULL,
  position integer NOT NULL,
  detail jsonb NOT NULL,
  PRIMARY KEY (project_id, job_id, position),
  FOREIGN KEY (project_id, job_id) REFERENCES contacts.job (project_id, id) ON DELETE CASCADE
);
