-- The schema of the gateway. In this order:
--   projects and keys · users and sign-in · members · account mail · request limits · uploads · reputation · erasure · replicas

SELECT app.create_service_schema('identity', 'waybill_gateway');
SELECT app.create_messaging_tables('identity');


------------------------------------------------------------------------------------------------------------------------
-- Projects and keys

CREATE TABLE identity.project (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Of the pages and mails that contacts see.
  language text NOT NULL DEFAULT 'en',
  -- Of opens and clicks, where a message does not say it.
  tracking text NOT NULL DEFAULT 'ENABLED'
    CONSTRAINT project_tracking CHECK (tracking IN ('ENABLED', 'DISABLED', 'MARKETING_ONLY')),
  disabled_at timestamptz,
  disabled_reason text,
  -- Its data is being deleted in every service; the project can no longer be used.
  deleted_at timestamptz,
  -- Set whenever what a key may do changes: every gateway then drops what it has cached of the project.
  access_changed_at timestamptz NOT NULL DEFAULT app.now(),
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now()
);
CREATE INDEX project_access_changed_at ON identity.project (access_changed_at);

-- Exactly one key of each kind per project. Only the SHA-256 of a key is kept; hint is the prefix and the last four characters.
CREATE TABLE identity.api_key (
  project_id uuid NOT NULL REFERENCES identity.project ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('public', 'secret')),
  hash bytea NOT NULL,
  hint text NOT NULL,
  -- The public key itself: it stands in browsers and apps, so the dashboard shows it. A secret key is never kept.
  shown text CHECK (shown IS NULL OR kind = 'public'),
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, kind)
);
CREATE UNIQUE INDEX api_key_hash ON identity.api_key (hash);


------------------------------------------------------------------------------------------------------------------------
-- Users and sign-in

CREATE TABLE identity."user" (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  password_hash text,
  email_verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now()
);

-- The account of another service that a user signs in with. `oidc:` and the issuer: an OpenID Connect provider of the
-- installation's choice, because a subject is unique only within its issuer.
CREATE TABLE identity.oauth_account (
  provider text NOT NULL CHECK (provider IN ('github', 'google') OR provider LIKE 'oidc:%'),
  subject text NOT NULL,
  user_id uuid NOT NULL REFERENCES identity."user" ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (provider, subject)
);
CREATE INDEX oauth_account_user ON identity.oauth_account (user_id);

-- Requests for an account whose address is not verified yet. Several may name one address; the account belongs to the one
-- whose token comes back. The id becomes the user's, so sessions of the sign-up stay valid.
CREATE TABLE identity.signup (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX signup_email ON identity.signup (email, created_at DESC);
CREATE INDEX signup_expires_at ON identity.signup (expires_at);

-- account_id is the id of a user or of a sign-up. A cookie is valid only with its row here.
CREATE TABLE identity.session (
  id uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  -- Of the browser that opened the session; shown in the list of open sessions only.
  user_agent text,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX session_account ON identity.session (account_id);
CREATE INDEX session_expires_at ON identity.session (expires_at);

-- Tokens sent by mail: only the SHA-256 is kept, and each serves one purpose once.
CREATE TABLE identity.token (
  hash bytea PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('verify-email', 'reset-password')),
  account_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX token_account ON identity.token (account_id, purpose);
CREATE INDEX token_expires_at ON identity.token (expires_at);

-- Random secrets of this installation, made at the first start where the configuration gives none.
CREATE TABLE identity.secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);


------------------------------------------------------------------------------------------------------------------------
-- Members

CREATE TABLE identity.membership (
  project_id uuid NOT NULL REFERENCES identity.project ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES identity."user" ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER')),
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, user_id)
);
CREATE INDEX membership_user ON identity.membership (user_id);

-- An address that was invited to a project, with or without an account: it joins when its owner signs in or signs up.
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


------------------------------------------------------------------------------------------------------------------------
-- Account mail

-- Mails of Waybill itself that wait for the send path. Whether the address has an account is looked up when the mail is made,
-- so that the request that asked for it takes the same path for every address.
CREATE TABLE identity.account_mail (
  id uuid PRIMARY KEY,
  message_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  request_id uuid NOT NULL,
  kind text NOT NULL CHECK (
    kind IN ('signup', 'verify', 'reset', 'invitation', 'suspension', 'domain-verified', 'domain-lost', 'usage-warning')
  ),
  email text NOT NULL,
  -- The sign-up, where the mail is about one.
  subject_id uuid,
  -- The name of the sending domain, or how much of a limit is used, where the mail is about that.
  detail text,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  created_at timestamptz NOT NULL DEFAULT app.now()
);
CREATE INDEX account_mail_due ON identity.account_mail (due_at);


------------------------------------------------------------------------------------------------------------------------
-- Request limits

-- How often an action was attempted lately, counted in slices of time.
CREATE TABLE identity.throttle (
  key text NOT NULL,
  slice_at timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (key, slice_at)
);
CREATE INDEX throttle_slice_at ON identity.throttle (slice_at);

-- How often a key was counted in its window, over all gateways: the requests of a project, of an address, of a public key.
-- Unlogged, because a lost count does little harm: after a crash every key starts with a fresh window.
CREATE UNLOGGED TABLE identity.rate_window (
  key text PRIMARY KEY CHECK (length(key) <= 600),
  ends_at timestamptz NOT NULL,
  used integer NOT NULL
);
CREATE INDEX rate_window_ends_at ON identity.rate_window (ends_at);

-- One row per Idempotency-Key of a project, for 24 hours. Without an answer and after its lease, the key is free. The seed makes
-- the ids of the request's rows: a repetition of the same body makes the same ids, so that a request whose gateway died between
-- the commit and the answer has no second effect.
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


------------------------------------------------------------------------------------------------------------------------
-- Uploads

-- Images of projects. The configured storage holds the content; an image is found by its name only.
CREATE TABLE identity.upload (
  project_id uuid NOT NULL,
  name text NOT NULL,
  size integer NOT NULL,
  content_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, name)
);


------------------------------------------------------------------------------------------------------------------------
-- Reputation

-- The counts of a project's emails, by the hour of the event; the hour -infinity holds the sum of all hours.
CREATE TABLE identity.reputation (
  project_id uuid NOT NULL,
  hour_at timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  bounces integer NOT NULL DEFAULT 0,
  complaints integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, hour_at)
);

-- Projects whose bounces or complaints were counted and whose reputation is to be judged. The counts of sent emails may lag, so
-- the bounces and complaints are noted together with the position of the event stream, and judged when the sent emails up to
-- that position are counted.
CREATE TABLE identity.reputation_check (
  project_id uuid PRIMARY KEY,
  -- infinity: there are too few emails to judge; the next counted emails bring it back.
  due_at timestamptz NOT NULL DEFAULT app.now(),
  -- The stream, its last sequence, and the counted bounces and complaints, noted together; null until then.
  incarnation text,
  after_seq bigint,
  harm jsonb,
  -- Bounces or complaints, and sent emails, that were counted since then.
  harmed_again boolean NOT NULL DEFAULT false,
  sent_again boolean NOT NULL DEFAULT false
);
CREATE INDEX reputation_check_due ON identity.reputation_check (due_at);

CREATE TABLE identity.suspension (
  project_id uuid NOT NULL,
  suspended_at timestamptz NOT NULL DEFAULT app.now(),
  reason text NOT NULL,
  PRIMARY KEY (project_id, suspended_at)
);


------------------------------------------------------------------------------------------------------------------------
-- Erasure and replicas

-- Resets and deletions of projects, with the services that have not reported yet that they are done.
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

-- The gateways that may cache keys, and when each last read which projects changed.
CREATE TABLE identity.replica (
  id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
