-- Resets and deletions of projects: which services have not yet said that they are done.
CREATE TABLE identity.erasure_job (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reset', 'delete')),
  services smallint NOT NULL,
  waiting_for text[] NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT app.now(),
  finished_at timestamptz
);
CREATE INDEX erasure_job_project ON identity.erasure_job (project_id);
