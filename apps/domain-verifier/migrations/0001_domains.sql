-- Sending domains, how they are proven, and the identities that we create at Amazon SES.

SELECT app.create_service_schema('domains', 'waybill_domain_verifier');

-- A domain name belongs to one project: SES identities are account-wide, so a second owner could send as the first.
CREATE TABLE domains.domain (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL CHECK (name = lower(name) AND length(name) <= 253),
  -- none: the installation's own; dns: by records that we read; ses: by Amazon SES.
  proof text NOT NULL DEFAULT 'none' CHECK (proof IN ('none', 'dns', 'ses')),
  verified_at timestamptz,
  ownership_token text,
  dkim_selector text,
  dkim_public_key text,
  -- AES-256-GCM under a key of the configuration, bound to the id of the row.
  dkim_private_key bytea,
  dkim_tokens text[] NOT NULL DEFAULT '{}',
  proof_status text NOT NULL DEFAULT 'Pending',
  -- Result of the last check: '<type> <name>' of a record -> its status.
  record_status jsonb NOT NULL DEFAULT '{}',
  -- Definite negative answers since the last positive one.
  negative_checks integer NOT NULL DEFAULT 0,
  checked_at timestamptz,
  -- Null where nothing is to be checked.
  next_check_at timestamptz,
  -- Lease of a check: no other check begins before, and only the holder of the token may write its result.
  checking_until timestamptz,
  check_token uuid,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);
-- Global on purpose: see above.
CREATE UNIQUE INDEX domain_name ON domains.domain (name);
CREATE INDEX domain_next_check_at ON domains.domain (next_check_at) WHERE next_check_at IS NOT NULL;

-- The record that a project must publish to take over the name of another project's unproven domain.
CREATE TABLE domains.contest (
  project_id uuid NOT NULL,
  name text NOT NULL CHECK (name = lower(name) AND length(name) <= 253),
  token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, name)
);
CREATE INDEX contest_created_at ON domains.contest (created_at);

-- The domain identities that we created in Amazon SES, of the whole account. One without a domain is removed there.
CREATE TABLE domains.identity (
  name text PRIMARY KEY,
  -- Not checked before: an identity is created before its domain is written.
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX identity_due_at ON domains.identity (due_at);

SELECT app.create_messaging_tables('domains');
