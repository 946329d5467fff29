import type { Statement } from '@waybill/database/db';

/** Campaigns that are looked at, the newest ones; one look each, however many emails they have. */
export const campaignsLookedAt = 1_000;

/** When an email of the campaign that was sent last left; by project and {@link campaignsLookedAt}. */
export const lastCampaign: Statement = {
  name: 'delivery_last_campaign',
  text: `WITH RECURSIVE campaign (id, n) AS (
           (SELECT campaign_id, 1 FROM delivery.email WHERE project_id = $1 AND campaign_id IS NOT NULL
            ORDER BY campaign_id DESC LIMIT 1)
           UNION ALL
           SELECT older.id, campaign.n + 1 FROM campaign CROSS JOIN LATERAL (
             SELECT campaign_id AS id FROM delivery.email
             WHERE project_id = $1 AND campaign_id IS NOT NULL AND campaign_id < campaign.id
             ORDER BY campaign_id DESC LIMIT 1) older
           WHERE campaign.n < $2
         )
         SELECT max(sent.at) AS "sentAt" FROM campaign CROSS JOIN LATERAL (
           SELECT sent_at AS at FROM delivery.email
           WHERE project_id = $1 AND campaign_id = campaign.id AND sent_at IS NOT NULL
           ORDER BY email.id DESC LIMIT 1) sent`,
};
