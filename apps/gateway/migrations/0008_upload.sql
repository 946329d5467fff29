-- Images of projects: where they lie is the storage's affair, the name is the only way to them.
CREATE TABLE identity.upload (
  project_id uuid NOT NULL,
  name text NOT NULL,
  size integer NOT NULL,
  content_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, name)
);
