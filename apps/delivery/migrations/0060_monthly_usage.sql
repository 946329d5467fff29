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

CREATE FUNCTION delivery.month_of(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS
  $$ SELECT date_trunc('month', moment AT TIME ZONE 'UTC')::date $$;

INSERT INTO delivery.monthly_usage (project_id, month, slot, workflows, campaigns, transactional, inbound)
SELECT project_id, delivery.month_of(app.now()), 0,
  count(*) FILTER (WHERE source_type = 'WORKFLOW'), count(*) FILTER (WHERE source_type = 'CAMPAIGN'),
  count(*) FILTER (WHERE source_type = 'TRANSACTIONAL'), count(*) FILTER (WHERE source_type = 'INBOUND')
FROM delivery.email
WHERE delivery.month_of(created_at) = delivery.month_of(app.now()) AND status NOT IN ('FAILED', 'SUPPRESSED')
GROUP BY project_id;
