-- The send ledger and what belongs to it: content, attempts, provider notifications, the simulator's mailbox.

SELECT app.create_service_schema('delivery', 'waybill_delivery');

CREATE TABLE delivery.template (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  subject text NOT NULL,
  body text NOT NULL,
  from_address text,
  from_name text,
  reply_to text,
  type text NOT NULL CHECK (type IN ('TRANSACTIONAL', 'MARKETING')),
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);

-- What all recipients of one request (later: of one campaign) share. Its partitions are dropped when they are older
-- than BODY_RETENTION_DAYS; the ledger rows stay.
CREATE TABLE delivery.message (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  subject text NOT NULL,
  html text NOT NULL,
  headers jsonb NOT NULL DEFAULT '{}',
  tracking boolean,
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

-- The ledger: one row per cause of an email. The id is the cause. `/v1/send`: a UUIDv7 that the gateway makes once per
-- request and recipient. A campaign or workflow makes a UUIDv7 whose time is the start of the campaign (or of the step
-- execution) and whose random part is the hash of campaign (or step execution) and contact. A repeated insert therefore
-- meets the same key and does nothing.
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
  -- {data, subscribed}: the contact's values at acceptance with the request's own ones.
  variables jsonb NOT NULL DEFAULT '{}',
  source_type text NOT NULL CHECK (source_type IN ('TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND')),
  template_id uuid,
  campaign_id uuid,
  request_id uuid,
  lane text NOT NULL CHECK (lane IN ('transactional', 'workflow', 'campaign')),
  status text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'OPENED', 'CLICKED',
    'BOUNCED', 'COMPLAINED', 'FAILED', 'SUPPRESSED', 'UNKNOWN', 'RECEIVED')),
  reason text,
  attempt integer NOT NULL DEFAULT 0,
  doubtful_attempts integer NOT NULL DEFAULT 0,
  possible_duplicate boolean NOT NULL DEFAULT false,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  lease_until timestamptz,
  claim_token uuid,
  unknown_since timestamptz,
  provider text,
  provider_message_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  opens integer NOT NULL DEFAULT 0,
  clicks integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id),
  -- What may still be handed over is not known to be sent: this is why email.sent happens once.
  CONSTRAINT sent_once CHECK (status NOT IN ('QUEUED', 'SENDING', 'UNKNOWN') OR sent_at IS NULL),
  CONSTRAINT sending_is_claimed CHECK ((status = 'SENDING') = (claim_token IS NOT NULL AND lease_until IS NOT NULL)),
  CONSTRAINT unknown_has_begin CHECK ((status = 'UNKNOWN') = (unknown_since IS NOT NULL))
) PARTITION BY RANGE (id);

CREATE INDEX email_due ON delivery.email (lane, due_at, id) WHERE status = 'QUEUED';
CREATE INDEX email_lease ON delivery.email (lease_until) WHERE status = 'SENDING';
CREATE INDEX email_unknown ON delivery.email (unknown_since) WHERE status = 'UNKNOWN';
CREATE INDEX email_provider_message ON delivery.email (provider_message_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX email_contact ON delivery.email (project_id, contact_id, id);

-- One try to hand over one email. outcome is empty while the try is under way.
CREATE TABLE delivery.send_attempt (
  project_id uuid NOT NULL,
  email_id uuid NOT NULL,
  attempt integer NOT NULL,
  claim_token uuid NOT NULL,
  provider text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT app.now(),
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'not_accepted', 'rejected', 'doubtful', 'not_tried', 'lease_expired')),
  detail text,
  provider_message_id text,
  PRIMARY KEY (project_id, email_id, attempt)
) PARTITION BY RANGE (email_id);

-- The inbox of what providers report. A report is kept as it came; dedup_key makes the second copy of one fact nothing.
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
  due_at timestamptz NOT NULL DEFAULT app.now(),
  processed_at timestamptz,
  note text
);
CREATE INDEX provider_notification_due ON delivery.provider_notification (due_at, id) WHERE processed_at IS NULL;
CREATE INDEX provider_notification_email ON delivery.provider_notification (project_id, email_id);

-- What the simulator took instead of sending it. Only the newest are kept.
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

SELECT app.create_messaging_tables('delivery');

-- The smallest UUIDv7 of a moment.
CREATE FUNCTION delivery.id_floor(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7000-8000-000000000000')::uuid
  FROM (SELECT lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') AS hex) AS time
$$;

CREATE TABLE delivery.email_default PARTITION OF delivery.email DEFAULT WITH (fillfactor = 80);
CREATE TABLE delivery.message_default PARTITION OF delivery.message DEFAULT;
CREATE TABLE delivery.message_attachment_default PARTITION OF delivery.message_attachment DEFAULT;
CREATE TABLE delivery.send_attempt_default PARTITION OF delivery.send_attempt DEFAULT WITH (fillfactor = 80);

-- One partition per table and UTC month, from this month to months_ahead later. An id of another time lies in the
-- default partition; a month whose ids already lie there stays there. Answers how many partitions were made.
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

SELECT delivery.ensure_partitions(3);
