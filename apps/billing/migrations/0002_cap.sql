-- The most emails of a project in a calendar month, per category; null: no cap. A project without a row has none.
CREATE TABLE billing.cap (
  project_id uuid PRIMARY KEY,
  workflows integer CHECK (workflows > 0),
  campaigns integer CHECK (campaigns > 0),
  transactional integer CHECK (transactional > 0),
  inbound integer CHECK (inbound > 0),
  updated_at timestamptz NOT NULL DEFAULT app.now()
);
