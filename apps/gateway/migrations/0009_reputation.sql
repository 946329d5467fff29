-- What became of a project's emails, by the hour of the fact; the hour -infinity holds the sum of all hours.
CREATE TABLE identity.reputation (
  project_id uuid NOT NULL,
  hour_at timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  bounces integer NOT NULL DEFAULT 0,
  complaints integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, hour_at)
);

CREATE TABLE identity.suspension (
  project_id uuid NOT NULL,
  suspended_at timestamptz NOT NULL DEFAULT app.now(),
  reason text NOT NULL,
  PRIMARY KEY (project_id, suspended_at)
);
