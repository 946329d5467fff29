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
