import type { Statement } from '@waybill/database/db';

/** Connections that write to different rows; more than one process has for a purpose. */
const slots = 16;

/** The columns of `delivery.campaign_count`. */
export const campaignCounters = [
  ...[
    'open',
    'sent',
    'delivered',
    'opened',
    'clicked',
    'bounced',
    'complained',
    'unsubscribed',
    'failed',
    'suppressed',
  ],
  ...['machine_opens', 'machine_clicks'],
] as const;

/**
 * Part of a statement that makes or moves emails: moves the counts of their campaigns. `changes` selects `project_id`,
 * `campaign_id` and a number for each of the `counters`; emails without a campaign cost nothing. Comes after `moveUsage` and
 * `moveQueued`, and each in the order of its keys, so that writers do not deadlock.
 */
export const moveCampaigns = (changes: string, counters: readonly string[]): string =>
  `INSERT INTO delivery.campaign_count AS n (project_id, campaign_id, slot, ${counters.join(', ')})
      SELECT project_id, campaign_id, pg_backend_pid() % ${slots}, ${counters.map((c) => `sum(${c})`).join(', ')}
      FROM (${changes}) AS changed WHERE campaign_id IS NOT NULL
      GROUP BY project_id, campaign_id ORDER BY project_id, campaign_id
      ON CONFLICT (project_id, campaign_id, slot)
      DO UPDATE SET ${counters.map((c) => `${c} = n.${c} + excluded.${c}`).join(', ')}`;

/** The counts of campaigns, `$1` project, `$2` ids. */
export const readCounts: Statement = {
  name: 'delivery_campaign_counts',
  text: `SELECT campaign_id AS id, ${campaignCounters.map((c) => `sum(${c})::float8 AS ${c}`).join(', ')}
         FROM delivery.campaign_count WHERE project_id = $1 AND campaign_id = ANY ($2::uuid[]) GROUP BY campaign_id`,
};

export type CountsRow = { id: string } & Record<string, number>;

const isMachine = (kind: string): string => `n.kind = '${kind}' AND n.note LIKE 'machine: %'`;

/** The same counts from the ledger and its reports, of one campaign: `$1` project, `$2` id. Reads every email of it. */
export const recount: Statement = {
  name: 'delivery_campaign_recount',
  text: `SELECT $2::uuid AS id,
      count(*) FILTER (WHERE e.status IN ('QUEUED', 'UNKNOWN'))::float8 AS open, count(e.sent_at)::float8 AS sent,
      count(e.delivered_at)::float8 AS delivered, count(e.opened_at)::float8 AS opened, count(e.clicked_at)::float8 AS clicked,
      count(e.bounced_at)::float8 AS bounced, count(e.complained_at)::float8 AS complained,
      count(e.unsubscribed_at)::float8 AS unsubscribed, count(*) FILTER (WHERE e.status = 'FAILED')::float8 AS failed,
      count(*) FILTER (WHERE e.status = 'SUPPRESSED')::float8 AS suppressed,
      COALESCE(sum(m.opens), 0)::float8 AS machine_opens, COALESCE(sum(m.clicks), 0)::float8 AS machine_clicks
    FROM delivery.email e
    LEFT JOIN LATERAL (
      SELECT count(*) FILTER (WHERE ${isMachine('Open')}) AS opens, count(*) FILTER (WHERE ${isMachine('Click')}) AS clicks
      FROM delivery.provider_notification n
      WHERE n.project_id = e.project_id AND n.email_id = e.id AND n.kind IN ('Open', 'Click')
    ) m ON true
    WHERE e.project_id = $1 AND e.campaign_id = $2`,
};

/** Replaces the counts of a campaign: `$1` project, `$2` id, then one value for each counter. */
export const writeCounts: Statement = {
  name: 'delivery_campaign_write_counts',
  text: `WITH gone AS (DELETE FROM delivery.campaign_count WHERE project_id = $1 AND campaign_id = $2 AND slot <> 0)
    INSERT INTO delivery.campaign_count (project_id, campaign_id, slot, ${campaignCounters.join(', ')})
    VALUES ($1, $2, 0, ${campaignCounters.map((_, index) => `$${index + 3}`).join(', ')})
    ON CONFLICT (project_id, campaign_id, slot) DO UPDATE
    SET ${campaignCounters.map((c) => `${c} = excluded.${c}`).join(', ')}`,
};
