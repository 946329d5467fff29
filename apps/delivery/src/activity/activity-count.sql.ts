import type { Statement } from '@waybill/database/db';

/** Moves the counters of quarters of an hour; arrays of equal length, one row per project and quarter. */
export const moveCounts: Statement = {
  name: 'delivery_activity_move_counts',
  text: `INSERT INTO delivery.activity_count AS c (project_id, quarter, sent, delivered, opened, clicked, bounced, complained,
           workflows_started)
         SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
           $9::int[]) AS moved (project_id, quarter)
         ORDER BY 1, 2
         ON CONFLICT (project_id, quarter) DO UPDATE SET sent = c.sent + excluded.sent,
           delivered = c.delivered + excluded.delivered, opened = c.opened + excluded.opened,
           clicked = c.clicked + excluded.clicked, bounced = c.bounced + excluded.bounced,
           complained = c.complained + excluded.complained, workflows_started = c.workflows_started + excluded.workflows_started`,
};

/** Moves the counters of domains; arrays of equal length, one row per project, side, day and domain. */
export const moveDomainCounts: Statement = {
  name: 'delivery_activity_move_domains',
  text: `INSERT INTO delivery.domain_count AS c (project_id, side, day, domain, sent, delivered, bounced, complained)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::date[], $4::text[], $5::int[], $6::int[], $7::int[], $8::int[])
           AS moved (project_id, side, day, domain)
         ORDER BY 1, 2, 3, 4
         ON CONFLICT (project_id, side, day, domain) DO UPDATE SET sent = c.sent + excluded.sent,
           delivered = c.delivered + excluded.delivered, bounced = c.bounced + excluded.bounced,
           complained = c.complained + excluded.complained`,
};

/** The moment before which the feed may be incomplete, because whole months of it were dropped: `($1 oldest kept moment)`. */
const countedFrom = `((date_trunc('month', $1::timestamptz AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC')`;

/** The counters of every project and quarter of an hour, computed from the rows of the feed. */
const recounted = `
  SELECT project_id, to_timestamp(floor(extract(epoch FROM at) / 900) * 900) AS quarter,
    count(*) FILTER (WHERE type = 'email.sent')::int AS sent,
    count(*) FILTER (WHERE type = 'email.delivered')::int AS delivered,
    count(*) FILTER (WHERE type = 'email.opened')::int AS opened,
    count(*) FILTER (WHERE type = 'email.clicked')::int AS clicked,
    count(*) FILTER (WHERE type = 'email.bounced' AND recipient_domain IS NOT NULL)::int AS bounced,
    count(*) FILTER (WHERE type = 'email.complaint')::int AS complained,
    count(*) FILTER (WHERE type = 'workflow.started')::int AS workflows_started
  FROM (SELECT *, delivery.id_moment(id) AS at FROM delivery.activity WHERE id >= delivery.id_floor(${countedFrom})) AS a
  WHERE type IN ('email.sent', 'email.delivered', 'email.opened', 'email.clicked', 'email.bounced', 'email.complaint',
    'workflow.started')
  GROUP BY project_id, quarter`;

/** The counters of domains, computed from the rows of the feed. */
const recountedDomains = `
  SELECT project_id, side, day, domain, count(*) FILTER (WHERE type = 'email.sent')::int AS sent,
    count(*) FILTER (WHERE type = 'email.delivered')::int AS delivered,
    count(*) FILTER (WHERE type = 'email.bounced')::int AS bounced,
    count(*) FILTER (WHERE type = 'email.complaint')::int AS complained
  FROM (
    SELECT project_id, type, (delivery.id_moment(id) AT TIME ZONE 'UTC')::date AS day, side, domain
    FROM delivery.activity
    CROSS JOIN LATERAL (VALUES ('sender', sending_domain), ('recipient', recipient_domain)) AS of (side, domain)
    WHERE id >= delivery.id_floor(${countedFrom}) AND domain IS NOT NULL
  ) AS a GROUP BY project_id, side, day, domain`;

const counters = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'workflows_started'];
const domainCounters = ['sent', 'delivered', 'bounced', 'complained'];

/** The counters that differ from a count of the feed: key, counter, what it is and what it should be. `$1` oldest kept moment. */
export const findDifferences = `
  WITH should AS (${recounted}), counted AS (
    SELECT * FROM delivery.activity_count WHERE quarter >= ${countedFrom}
  ), domain_should AS (${recountedDomains}), domain_counted AS (
    SELECT * FROM delivery.domain_count WHERE day >= (${countedFrom} AT TIME ZONE 'UTC')::date
  )
  SELECT project_id AS "projectId", quarter::text AS key, name AS counter, coalesce(is_now, 0) AS "isNow", coalesce(should_be, 0) AS "shouldBe"
  FROM counted c FULL JOIN should s USING (project_id, quarter)
  CROSS JOIN LATERAL (VALUES ${counters.map((name) => `('${name}', c.${name}, s.${name})`).join(', ')}) AS v (name, is_now, should_be)
  WHERE coalesce(is_now, 0) <> coalesce(should_be, 0)
  UNION ALL
  SELECT project_id, concat_ws(' ', side, day, domain), name, coalesce(is_now, 0), coalesce(should_be, 0)
  FROM domain_counted c FULL JOIN domain_should s USING (project_id, side, day, domain)
  CROSS JOIN LATERAL (VALUES ${domainCounters.map((name) => `('${name}', c.${name}, s.${name})`).join(', ')}) AS v (name, is_now, should_be)
  WHERE coalesce(is_now, 0) <> coalesce(should_be, 0)`;

/** Replace the counters by a count of the feed, run in this order in one transaction that consumers wait for. `$1` oldest kept moment. */
export const recount: readonly string[] = [
  'LOCK TABLE delivery.activity_count, delivery.domain_count IN SHARE ROW EXCLUSIVE MODE',
  `DELETE FROM delivery.activity_count WHERE quarter >= ${countedFrom}`,
  `INSERT INTO delivery.activity_count (project_id, quarter, ${counters.join(', ')}) ${recounted}`,
  `DELETE FROM delivery.domain_count WHERE day >= (${countedFrom} AT TIME ZONE 'UTC')::date`,
  `INSERT INTO delivery.domain_count (project_id, side, day, domain, ${domainCounters.join(', ')}) ${recountedDomains}`,
];
