-- What every service builds on: the clock, the roles, and the tables through which facts leave and enter a schema.

CREATE SCHEMA IF NOT EXISTS app;

-- The one clock: every due time and lease is compared with it, so that hosts with wrong clocks agree.
CREATE FUNCTION app.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT statement_timestamp()';

-- A role belongs to the cluster, not to the database: another database may have made it already.
CREATE FUNCTION app.ensure_role(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE ROLE %I NOLOGIN', name);
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
END $$;

-- The migrating user must be able to act as the role: services on one machine share its login.
CREATE FUNCTION app.ensure_member(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_has_role(current_user, name, 'MEMBER') THEN
    EXECUTE format('GRANT %I TO CURRENT_USER', name);
  END IF;
EXCEPTION WHEN unique_violation THEN NULL;
END $$;

-- A schema that only its owner's role writes. Tables made in it later are covered by the default privileges.
CREATE FUNCTION app.create_service_schema(name text, role text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM app.ensure_role(role);
  PERFORM app.ensure_member(role);
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I', name);
  EXECUTE format('GRANT USAGE ON SCHEMA app, %I TO %I', name, role);
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', name, role);
  EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA %I GRANT USAGE, SELECT ON SEQUENCES TO %I', name, role);
  -- The list of applied migrations is older than these privileges; readiness reads it with this role.
  EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', name, role);
END $$;

-- outbox: facts not yet known to be handled by every durable. published_in is the incarnation of the stream that took
-- the fact: a fact of another incarnation is published again. inbox: which facts a consumer has handled.
-- dead_letter: facts a consumer gave up on, kept until an operator drives them again.
CREATE FUNCTION app.create_messaging_tables(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($f$
    CREATE TABLE %1$I.outbox (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id uuid NOT NULL,
      project_id uuid NOT NULL,
      subject text NOT NULL,
      payload text NOT NULL,
      published_in text,
      stream_seq bigint,
      created_at timestamptz NOT NULL DEFAULT app.now()
    )$f$, name);
  EXECUTE format('CREATE INDEX outbox_unpublished ON %I.outbox (seq) WHERE published_in IS NULL', name);
  EXECUTE format($f$
    CREATE TABLE %1$I.inbox (
      consumer text NOT NULL,
      message_id uuid NOT NULL,
      handled_at timestamptz NOT NULL DEFAULT app.now(),
      PRIMARY KEY (consumer, message_id)
    )$f$, name);
  EXECUTE format('CREATE INDEX inbox_handled_at ON %I.inbox (handled_at)', name);
  EXECUTE format($f$
    CREATE TABLE %1$I.dead_letter (
      consumer text NOT NULL,
      message_id uuid NOT NULL,
      project_id uuid,
      subject text NOT NULL,
      payload text NOT NULL,
      error text NOT NULL,
      tries integer NOT NULL,
      died_at timestamptz NOT NULL DEFAULT app.now(),
      PRIMARY KEY (consumer, message_id)
    )$f$, name);
END $$;
