SELECT app.create_service_schema('identity', 'waybill_gateway');

CREATE TABLE identity.project (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  disabled_at timestamptz,
  disabled_reason text,
  -- Set whenever what a key may do changes: every gateway drops what it has cached of the project.
  access_changed_at timestamptz NOT NULL DEFAULT app.now(),
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now()
);
CREATE INDEX project_access_changed_at ON identity.project (access_changed_at);

-- Exactly one key of each kind per project. Only the SHA-256 is kept; hint is the prefix and the last four characters.
CREATE TABLE identity.api_key (
  project_id uuid NOT NULL REFERENCES identity.project ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('public', 'secret')),
  hash bytea NOT NULL,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, kind)
);
CREATE UNIQUE INDEX api_key_hash ON identity.api_key (hash);

CREATE TABLE identity."user" (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now()
);

CREATE TABLE identity.membership (
  project_id uuid NOT NULL REFERENCES identity.project ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES identity."user" ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX membership_user ON identity.membership (user_id);

-- The gateways that may hold keys in memory, and when each last read which projects changed.
CREATE TABLE identity.replica (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);

SELECT app.create_messaging_tables('identity');
