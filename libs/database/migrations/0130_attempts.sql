-- A pass of a handler is an attempt, everywhere: the column of the tables that exist, and of those that are made later.
DO $$
DECLARE place record;
BEGIN
  FOR place IN
    SELECT table_schema AS name FROM information_schema.columns
    WHERE table_name = 'dead_letter' AND column_name = 'tries'
  LOOP
    EXECUTE format('ALTER TABLE %I.dead_letter RENAME COLUMN tries TO attempts', place.name);
  END LOOP;
END $$;

-- As before but for that name; see 0001_app.sql for what the tables are.
CREATE OR REPLACE FUNCTION app.create_messaging_tables(name text) RETURNS void LANGUAGE plpgsql AS $$
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
      attempts integer NOT NULL,
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
