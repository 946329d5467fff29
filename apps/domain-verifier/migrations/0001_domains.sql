SELECT app.create_service_schema('domains', 'waybill_domain_verifier');

-- A domain name belongs to one project: SES identities are account-wide, so a second owner could send as the first.
CREATE TABLE domains.domain (
  project_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL CHECK (name = lower(name) AND length(name) <= 253),
  verified_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app.now(),
  updated_at timestamptz NOT NULL DEFAULT app.now(),
  PRIMARY KEY (project_id, id)
);
CREATE UNIQUE INDEX domain_name ON domains.domain (name);

SELECT app.create_messaging_tables('domains');
