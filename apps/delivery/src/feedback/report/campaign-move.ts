import type { EmailProgress } from './effect';
import type { NotificationKind } from './report';

/** How the counts of one campaign move; the names are those of the counters. */
export type CampaignMove = { project_id: string; campaign_id: string } & Record<string, number | string>;

const none = {
  ...{ open: 0, sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0, failed: 0 },
  ...{ suppressed: 0, machine_opens: 0, machine_clicks: 0 },
};

const isOpen = ({ status }: EmailProgress): number => Number(status === 'QUEUED' || status === 'UNKNOWN');

/** The change of a campaign's counters when one of its emails changes. An email counts once in each counter. */
export function campaignMove(was: EmailProgress, is: EmailProgress): CampaignMove {
  const first = (name: keyof EmailProgress): number => Number(!was[name] && !!is[name]);
  return {
    ...none,
    project_id: is.project_id,
    campaign_id: is.campaign_id!,
    open: isOpen(is) - isOpen(was),
    sent: first('sent_at'),
    delivered: first('delivered_at'),
    opened: first('opened_at'),
    clicked: first('clicked_at'),
    bounced: first('bounced_at'),
    complained: first('complained_at'),
    unsubscribed: first('unsubscribed_at'),
    failed: Number(is.status === 'FAILED') - Number(was.status === 'FAILED'),
  };
}

/** A report with a note came from a machine: only opens and clicks are counted, apart from those of people. */
export function machineMove(email: EmailProgress, kind: NotificationKind): CampaignMove[] {
  const about = { ...none, project_id: email.project_id, campaign_id: email.campaign_id! };
  if (kind === 'Open') return [{ ...about, machine_opens: 1 }];
  return kind === 'Click' ? [{ ...about, machine_clicks: 1 }] : [];
}
