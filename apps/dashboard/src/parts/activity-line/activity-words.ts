import type { Schema } from '../../api/client';
import type { Tone } from '../status/status';

type Item = Schema<'ActivityItem'>;

interface Kind {
  words: string;
  tone: Tone;
}

/** Each kind of item of the feed, in words and with its meaning. */
const kinds: Record<string, Kind> = {
  'event.triggered': { words: 'Event', tone: 'neutral' },
  'email.sent': { words: 'Sent', tone: 'active' },
  'email.delivered': { words: 'Delivered', tone: 'good' },
  'email.opened': { words: 'Opened', tone: 'good' },
  'email.clicked': { words: 'Clicked', tone: 'good' },
  'email.bounced': { words: 'Bounced', tone: 'bad' },
  'email.complaint': { words: 'Reported as spam', tone: 'bad' },
  'email.received': { words: 'Received', tone: 'neutral' },
  'email.suppressed': { words: 'Not sent: suppressed', tone: 'watch' },
  'contact.subscribed': { words: 'Subscribed', tone: 'good' },
  'contact.unsubscribed': { words: 'Unsubscribed', tone: 'watch' },
  'campaign.scheduled': { words: 'Campaign scheduled', tone: 'watch' },
  'campaign.sent': { words: 'Campaign sent', tone: 'good' },
  'workflow.started': { words: 'Workflow started', tone: 'active' },
  'workflow.completed': { words: 'Workflow completed', tone: 'good' },
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
