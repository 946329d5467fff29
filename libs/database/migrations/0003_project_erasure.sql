-- Every service keeps, in its schema, which projects' data it is to erase: asked for by a fact, done in small steps.
CREATE FUNCTION app.create_erasure_table(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
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

ALTER FUNCTION app.create_messaging_tables(text) RENAME TO create_fact_tables;

CREATE FUNCTION app.create_messaging_tables(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM app.create_fact_tables(name);
  PERFORM app.create_erasure_table(name);
END $$;

-- Schemas that an earlier version made.
SELECT app.create_erasure_table(n.nspname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'outbox' AND c.relkind = 'r';
