-- Caps of projects, their account with the payment provider, and the emails that are metered there.

SELECT app.create_service_schema('billing', 'waybill_billing');
SELECT app.create_messaging_tables('billing');

-- The most emails of a project in a calendar month, per category; null: no cap. A project without a row has none.
CREATE TABLE billing.cap (
  project_id uuid PRIMARY KEY,
  workflows integer CHECK (workflows > 0),
  campaigns integer CHECK (campaigns > 0),
  transactional integer CHECK (transactional > 0),
  inbound integer CHECK (inbound > 0),
  updated_at timestamptz NOT NULL DEFAULT app.now()
);

-- The project's customer and subscription at Stripe. read_at: when the objects were read from Stripe; older readings do not
-- overwrite newer ones.
CREATE TABLE billing.account (
  project_id uuid PRIMARY KEY,
  customer_id text NOT NULL,
  subscription_id text,
  -- When the subscription began: emails sent before are free.
  subscribed_at timestamptz,
  read_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app.now()
);
CREATE INDEX account_customer ON billing.account (customer_id);

-- Subscriptions that are to be cancelled at Stripe: of deleted projects, and second ones of a project. They outlive their
-- project, so they have no project_id.
CREATE TABLE billing.cancellation (
  subscription_id text PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  attempts integer NOT NULL DEFAULT 0
);
CREATE FUNCTION billing.cancel_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO billing.cancellation (subscription_id) VALUES (OLD.subscription_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER cancel_deleted AFTER DELETE ON billing.account
  FOR EACH ROW WHEN (OLD.subscription_id IS NOT NULL) EXECUTE FUNCTION billing.cancel_deleted();

-- Inbox of Stripe's webhooks by Stripe's event id, which is known before the project is.
CREATE TABLE billing.payment_event (
  id text PRIMARY KEY,
  type text NOT NULL,
  -- The object that the event is about; it is read again from Stripe.
  object_id text,
  livemode boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'handled', 'ignored', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  error text,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  received_at timestamptz NOT NULL DEFAULT app.now()
);
CREATE INDEX payment_event_due ON billing.payment_event (due_at) WHERE state = 'waiting';
CREATE INDEX payment_event_age ON billing.payment_event (received_at);

-- One row per email that a subscribed project sent or received, until it is metered and old.
CREATE TABLE billing.usage (
  project_id uuid NOT NULL,
  email_id uuid NOT NULL,
  category text NOT NULL CHECK (category IN ('workflows', 'campaigns', 'transactional', 'inbound')),
  sent_at timestamptz NOT NULL,
  -- The batch that meters it.
  batch_id uuid,
  PRIMARY KEY (project_id, email_id)
);
CREATE INDEX usage_open ON billing.usage (project_id, category) WHERE batch_id IS NULL;
CREATE INDEX usage_age ON billing.usage (sent_at);

-- Emails of one project, category and month that are reported to Stripe together. Its id is the identifier of the meter event.
CREATE TABLE billing.meter_batch (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  customer_id text NOT NULL,
  category text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  -- The latest of its emails; all are of one calendar month (UTC).
  metered_at timestamptz NOT NULL,
  -- review: Stripe may or may not have it and does not recognise a repetition any more, or refused it. An operator decides.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'review')),
  first_attempt_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  due_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);
CREATE INDEX meter_batch_due ON billing.meter_batch (due_at) WHERE state = 'waiting';

-- Projects whose usage has grown and is to be compared with their limits; and the warnings that were sent.
CREATE TABLE billing.usage_check (
  project_id uuid PRIMARY KEY
);
CREATE TABLE billing.usage_warning (
  project_id uuid NOT NULL,
  month date NOT NULL,
  category text NOT NULL,
  PRIMARY KEY (project_id, month, category)
);
