-- What a project that wants the name of another project's unproven domain has to publish to get it.
CREATE TABLE domains.contest (
  project_id uuid NOT NULL,
  name text NOT NULL CHECK (name = lower(name) AND length(name) <= 253),
  token text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, name)
);
CREATE INDEX contest_created_at ON domains.contest (created_at);

-- The domain identities that we made in Amazon SES. One whose domain is gone is removed there, with some patience.
CREATE TABLE domains.identity (
  name text PRIMARY KEY,
  -- Not looked at before: an identity is made before its domain is written.
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX identity_due_at ON domains.identity (due_at);
INSERT INTO domains.identity (name, due_at) SELECT name, app.now() FROM domains.domain WHERE proof = 'ses';

-- SES proves a name for the whole account, so a project shows besides that the name is its own. A domain that was verified
-- before that was asked for stays so.
UPDATE domains.domain SET ownership_token = replace(gen_random_uuid()::text, '-', '')
WHERE proof = 'ses' AND verified_at IS NULL;
