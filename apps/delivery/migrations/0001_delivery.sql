-- The schema of the delivery service. In this order:
--   templates · content of emails · ledger · queue · partitions · provider accounts · reports of providers · suppression and
--   erasure · monthly usage · campaigns · activity · simulator · rights of other services

SELECT app.create_service_schema('delivery', 'waybill_delivery');
SELECT app.create_messaging_tables('delivery');

-- The smallest UUIDv7 of a moment.
CREATE FUNCTION delivery.id_floor(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid
  FROM (SELECT lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') AS hex) AS time
$$;

-- The moment of a UUIDv7.
CREATE FUNCTION delivery.id_moment(id uuid) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_timestamp(('x' || lpad(replace(left(id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint / 1000.0);

-- The first day of the UTC month of a moment.
CREATE FUNCTION delivery.month_of(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT date_trunc('month', moment AT TIME ZONE 'UTC')::date $$;


------------------------------------------------------------------------------------------------------------------------
-- Templates

CREATE TABLE delivery.template (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  subject text NOT NULL,
  body text NOT NULL,
  -- The text part; null: it is made from the body.
  text text,
  -- The document of the visual editor that the body was composed from; null: the body was written as HTML.
  design jsonb,
  from_address text,
  from_name text,
  reply_to text,
  type text NOT NULL CHECK (type IN ('TRANSACTIONAL', 'MARKETING')),
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);


------------------------------------------------------------------------------------------------------------------------
-- Content of emails. Partitions are dropped when they are older than BODY_RETENTION_DAYS; the ledger rows stay.

-- What all recipients of one request or of one campaign share.
CREATE TABLE delivery.message (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  -- The text part; null: it is made from the HTML.
  text text,
  headers jsonb NOT NULL DEFAULT '{}',
  tracking boolean,
  -- A marketing message has the footer and the one-click headers, also when its template changes later.
  marketing boolean NOT NULL DEFAULT false,
  attachments smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
) PARTITION BY RANGE (id);

CREATE TABLE delivery.message_attachment (
  project_id uuid NOT NULL,
  message_id uuid NOT NULL,
  position smallint NOT NULL,
  filename text NOT NULL,
  content_type text NOT NULL,
  content_id text,
  disposition text NOT NULL CHECK (disposition IN ('attachment', 'inline')),
  content bytea NOT NULL,
  PRIMARY KEY (project_id, message_id, position)
) PARTITION BY RANGE (message_id);

-- Retention removes by age. Ids grow with time, so a block range index is enough and costs little.
CREATE INDEX message_age ON delivery.message USING brin (id);
CREATE INDEX message_attachment_age ON delivery.message_attachment USING brin (message_id);


------------------------------------------------------------------------------------------------------------------------
-- Ledger

-- One row per cause of an email. The id is the cause. `/v1/send`: a UUIDv7 that the gateway makes once per request and
-- recipient. A campaign or workflow makes a UUIDv7 whose time is the start of the campaign (or of the step execution) and whose
-- random part is the hash of campaign (or step execution) and contact. A repeated insert meets the same key and does nothing.
CREATE TABLE delivery.email (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  message_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  to_address text NOT NULL,
  to_name text,
  from_address text NOT NULL,
  from_name text,
  reply_to text,
  -- The template as given until hand-over, then the line that was sent.
  subject text NOT NULL,
  -- {data, subscribed}: the contact's values at acceptance, with the request's own ones.
  variables jsonb NOT NULL DEFAULT '{}',
  source_type text NOT NULL CHECK (source_type IN ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND')),
  template_id uuid,
  campaign_id uuid,
  request_id uuid,
  lane text NOT NULL CHECK (lane IN ('transactional', 'workflow', 'campaign')),
  -- SENDING is not stored: see delivery.email_state.
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED', 'BOUNCED',
    'COMPLAINED', 'FAILED', 'SUPPRESSED', 'UNKNOWN', 'RECEIVED')),
  reason text,
  -- The last attempt that ended; those of an email in the queue are counted there.
  attempt integer NOT NULL DEFAULT 0,
  doubtful_attempts integer NOT NULL DEFAULT 0,
  possible_duplicate boolean NOT NULL DEFAULT false,
  unknown_since timestamptz,
  provider text,
  provider_message_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  -- When the contact unsubscribed by a link of this email.
  unsubscribed_at timestamptz,
  opens integer NOT NULL DEFAULT 0,
  clicks integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id),
  -- An email that may still be handed over is not known to be sent: this is why email.sent happens once.
  CONSTRAINT sent_once CHECK (status NOT IN ('QUEUED', 'UNKNOWN') OR sent_at IS NULL),
  CONSTRAINT unknown_has_begin CHECK ((status = 'UNKNOWN') = (unknown_since IS NOT NULL))
) PARTITION BY RANGE (id);

CREATE INDEX email_unknown ON delivery.email (unknown_since) WHERE status = 'UNKNOWN';
CREATE INDEX email_provider_message ON delivery.email (provider_message_id) WHERE provider_message_id IS NOT NULL;
-- The contact comes first. With the project first, this index would answer (project_id, id) as well as the primary key while a
-- partition is empty, and a statement planned then would later read a whole project for each email.
CREATE INDEX email_contact ON delivery.email (contact_id, project_id, id);
CREATE INDEX email_campaign ON delivery.email (project_id, campaign_id, id) WHERE campaign_id IS NOT NULL;
-- The emails of a campaign that have no final status.
CREATE INDEX email_campaign_open ON delivery.email (project_id, campaign_id, id)
  WHERE campaign_id IS NOT NULL AND status IN ('QUEUED', 'UNKNOWN');

-- One attempt to hand over one email, written once, when it is over.
CREATE TABLE delivery.send_attempt (
  project_id uuid NOT NULL,
  email_id uuid NOT NULL,
  attempt integer NOT NULL,
  claim_token uuid NOT NULL,
  provider text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT app.now(),
  ended_at timestamptz NOT NULL DEFAULT app.now(),
  outcome text NOT NULL
    CHECK (outcome IN ('accepted', 'not_accepted', 'rejected', 'doubtful', 'not_tried', 'lease_expired')),
  -- The step between claim and settlement that ended the attempt before the provider was called.
  step text,
  detail text,
  provider_message_id text,
  PRIMARY KEY (project_id, email_id, attempt)
) PARTITION BY RANGE (email_id);


------------------------------------------------------------------------------------------------------------------------
-- Queue, apart from the ledger: what sending writes again and again is a narrow row that is removed when the email has left.
-- The wide ledger row is written when the email is accepted and when it is settled.

-- One row for each email that is QUEUED, and none for any other. Claims, leases and retries write this row only. An email is
-- being sent while its row here has a claim token.
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
-- Which queued emails are due, the oldest first.
CREATE INDEX queue_due ON delivery.queue (lane, due_at, email_id) WHERE claim_token IS NULL;
-- Round-robin over projects: the next project with queued emails is found by key, at any backlog.
CREATE INDEX queue_turn ON delivery.queue (lane, project_id, due_at, email_id) WHERE claim_token IS NULL;
-- Which claims have expired.
CREATE INDEX queue_lease ON delivery.queue (lease_until) WHERE claim_token IS NOT NULL;

-- An email as the API shows it: with what only its row of the queue knows.
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


------------------------------------------------------------------------------------------------------------------------
-- Partitions of content and ledger: one per table and UTC month. The functions run with the rights of the tables' owner, so
-- that the service's role needs no right to create or drop tables.

-- An id of a month without a partition lies in the default partition.
CREATE TABLE delivery.email_default PARTITION OF delivery.email DEFAULT WITH (fillfactor = 80);
CREATE TABLE delivery.message_default PARTITION OF delivery.message DEFAULT;
CREATE TABLE delivery.message_attachment_default PARTITION OF delivery.message_attachment DEFAULT;
CREATE TABLE delivery.send_attempt_default PARTITION OF delivery.send_attempt DEFAULT WITH (fillfactor = 80);

-- Makes the missing partitions from this month to months_ahead later; returns how many. A month whose ids already lie in the
-- default partition stays there.
CREATE FUNCTION delivery.ensure_partitions(months_ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  parent text;
  month timestamp;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('delivery.ensure_partitions', 0));
  FOREACH parent IN ARRAY ARRAY['email', 'message', 'message_attachment', 'send_attempt'] LOOP
    FOR ahead IN 0..least(months_ahead, 24) LOOP
      month := date_trunc('month', app.now() AT TIME ZONE 'UTC') + make_interval(months => ahead);
      name := parent || to_char(month, '_YYYY_MM');
      CONTINUE WHEN to_regclass(format('delivery.%I', name)) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE delivery.%I PARTITION OF delivery.%I FOR VALUES FROM (%L) TO (%L) %s', name, parent,
          delivery.id_floor(month AT TIME ZONE 'UTC'),
          delivery.id_floor((month + interval '1 month') AT TIME ZONE 'UTC'),
          CASE WHEN parent IN ('email', 'send_attempt') THEN 'WITH (fillfactor = 80)' ELSE '' END);
        made := made + 1;
      EXCEPTION WHEN check_violation THEN
        RAISE WARNING 'delivery.% is not made: ids of that month already lie in the default partition', name;
      END;
    END LOOP;
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION delivery.ensure_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.ensure_partitions(integer) TO waybill_delivery;

-- Drops the content partitions whose whole month ended before the moment; returns how many. Waits at most two seconds for a
-- lock, so that sending never waits for it for longer.
CREATE FUNCTION delivery.drop_content_before(moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('delivery.message'::regclass, 'delivery.message_attachment'::regclass)
      AND c.relname ~ '_\d{4}_\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= moment AT TIME ZONE 'UTC'
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE delivery.%I', part.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION delivery.drop_content_before(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.drop_content_before(timestamptz) TO waybill_delivery;

SELECT delivery.ensure_partitions(3);


------------------------------------------------------------------------------------------------------------------------
-- Provider accounts: how fast an account may be used, its quota and its circuit breaker

-- One account with a provider, shared by all workers of all processes: its rate as a token bucket that refills with time, its
-- quota of 24 hours, and its circuit breaker. The claims themselves write the row.
CREATE TABLE delivery.provider_account (
  account text PRIMARY KEY,
  -- Emails per second; null: no limit.
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
  -- The circuit is closed when null, open until this moment, and then half-open: one email is claimed as a trial.
  open_until timestamptz,
  -- How often it opened without a success in between.
  openings integer NOT NULL DEFAULT 0,
  -- The circuit is open because the provider refuses the account, and not because it does not answer.
  open_refused boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50);

-- The account as of now. A slowed rate grows by its own size each minute up to the base rate; without a base rate the
-- slowdown ends after ten minutes. The bucket holds the tokens of one second. shut_until: nothing may be claimed before.
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


------------------------------------------------------------------------------------------------------------------------
-- Reports of providers

-- A body that a provider sent over HTTP, as received: verified, stored, answered, and read afterwards. The id is the
-- provider's, so that a repetition has no effect.
CREATE TABLE delivery.provider_message (
  id text PRIMARY KEY CHECK (length(id) <= 100),
  provider text NOT NULL,
  source text NOT NULL,
  -- Bytes, because a text may hold what text columns do not take.
  content bytea NOT NULL,
  published_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app.now(),
  -- An email for a verified domain: imported by another worker, which asks other services.
  inbound boolean NOT NULL DEFAULT false,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  processed_at timestamptz,
  note text
);
CREATE INDEX provider_message_due ON delivery.provider_message (inbound, due_at) WHERE processed_at IS NULL;
CREATE INDEX provider_message_done ON delivery.provider_message (processed_at) WHERE processed_at IS NOT NULL;
-- Messages that were given up are listed for an operator, among the many that were read.
CREATE INDEX provider_message_failed ON delivery.provider_message (processed_at) WHERE note LIKE 'failed:%';

-- Whether reports of a provider still arrive. No row: none ever arrived, so no email waits for one.
CREATE TABLE delivery.provider_ingress (
  provider text PRIMARY KEY,
  -- The last verified message.
  heard_at timestamptz NOT NULL,
  -- When the provider accepted the first email since then: its report is due.
  owed_since timestamptz,
  -- Since when reports have arrived without an interruption.
  steady_since timestamptz NOT NULL
);

-- One statement of a provider about one email. dedup_key makes the second copy of a statement have no effect.
CREATE TABLE delivery.provider_notification (
  id uuid PRIMARY KEY,
  provider text NOT NULL,
  project_id uuid,
  email_id uuid,
  attempt integer,
  kind text NOT NULL,
  occurred_at timestamptz NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  dedup_key text NOT NULL UNIQUE,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  processed_at timestamptz,
  note text
);
-- Opens and clicks come last: bounces and complaints do not wait behind them.
CREATE INDEX provider_notification_due ON delivery.provider_notification
  ((kind IN ('Open', 'Click')), due_at, id) WHERE processed_at IS NULL;
CREATE INDEX provider_notification_email ON delivery.provider_notification (project_id, email_id);
CREATE INDEX provider_notification_failed ON delivery.provider_notification (processed_at) WHERE note LIKE 'failed:%';


------------------------------------------------------------------------------------------------------------------------
-- Suppression and erasure of contacts

-- Contacts that bounced, complained, unsubscribed or were deleted lately. Acceptance looks at the contact itself, so this says
-- only what happened between acceptance and hand-over: since is compared with the email's created_at, and old rows are removed.
-- A deleted contact has since = 'infinity': no email to it is sent, and no later event of the contact changes that.
CREATE TABLE delivery.suppression (
  project_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('bounce', 'complaint', 'unsubscribed', 'contact_deleted')),
  -- The address that bounced or complained, in lower case: another address of the contact may be used.
  address text,
  since timestamptz NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, contact_id)
);
CREATE INDEX suppression_noted ON delivery.suppression (noted_at);

-- Deleted contacts: what the ledger holds of the person is removed, also of reports that arrive late. The row itself holds no
-- personal data and is removed after three days.
CREATE TABLE delivery.erased_contact (
  project_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  erased_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, contact_id)
);
CREATE INDEX erased_contact_due ON delivery.erased_contact (due_at);


------------------------------------------------------------------------------------------------------------------------
-- Monthly usage

-- What counts against the caps of a project: its emails of a calendar month (UTC, by created_at) that are neither FAILED nor
-- SUPPRESSED. Moved by the statements that make or end emails. A month is the sum of its slots: connections write to
-- different ones, so that they seldom wait for each other. One slot alone may be negative.
CREATE TABLE delivery.monthly_usage (
  project_id uuid NOT NULL,
  month date NOT NULL,
  slot smallint NOT NULL,
  workflows bigint NOT NULL DEFAULT 0,
  campaigns bigint NOT NULL DEFAULT 0,
  transactional bigint NOT NULL DEFAULT 0,
  inbound bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, month, slot)
) WITH (fillfactor = 50);
CREATE INDEX monthly_usage_month ON delivery.monthly_usage (month);


------------------------------------------------------------------------------------------------------------------------
-- Campaigns: one content for an audience that is frozen when sending starts

CREATE TABLE delivery.campaign (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  subject text NOT NULL,
  body text NOT NULL,
  -- The text part; null: it is made from the body.
  text text,
  -- The document of the visual editor that the body was composed from; null: the body was written as HTML.
  design jsonb,
  from_address text NOT NULL,
  from_name text,
  reply_to text,
  template_id uuid,
  audience_type text NOT NULL CHECK (audience_type IN ('ALL', 'SEGMENT', 'FILTERED')),
  audience_filter jsonb,
  segment_id uuid,
  status text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED')),
  -- Why Waybill stopped the campaign by itself.
  reason text,
  scheduled_at timestamptz,
  total_recipients integer NOT NULL DEFAULT 0,
  -- When sending began. Contacts that were made later do not belong to the audience.
  sent_at timestamptz,
  -- The content as it was then, stored once.
  message_id uuid,
  -- What the campaign worker does next, and when: freeze the audience, feed it into the ledger, drain what a cancel left.
  step text CHECK (step IN ('freeze', 'feed', 'drain')),
  due_at timestamptz,
  -- The last contact that the freezing has looked at.
  cursor uuid,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id),
  CHECK ((audience_type = 'SEGMENT') = (segment_id IS NOT NULL) AND (audience_type = 'FILTERED') = (audience_filter IS NOT NULL)),
  CHECK ((status = 'SCHEDULED') <= (scheduled_at IS NOT NULL AND due_at IS NOT NULL)),
  CHECK ((status = 'SENDING') <= (sent_at IS NOT NULL AND message_id IS NOT NULL AND due_at IS NOT NULL AND step IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX campaign_due ON delivery.campaign (due_at) WHERE due_at IS NOT NULL;

-- The contacts of the frozen audience that have no row in the ledger yet.
CREATE TABLE delivery.campaign_recipient (
  project_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  PRIMARY KEY (project_id, campaign_id, contact_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

-- The counts of a campaign's emails by status: the sum of its slots. Moved by the statements that make or move the emails.
-- Connections write to different slots; one slot alone may be negative. open: emails that are QUEUED or UNKNOWN.
CREATE TABLE delivery.campaign_count (
  project_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  slot smallint NOT NULL,
  open integer NOT NULL DEFAULT 0,
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  opened integer NOT NULL DEFAULT 0,
  clicked integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  unsubscribed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  suppressed integer NOT NULL DEFAULT 0,
  machine_opens integer NOT NULL DEFAULT 0,
  machine_clicks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, campaign_id, slot)
) WITH (fillfactor = 50);

-- Test sends of the last minute.
CREATE TABLE delivery.campaign_test (
  project_id uuid NOT NULL,
  email_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, email_id)
);

-- The id of a campaign's email to a contact: a UUIDv7 of the campaign's start whose random part is the hash of both, so that
-- the same email cannot be made twice.
CREATE FUNCTION delivery.campaign_email_id(started timestamptz, campaign uuid, contact uuid) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
  SELECT (substr(delivery.id_floor(started)::text, 1, 15) || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-'
    || substr(hash, 7, 12))::uuid
  FROM (SELECT md5(campaign::text || contact::text) AS hash) AS h
$$;


------------------------------------------------------------------------------------------------------------------------
-- Activity

-- The activity of a project and of a contact: one row per event, written by consumers in the transaction that notes the
-- event as handled. Tracked events are not copied: readers merge them from contacts.event, whose ids sort by time too.
CREATE TABLE delivery.activity (
  project_id uuid NOT NULL,
  -- A UUIDv7: its time is the moment of the event, the rest a hash of the event's id, so that the same event meets the same key.
  id uuid NOT NULL,
  -- A type of activity; segment.entry and segment.exit are shown for a contact only.
  type text NOT NULL,
  contact_id uuid,
  email_id uuid,
  -- What is shown beside the email and the contact; these two are read when the activity is shown.
  data jsonb NOT NULL DEFAULT '{}',
  -- The two domains of an email.sent, delivered, bounced or complaint: what domain_count is counted from.
  sending_domain text,
  recipient_domain text,
  PRIMARY KEY (project_id, id)
) PARTITION BY RANGE (id);
CREATE INDEX activity_type ON delivery.activity (project_id, type, id);
CREATE INDEX activity_contact ON delivery.activity (project_id, contact_id, id) WHERE contact_id IS NOT NULL;
CREATE TABLE delivery.activity_default PARTITION OF delivery.activity DEFAULT;

-- Activity per quarter of an hour, the largest step that the offset of every time zone is a multiple of.
CREATE TABLE delivery.activity_count (
  project_id uuid NOT NULL,
  quarter timestamptz NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  opened integer NOT NULL DEFAULT 0,
  clicked integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  workflows_started integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, quarter)
) WITH (fillfactor = 70);

-- Emails per UTC day, by the domain of the recipient and by the domain of the sender.
CREATE TABLE delivery.domain_count (
  project_id uuid NOT NULL,
  day date NOT NULL,
  side text NOT NULL CHECK (side IN ('recipient', 'sender')),
  domain text NOT NULL,
  sent integer NOT NULL DEFAULT 0,
  delivered integer NOT NULL DEFAULT 0,
  bounced integer NOT NULL DEFAULT 0,
  complained integer NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, side, day, domain)
) WITH (fillfactor = 70);

-- Makes the missing partitions of activity from this month to months_ahead later; returns how many. A month whose ids already
-- lie in the default partition stays there.
CREATE FUNCTION delivery.ensure_activity_partitions(months_ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  month timestamp;
  name text;
  made integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('delivery.ensure_activity_partitions', 0));
  FOR ahead IN 0..least(months_ahead, 24) LOOP
    month := date_trunc('month', app.now() AT TIME ZONE 'UTC') + make_interval(months => ahead);
    name := 'activity' || to_char(month, '_YYYY_MM');
    CONTINUE WHEN to_regclass(format('delivery.%I', name)) IS NOT NULL;
    BEGIN
      EXECUTE format('CREATE TABLE delivery.%I PARTITION OF delivery.activity FOR VALUES FROM (%L) TO (%L)', name,
        delivery.id_floor(month AT TIME ZONE 'UTC'), delivery.id_floor((month + interval '1 month') AT TIME ZONE 'UTC'));
      made := made + 1;
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING 'delivery.% is not made: ids of that month already lie in the default partition', name;
    END;
  END LOOP;
  RETURN made;
END $$;
REVOKE ALL ON FUNCTION delivery.ensure_activity_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.ensure_activity_partitions(integer) TO waybill_delivery;
SELECT delivery.ensure_activity_partitions(3);

-- Drops the partitions of activity whose month ended before the moment; returns how many. The counts stay.
CREATE FUNCTION delivery.drop_activity_before(moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'delivery.activity'::regclass AND c.relname ~ '_\d{4}_\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= moment AT TIME ZONE 'UTC'
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE delivery.%I', part.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION delivery.drop_activity_before(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.drop_activity_before(timestamptz) TO waybill_delivery;


------------------------------------------------------------------------------------------------------------------------
-- Simulator

-- Emails that the simulator took instead of sending them; the newest are kept.
CREATE TABLE delivery.mailbox_message (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  email_id uuid NOT NULL,
  attempt integer NOT NULL,
  to_address text NOT NULL,
  from_address text NOT NULL,
  subject text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app.now(),
  raw bytea NOT NULL,
  UNIQUE (email_id, attempt)
);
CREATE INDEX mailbox_message_age ON delivery.mailbox_message (received_at);

-- Webhooks that were sent to the simulator's catcher; the newest are kept.
CREATE TABLE delivery.mailbox_webhook (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  execution_id uuid NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  headers jsonb NOT NULL,
  body text,
  received_at timestamptz NOT NULL DEFAULT app.now(),
  answered_status integer,
  PRIMARY KEY (project_id, id)
);
CREATE INDEX mailbox_webhook_age ON delivery.mailbox_webhook (id);


------------------------------------------------------------------------------------------------------------------------
-- Rights of other services

-- Audiences are evaluated where they are used (libs/audience): those services read when a contact's emails were sent, opened
-- and so on, and nothing else of them. A service may be migrated before them, so their roles may have to be made.
SELECT app.ensure_role(name) FROM unnest(ARRAY['waybill_segments', 'waybill_workflow_engine']) AS name;
GRANT USAGE ON SCHEMA delivery TO waybill_segments, waybill_workflow_engine;
GRANT SELECT (project_id, id, contact_id, sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at)
  ON delivery.email TO waybill_segments, waybill_workflow_engine;
