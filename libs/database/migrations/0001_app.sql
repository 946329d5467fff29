-- What every service builds on: the clock, the roles, and the tables through which events leave and enter a schema.

CREATE SCHEMA IF NOT EXISTS app;

-- The one clock: every due time and lease is compared with it, so that hosts with wrong clocks agree.
CREATE FUNCTION app.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT statement_timestamp()';

-- Fails where the transaction has lasted for longer, before it commits what its caller no longer waits for.
CREATE FUNCTION app.assert_within(limit_ms integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF clock_timestamp() - transaction_timestamp() > limit_ms * interval '1 millisecond' THEN
    RAISE EXCEPTION 'the transaction lasted for longer than % ms', limit_ms USING ERRCODE = 'WB001';
  END IF;
END $$;

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

-- The schema of a service's background jobs: the job library makes and upgrades its tables there itself, so the service's
-- role owns it.
CREATE FUNCTION app.create_job_schema(name text, role text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', name, role);
END $$;

-- The tables through which a schema's service speaks with the others.
--
-- outbox: events not yet known to be handled by every durable consumer. A row holds the events of one transaction, one
--   line `id subject payload` for each, in their order: they are written, marked and removed as one row. JSON as it is
--   written has no line break. published_in is the incarnation of the stream that took the events; events of another
--   incarnation are published again.
-- outbox_event: the same for a reader, one row for each event.
-- inbox: which events a consumer has handled.
-- dead_letter: events a consumer gave up on, kept until an operator drives them again.
-- project_erasure: which projects' data the service is to erase in small steps, as an event asked for.
CREATE FUNCTION app.create_messaging_tables(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format($f$
    CREATE TABLE %1$I.outbox (
      seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      published_in text,
      stream_seq bigint,
      created_at timestamptz NOT NULL DEFAULT app.now(),
      events text NOT NULL,
      event_count integer NOT NULL CHECK (event_count > 0)
    )$f$, name);
  -- A row lives for seconds, and to compress it costs three times as much as to write it as it is.
  EXECUTE format('ALTER TABLE %I.outbox ALTER events SET STORAGE EXTERNAL', name);
  EXECUTE format('CREATE INDEX outbox_unpublished ON %I.outbox (seq) WHERE published_in IS NULL', name);
  EXECUTE format($f$
    CREATE VIEW %1$I.outbox_event AS
    SELECT o.seq, e.position, split_part(e.line, ' ', 1)::uuid AS id, (p.payload::jsonb ->> 'projectId')::uuid AS project_id,
      split_part(e.line, ' ', 2) AS subject, p.payload, o.published_in, o.created_at
    FROM %1$I.outbox o,
      string_to_table(o.events, E'\n') WITH ORDINALITY AS e (line, position),
      LATERAL (SELECT substr(e.line, strpos(e.line, '{')) AS payload) AS p$f$, name);
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
  EXECUTE format($f$
    CREATE TABLE %1$I.project_erasure (
      id uuid PRIMARY KEY,
      project_id uuid NOT NULL,
      kind text NOT NULL CHECK (kind IN ('reset', 'delete')),
      requested_at timestamptz NOT NULL DEFAULT app.now(),
      done_at timestamptz,
      -- A deleted project is looked through once more: a request that was under way may have written after it was erased.
      again_at timestamptz
    )$f$, name);
END $$;

-- The moment of an ISO 8601 date, with or without a time: UTC unless it names an offset, cut to milliseconds. NULL for any
-- other text, so that no value of a contact can make a filter fail. libs/audience/src/iso-time.ts is the same in memory.
CREATE FUNCTION app.iso_time(value text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN value ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?(Z|[+-](0[0-9]|1[0-4]):?[0-5][0-9])?)?$'
    THEN CASE WHEN extract(day FROM (substr(value, 1, 7) || '-01')::date + (substr(value, 9, 2)::int - 1)) = substr(value, 9, 2)::int
      THEN (CASE WHEN length(value) = 10 THEN value || 'T00:00:00Z'
        WHEN value ~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' AND value ~ 'T.*(Z|[+-])' THEN regexp_replace(value, '(\.[0-9]{3})[0-9]+', '\1')
        ELSE regexp_replace(value, '(\.[0-9]{3})[0-9]+', '\1') || 'Z' END)::timestamptz END END
$$;
