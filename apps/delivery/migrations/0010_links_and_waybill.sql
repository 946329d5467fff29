-- The class of a message, and what templates, waybills and retention read by.

-- A marketing message has the footer and the one-click headers, whatever becomes of its template meanwhile.
ALTER TABLE delivery.message ADD COLUMN marketing boolean NOT NULL DEFAULT false;

CREATE INDEX email_campaign ON delivery.email (project_id, campaign_id, id) WHERE campaign_id IS NOT NULL;

-- Retention removes by age: ids grow with time, so a block range index costs next to nothing.
CREATE INDEX message_age ON delivery.message USING brin (id);
CREATE INDEX message_attachment_age ON delivery.message_attachment USING brin (message_id);
CREATE INDEX mailbox_message_age ON delivery.mailbox_message (received_at);

-- Drops the content partitions whose whole month ended before the moment; answers how many. Waits at most two seconds for
-- a lock, so that sending never stands behind it for longer.
CREATE FUNCTION delivery.drop_content_before(moment timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits i
    JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('delivery.message'::regclass, 'delivery.message_attachment'::regclass)
      AND c.relname ~ '_\d{4}_\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= moment AT TIME ZONE 'UTC'
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE delivery.%I', part.name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION delivery.drop_content_before(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delivery.drop_content_before(timestamptz) TO waybill_delivery;
