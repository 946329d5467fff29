-- What a provider tells us over HTTP, as it came: proven, written, answered, and read afterwards. The id is the provider's, so
-- that a repetition is nothing.
CREATE TABLE delivery.provider_message (
  id text PRIMARY KEY CHECK (length(id) <= 100),
  provider text NOT NULL,
  source text NOT NULL,
  -- Bytes, because a text may hold what text columns do not take.
  content bytea NOT NULL,
  published_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT app.now(),
  -- Mail for one of our domains: taken in by another worker, which asks other services.
  inbound boolean NOT NULL DEFAULT false,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  processed_at timestamptz,
  note text
);
CREATE INDEX provider_message_due ON delivery.provider_message (inbound, due_at) WHERE processed_at IS NULL;
CREATE INDEX provider_message_done ON delivery.provider_message (processed_at) WHERE processed_at IS NOT NULL;

-- Does a provider's word still reach us? No row: it never did, so nobody waits for it.
CREATE TABLE delivery.provider_ingress (
  provider text PRIMARY KEY,
  -- The last proven message.
  heard_at timestamptz NOT NULL,
  -- The first email that the provider took since then: its report is owed to us.
  owed_since timestamptz,
  -- Since when reports have come without an interruption.
  steady_since timestamptz NOT NULL
);

-- What is bad news for the sender is not kept waiting by opens and clicks.
DROP INDEX delivery.provider_notification_due;
CREATE INDEX provider_notification_due ON delivery.provider_notification
  ((kind IN ('Open', 'Click')), due_at, id) WHERE processed_at IS NULL;
ALTER TABLE delivery.provider_notification ADD COLUMN tries integer NOT NULL DEFAULT 0;
