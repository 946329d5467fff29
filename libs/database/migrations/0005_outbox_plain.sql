-- What a transaction tells lives for seconds: to compress it costs a fact three times as much as to write it as it is.
CREATE FUNCTION app.keep_outbox_plain(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I.outbox ALTER facts SET STORAGE EXTERNAL', name);
END $$;

-- Schemas that an earlier version made, and those that come later.
SELECT app.keep_outbox_plain(n.nspname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'outbox' AND c.relkind = 'r';

CREATE OR REPLACE FUNCTION app.create_messaging_tables(name text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM app.create_fact_tables(name);
  PERFORM app.shape_outbox(name);
  PERFORM app.keep_outbox_plain(name);
  PERFORM app.create_erasure_table(name);
END $$;
