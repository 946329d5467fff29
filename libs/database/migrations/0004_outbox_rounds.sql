-- An outbox row holds the facts of one transaction, one line for each, in their order: what arrives together is written,
-- marked and removed as one row. A line is `id subject payload`; JSON as it is written has no line break.
CREATE FUNCTION app.shape_outbox(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I.outbox ADD COLUMN facts text, ADD COLUMN fact_count integer', name);
  EXECUTE format($f$UPDATE %I.outbox SET facts = id || ' ' || subject || ' ' || payload, fact_count = 1$f$, name);
  EXECUTE format('ALTER TABLE %I.outbox ALTER facts SET NOT NULL, ALTER fact_count SET NOT NULL, DROP COLUMN id,
    DROP COLUMN project_id, DROP COLUMN subject, DROP COLUMN payload, ADD CHECK (fact_count > 0)', name);
  -- For whoever looks: one row for each fact.
  EXECUTE format($f$
    CREATE VIEW %1$I.outbox_fact AS
    SELECT o.seq, f.position, split_part(f.line, ' ', 1)::uuid AS id, (p.payload::jsonb ->> 'projectId')::uuid AS project_id,
      split_part(f.line, ' ', 2) AS subject, p.payload, o.published_in, o.created_at
    FROM %1$I.outbox o,
      string_to_table(o.facts, E'\n') WITH ORDINALITY AS f (line, position),
      LATERAL (SELECT substr(f.line, strpos(f.line, '{')) AS payload) AS p$f$, name);
END $$;

-- Schemas that an earlier version made, and those that come later.
SELECT app.shape_outbox(n.nspname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'outbox' AND c.relkind = 'r';

CREATE OR REPLACE FUNCTION app.create_messaging_tables(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM app.create_fact_tables(name);
  PERFORM app.shape_outbox(name);
  PERFORM app.create_erasure_table(name);
END $$;
