-- What the one way out takes into account beside the email itself: where it stopped, who may not be mailed any more, how
-- fast an account with a provider may be used, and whose turn it is.

-- The step between claim and settlement that ended a try before the provider was called.
ALTER TABLE delivery.send_attempt ADD COLUMN step text;

-- Projects share a lane by turns: the next project with queued mail is found by key, at any backlog.
CREATE INDEX email_turn ON delivery.email (lane, project_id, due_at, id) WHERE status = 'QUEUED';

-- Contacts that bounced, complained or unsubscribed lately. Acceptance looks at the contact itself, so this says only what
-- happened between acceptance and hand-over: since is compared with the email's created_at, and old rows are removed.
CREATE TABLE delivery.suppression (
  project_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('bounce', 'complaint', 'unsubscribed')),
  -- The address that bounced or complained: another address of the contact is not held against it. Lower case.
  address text,
  since timestamptz NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, contact_id)
);
CREATE INDEX suppression_noted ON delivery.suppression (noted_at);

-- One account with a provider, shared by all workers of all processes: its rate as a bucket of tokens that refills with
-- time, its quota of 24 hours, and its circuit. A row is moved by the claims themselves.
CREATE TABLE delivery.provider_account (
  account text PRIMARY KEY,
  -- Emails per second; null: as fast as it goes.
  base_rate double precision,
  -- After the provider asked to slow down: the rate from then on, which grows again with time.
  slowed_rate double precision,
  slowed_at timestamptz,
  tokens double precision NOT NULL DEFAULT 0,
  refilled_at timestamptz NOT NULL DEFAULT app.now(),
  -- What is left of the quota of 24 hours, as of quota_at and less what was claimed since; null: no quota.
  day_left bigint,
  quota_at timestamptz,
  -- Nothing is claimed before.
  paused_until timestamptz,
  -- The circuit is closed when null, open until this moment, and then lets one email through to try.
  open_until timestamptz,
  -- How often it opened without a success in between.
  openings integer NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- The account as of now. A slowed rate grows by its own size each minute up to the base rate; where there is none, the
-- slowness ends after ten minutes. The bucket holds one second's worth. shut_ms: nothing may be claimed for so long.
CREATE VIEW delivery.provider_account_state AS
SELECT a.account, s.rate, b.burst,
  least(b.burst, a.tokens + greatest(0, extract(epoch FROM app.now() - a.refilled_at)::double precision) * s.rate) AS tokens,
  a.day_left, w.shut_why,
  CASE w.shut_why WHEN 'circuit' THEN a.open_until WHEN 'pause' THEN a.paused_until
    WHEN 'quota' THEN greatest(a.quota_at + interval '1 minute', app.now() + interval '5 seconds') END AS shut_until,
  a.open_until IS NOT NULL AND a.open_until <= app.now() AS trial
FROM delivery.provider_account a
CROSS JOIN LATERAL (
  SELECT least(a.base_rate, CASE WHEN a.base_rate IS NOT NULL OR a.slowed_at > app.now() - interval '10 minutes'
    THEN a.slowed_rate * (1 + greatest(0, extract(epoch FROM app.now() - a.slowed_at)::double precision) / 60) END) AS rate
) s
CROSS JOIN LATERAL (SELECT CASE WHEN s.rate IS NOT NULL THEN greatest(1, s.rate) END AS burst) b
CROSS JOIN LATERAL (
  SELECT CASE WHEN a.open_until > app.now() THEN 'circuit' WHEN a.paused_until > app.now() THEN 'pause'
    WHEN a.day_left <= 0 THEN 'quota' END AS shut_why
) w;

-- The same bucket for one project, where the installation limits projects.
CREATE TABLE delivery.project_pace (
  project_id uuid PRIMARY KEY,
  tokens double precision NOT NULL,
  refilled_at timestamptz NOT NULL DEFAULT app.now()
) WITH (fillfactor = 50);
