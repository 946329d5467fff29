-- One row per Idempotency-Key of a project, for 24 hours. Without an answer and with its lease over, the key is free. The
-- seed makes the ids of the request's rows: who repeats the same body makes the same ids, so a request whose gateway died
-- between the commit and the answer has no second effect.
CREATE TABLE identity.idempotency_key (
  project_id uuid NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint bytea NOT NULL,
  seed uuid NOT NULL,
  claim uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  status smallint,
  body text,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, key)
);
CREATE INDEX idempotency_key_expires_at ON identity.idempotency_key (expires_at);
