-- Accounts, sessions and memberships of the people who use the dashboard.

-- A random secret of this installation, made at the first start where the configuration gives none.
CREATE TABLE identity.secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- Who asked for an account and has not yet shown that the mailbox is theirs. Several may ask for one address; the account
-- belongs to the one whose token comes back. The id becomes the user's, so sessions of the sign-up stay good.
CREATE TABLE identity.signup (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX signup_email ON identity.signup (email, created_at DESC);
CREATE INDEX signup_expires_at ON identity.signup (expires_at);

-- account_id is a user's id or a sign-up's. A cookie is worth nothing without its row here.
CREATE TABLE identity.session (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_account ON identity.session (account_id);
CREATE INDEX session_expires_at ON identity.session (expires_at);

-- Tokens sent by mail: only the SHA-256 is kept, each serves one purpose once.
CREATE TABLE identity.token (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX token_account ON identity.token (account_id, purpose);
CREATE INDEX token_expires_at ON identity.token (expires_at);

-- Somebody who was asked into a project. Whether the address has an account is not looked at: it joins when its owner
-- signs in or signs up.
CREATE TABLE identity.invitation (
  project_id uuid NOT NULL REFERENCES identity.project ON DELETE CASCADE,
  id uuid NOT NULL,
  email text NOT NULL,
  role text NOT NULL CHECK (role IN ('ADMIN', 'MEMBER')),
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, id),
  UNIQUE (project_id, email)
);
CREATE INDEX invitation_email ON identity.invitation (email);

ALTER TABLE identity.project
  ADD COLUMN tracking boolean NOT NULL DEFAULT true,
  ADD COLUMN language text NOT NULL DEFAULT 'en',
  -- Its data is being deleted in every service; nobody may use it any more.
  ADD COLUMN deleted_at timestamptz;
