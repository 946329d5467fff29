import type { Schema } from '../../api/client';
import type { Tone } from '../status/status';
import { i18n } from '../../text/i18n';

type Item = Schema<'ActivityItem'>;

interface Kind {
  words: string;
  tone: Tone;
}

/** Each kind of item of the feed, in words and with its meaning. */
const kinds: Record<string, Kind> = {
  'event.triggered': { words: i18n.t('Event'), tone: 'neutral' },
  'email.sent': { words: i18n.t('Sent'), tone: 'active' },
  'email.delivered': { words: i18n.t('Delivered'), tone: 'good' },
  'email.opened': { words: i18n.t('Opened'), tone: 'good' },
  'email.clicked': { words: i18n.t('Clicked'), tone: 'good' },
  'email.bounced': { words: i18n.t('Bounced'), tone: 'bad' },
  'email.complaint': { words: i18n.t('Reported as spam'), tone: 'bad' },
  'email.received': { words: i18n.t('Received'), tone: 'neutral' },
  'email.suppressed': { words: i18n.t('Not sent: suppressed'), tone: 'watch' },
  'contact.subscribed': { words: i18n.t('Subscribed'), tone: 'good' },
  'contact.unsubscribed': { words: i18n.t('Unsubscribed'), tone: 'watch' },
  'campaign.scheduled': { words: i18n.t('Campaign scheduled'), tone: 'watch' },
  'campaign.sent': { words: i18n.t('Campaign sent'), tone: 'good' },
  'workflow.started': { words: i18n.t('Workflow started'), tone: 'active' },
  'workflow.completed': { words: i18n.t('Workflow completed'), tone: 'good' },
};

/** The kind of an item; one that this version does not know is shown as the API writes it. */
export const activityKind = (type: string): Kind => kinds[type] ?? { words: type, tone: 'neutral' };

/** The subject of an item: of an email its subject line, of an event its name, else the name of a campaign or workflow. */
export function activitySubject({ metadata }: Item): string | null {
  for (const key of ['campaignName', 'subject', 'eventName', 'workflowName', 'reason']) {
    const value = metadata[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
