import type { Statement } from '@waybill/database/db';

/**
 * Hits on the links of one email are written one batch after the other, so that the process that writes the last link of a burst
 * sees the others. `$1` email ids.
 */
export const lockBursts: Statement = {
  name: 'delivery_hit_lock',
  text: `SELECT pg_advisory_xact_lock(hashtextextended('delivery.hit ' || id, 0))
         FROM (SELECT DISTINCT unnest($1::text[]) AS id ORDER BY 1) AS email`,
};

/**
 * Marks the waiting clicks of emails whose links were all fetched within the window before a click.
 * `$1` project ids, `$2` email ids, `$3` moments of the clicks, `$4` how many links the email has, `$5` the window in
 * milliseconds.
 */
export const markBursts: Statement = {
  name: 'delivery_hit_burst',
  text: `WITH click AS (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::integer[]) AS c (project_id, email_id, at, links)
    ), burst AS (
      SELECT c.project_id, c.email_id, c.at FROM click c
      JOIN delivery.provider_notification n ON n.project_id = c.project_id AND n.email_id = c.email_id
        AND n.kind = 'Click' AND n.occurred_at BETWEEN c.at - $5::float8 * interval '1 millisecond' AND c.at
      GROUP BY c.project_id, c.email_id, c.at, c.links
      HAVING count(DISTINCT (n.payload ->> 'position')) >= c.links
    )
    UPDATE delivery.provider_notification n SET payload = n.payload || '{"burst": true}'
    FROM burst b
    WHERE n.project_id = b.project_id AND n.email_id = b.email_id AND n.kind = 'Click' AND n.processed_at IS NULL
      AND n.occurred_at BETWEEN b.at - $5::float8 * interval '1 millisecond' AND b.at`,
};
