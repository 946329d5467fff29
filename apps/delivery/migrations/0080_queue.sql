-- The queue apart from the ledger: what the sending of an email writes again and again is a narrow row that is removed when
-- the email has left; the wide ledger row is written when it is accepted and when it is settled.

-- One row for each email that is QUEUED, and none for any other. Claims, leases and retries write this row only. SENDING is
-- not stored: an email is being sent while its row here has a claim token.
CREATE TABLE delivery.queue (
  project_id uuid NOT NULL,
  email_id uuid NOT NULL,
  lane text NOT NULL CHECK (lane IN ('transactional', 'workflow', 'campaign')),
  due_at timestamptz NOT NULL DEFAULT app.now(),
  -- Attempts that have begun.
  attempt integer NOT NULL DEFAULT 0,
  -- The provider account that the last attempt was claimed for.
  account text,
  lease_until timestamptz,
  claim_token uuid,
  PRIMARY KEY (project_id, email_id),
  CONSTRAINT claim_has_lease CHECK ((claim_token IS NULL) = (lease_until IS NULL) AND (claim_token IS NULL OR account IS NOT NULL))
) WITH (
  fillfactor = 70,
  -- Every email leaves dead rows here; they are removed as soon as there are a few thousand, at full speed.
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0.5, autovacuum_analyze_threshold = 5000
);

INSERT INTO delivery.queue (project_id, email_id, lane, due_at, attempt, account, lease_until, claim_token)
SELECT e.project_id, e.id, e.lane, e.due_at, e.attempt, COALESCE(a.provider, e.provider, 'none'), e.lease_until, e.claim_token
FROM delivery.email e
LEFT JOIN delivery.send_attempt a ON a.project_id = e.project_id AND a.email_id = e.id AND a.attempt = e.attempt
WHERE e.status IN ('QUEUED', 'SENDING');

-- Which queued emails are due, the oldest first; whose turn it is, project by project; which claims have expired.
CREATE INDEX queue_due ON delivery.queue (lane, due_at, email_id) WHERE claim_token IS NULL;
CREATE INDEX queue_turn ON delivery.queue (lane, project_id, due_at, email_id) WHERE claim_token IS NULL;
CREATE INDEX queue_lease ON delivery.queue (lease_until) WHERE claim_token IS NOT NULL;

DROP INDEX delivery.email_due, delivery.email_turn, delivery.email_lease;
ALTER TABLE delivery.email DROP CONSTRAINT sending_is_claimed;
UPDATE delivery.email SET status = 'QUEUED' WHERE status = 'SENDING';
ALTER TABLE delivery.email
  DROP COLUMN claim_token, DROP COLUMN lease_until, DROP COLUMN due_at,
  DROP CONSTRAINT email_status_check,
  ADD CONSTRAINT email_status_check CHECK (status IN ('QUEUED', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED',
    'COMPLAINED', 'FAILED', 'SUPPRESSED', 'UNKNOWN', 'RECEIVED'));

-- An attempt is written once, when it is over.
DELETE FROM delivery.send_attempt WHERE outcome IS NULL;
ALTER TABLE delivery.send_attempt ALTER COLUMN outcome SET NOT NULL, ALTER COLUMN ended_at SET NOT NULL,
  ALTER COLUMN ended_at SET DEFAULT app.now();

-- An email as the interface shows it: with what only its row of the queue knows.
CREATE VIEW delivery.email_state AS
SELECT e.project_id, e.id, e.message_id, e.contact_id, e.to_address, e.to_name, e.from_address, e.from_name, e.reply_to,
  e.subject, e.variables, e.source_type, e.template_id, e.campaign_id, e.request_id, e.lane,
  CASE WHEN q.claim_token IS NOT NULL THEN 'SENDING' ELSE e.status END AS status,
  e.reason, COALESCE(q.attempt, e.attempt) AS attempt, e.doubtful_attempts, e.possible_duplicate, e.unknown_since,
  COALESCE(q.account, e.provider) AS provider, e.provider_message_id, e.sent_at, e.delivered_at, e.opened_at, e.clicked_at,
  e.bounced_at, e.complained_at, e.opens, e.clicks, e.created_at, e.updated_at,
  q.due_at, q.lease_until, q.claim_token
FROM delivery.email e
LEFT JOIN delivery.queue q ON q.project_id = e.project_id AND q.email_id = e.id AND e.status = 'QUEUED';

-- How many emails of a project wait or are being sent, per lane: the sum of its slots. Moved by the statements that write the
-- queue. Connections write to different slots, so that they seldom wait for each other; one slot alone may be negative.
CREATE TABLE delivery.queued_count (
  project_id uuid NOT NULL,
  lane text NOT NULL,
  slot smallint NOT NULL,
  emails bigint NOT NULL,
  PRIMARY KEY (project_id, lane, slot)
) WITH (fillfactor = 50);

INSERT INTO delivery.queued_count (project_id, lane, slot, emails)
SELECT project_id, lane, 0, count(*) FROM delivery.queue GROUP BY project_id, lane;
