-- Campaigns: one content for an audience that is frozen when sending starts.

CREATE TABLE delivery.campaign (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  subject text NOT NULL,
  body text NOT NULL,
  text text,
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

-- The frozen audience, as far as it has no row in the ledger yet.
CREATE TABLE delivery.campaign_recipient (
  project_id uuid NOT NULL,
  campaign_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  PRIMARY KEY (project_id, campaign_id, contact_id)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

-- What has become of a campaign's emails: the sum of its slots. Moved by the statements that make or move the emails.
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

-- The emails of a campaign that are not at their end.
CREATE INDEX email_campaign_open ON delivery.email (project_id, campaign_id, id)
  WHERE campaign_id IS NOT NULL AND status IN ('QUEUED', 'UNKNOWN');

-- When the contact unsubscribed by a link of this email.
ALTER TABLE delivery.email ADD COLUMN unsubscribed_at timestamptz;

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
