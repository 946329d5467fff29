import type { Statement } from '@waybill/database/db';

export interface Totals {
  sent: number;
  opened: number;
  clicked: number;
  workflowsStarted: number;
}

/** Sums of whole days in UTC: `($1 project, $2 first day, $3 last day)`. */
export const readTotals: Statement = {
  name: 'delivery_analytics_totals',
  text: `SELECT coalesce(sum(sent), 0)::int AS sent, coalesce(sum(opened), 0)::int AS opened,
           coalesce(sum(clicked), 0)::int AS clicked, coalesce(sum(workflows_started), 0)::int AS "workflowsStarted"
         FROM delivery.activity_count
         WHERE project_id = $1 AND quarter >= $2::date::timestamp AT TIME ZONE 'UTC'
           AND quarter < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'`,
};

const sums = `coalesce(sum(c.sent), 0)::int AS emails, coalesce(sum(c.delivered), 0)::int AS delivered,
  coalesce(sum(c.opened), 0)::int AS opens, coalesce(sum(c.clicked), 0)::int AS clicks,
  coalesce(sum(c.bounced), 0)::int AS bounces, coalesce(sum(c.complained), 0)::int AS complaints`;

/** One row per day of a time zone, days without emails too: `($1 project, $2 first day, $3 last day, $4 time zone)`. */
export const readDays: Statement = {
  name: 'delivery_analytics_days',
  text: `SELECT to_char(day, 'YYYY-MM-DD') AS date, ${sums}
         FROM generate_series($2::date::timestamp, $3::date::timestamp, interval '1 day') AS day
         LEFT JOIN delivery.activity_count c ON c.project_id = $1 AND c.quarter >= day AT TIME ZONE $4
           AND c.quarter < (day + interval '1 day') AT TIME ZONE $4
         GROUP BY day ORDER BY day`,
};

/** One row per hour from the begin of the first day to the end of the last, by the same parameters as {@link readDays}. */
export const readHours: Statement = {
  name: 'delivery_analytics_hours',
  text: `SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') AS date, ${sums}
         FROM generate_series($2::date::timestamp AT TIME ZONE $4,
           ($3::date::timestamp + interval '1 day') AT TIME ZONE $4 - interval '1 hour', interval '1 hour') AS hour
         LEFT JOIN delivery.activity_count c ON c.project_id = $1 AND c.quarter >= hour AND c.quarter < hour + interval '1 hour'
         GROUP BY hour ORDER BY hour`,
};

/** Today in a time zone: `($1 time zone)`. */
export const readToday: Statement = {
  name: 'delivery_analytics_today',
  text: `SELECT to_char(app.now() AT TIME ZONE $1, 'YYYY-MM-DD') AS today`,
};

/** The domains with most emails: `($1 project, $2 side, $3 first day, $4 last day, $5 limit)`. */
export const readDomains: Statement = {
  name: 'delivery_analytics_domains',
  text: `SELECT domain, sum(sent)::int AS sent, sum(delivered)::int AS delivered, sum(bounced)::int AS bounced,
           sum(complained)::int AS complained
         FROM delivery.domain_count WHERE project_id = $1 AND side = $2 AND day >= $3::date AND day <= $4::date
         GROUP BY domain ORDER BY sum(sent) DESC, domain LIMIT $5`,
};

/** The counts of each campaign: the sum of its slots. */
const campaignSums = `LEFT JOIN LATERAL (
    SELECT coalesce(sum(k.sent), 0)::int AS sent, coalesce(sum(k.opened), 0)::int AS opened, coalesce(sum(k.clicked), 0)::int AS clicked
    FROM delivery.campaign_count k WHERE k.project_id = c.project_id AND k.campaign_id = c.id) AS k ON true`;

/**
 * The campaigns that were sent in a range of UTC days, best first: `($1 project, $2 first day, $3 last day, $4 metric, $5 limit)`.
 */
export const readTopCampaigns: Statement = {
  name: 'delivery_analytics_campaigns',
  text: `SELECT c.id, c.name, c.subject, k.sent AS "sentCount", k.opened AS "openedCount", k.clicked AS "clickedCount"
         FROM delivery.campaign c ${campaignSums}
         WHERE c.project_id = $1 AND c.status = 'SENT' AND c.sent_at >= $2::date::timestamp AT TIME ZONE 'UTC'
           AND c.sent_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'
         ORDER BY CASE $4 WHEN 'opens' THEN k.opened WHEN 'clicks' THEN k.clicked WHEN 'sent' THEN k.sent
           WHEN 'openRate' THEN k.opened::float8 / greatest(k.sent, 1) ELSE k.clicked::float8 / greatest(k.sent, 1) END DESC, c.id DESC
         LIMIT $5`,
};

/** The campaigns that were made in a range of UTC days: `($1 project, $2 first day, $3 last day)`. */
export const readCampaignStats: Statement = {
  name: 'delivery_analytics_campaign_stats',
  text: `SELECT count(*)::int AS total, count(*) FILTER (WHERE c.status IN ('SCHEDULED', 'SENDING'))::int AS active,
           count(*) FILTER (WHERE c.status = 'SENT')::int AS completed,
           coalesce(round(100 * avg(k.opened::numeric / greatest(k.sent, 1)) FILTER (WHERE c.status = 'SENT'), 1), 0)::float8 AS "averageOpenRate",
           coalesce(round(100 * avg(k.clicked::numeric / greatest(k.sent, 1)) FILTER (WHERE c.status = 'SENT'), 1), 0)::float8 AS "averageClickRate"
         FROM delivery.campaign c ${campaignSums}
         WHERE c.project_id = $1 AND c.created_at >= $2::date::timestamp AT TIME ZONE 'UTC'
           AND c.created_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'`,
};
