import type { Tone } from '../parts/status/status';
import type { EmailWaybill } from './email.queries';
import { i18n } from '../text/i18n';

export type TimelineEntry = EmailWaybill['timeline'][number];

/** One stamp of an email's waybill, in words. */
export interface Stamp {
  tone: Tone;
  what: string;
  who: string | null;
  /** Names and values of the detail. */
  facts: [name: string, value: string][];
}

type Details = Record<string, unknown>;

const words: Record<string, { what: string; tone: Tone }> = {
  requested: { what: i18n.t('Requested'), tone: 'neutral' },
  queued: { what: i18n.t('Queued'), tone: 'neutral' },
  received: { what: i18n.t('Received'), tone: 'neutral' },
  suppressed: { what: i18n.t('Not sent: suppressed'), tone: 'watch' },
  delivery: { what: i18n.t('Delivered'), tone: 'good' },
  open: { what: i18n.t('Opened'), tone: 'good' },
  click: { what: i18n.t('Clicked'), tone: 'good' },
  bounce: { what: i18n.t('Bounced'), tone: 'bad' },
  complaint: { what: i18n.t('Reported as spam'), tone: 'bad' },
  delay: { what: i18n.t('Delayed by the receiver'), tone: 'watch' },
  reject: { what: i18n.t('Refused by the provider'), tone: 'bad' },
  sent: { what: i18n.t('Taken by the provider'), tone: 'active' },
  rendering_failure: { what: i18n.t('The provider could not render it'), tone: 'bad' },
  unsubscribed: { what: i18n.t('Unsubscribed by a link in it'), tone: 'watch' },
  not_sent: { what: i18n.t('Not sent'), tone: 'bad' },
  waiting: { what: i18n.t('Waiting'), tone: 'watch' },
  unknown: { what: i18n.t('Outcome unknown'), tone: 'watch' },
};

const names: Record<string, string> = {
  reason: i18n.t('Reason'),
  detail: i18n.t('Answer'),
  outcome: i18n.t('Outcome'),
  step: i18n.t('Ended by the step'),
  messageId: i18n.t('Message id'),
  requestId: i18n.t('Request'),
  endedAt: i18n.t('Ended'),
  bounceType: i18n.t('Kind of bounce'),
  link: i18n.t('Link'),
  userAgent: i18n.t('Program'),
  machine: i18n.t('Counted as a machine'),
  until: i18n.t('Until'),
};

/** A step of an email's way in words. What this version does not know is shown as the API writes it. */
export function stampOf(entry: TimelineEntry): Stamp {
  const details = entry as Details;
  const facts = Object.entries(names)
    .filter(([key]) => typeof details[key] === 'string' && details[key] !== '')
    .map(([key, name]): [string, string] => [name, String(details[key])]);
  if (details['processed'] === false) facts.push([i18n.t('State'), i18n.t('Not judged yet')]);
  if (entry.type === 'attempt') return { ...attempt(details), facts };
  const known = words[entry.type] ?? { what: entry.type, tone: 'neutral' as const };
  // A mail scanner opens and clicks as well: what it did does not count.
  const isMachine = typeof details['machine'] === 'string';
  return {
    what: isMachine ? i18n.t('{what} by a machine', { what: known.what }) : known.what,
    tone: isMachine ? 'machine' : known.tone,
    who: null,
    facts,
  };
}

const goodOutcomes = new Set(['accepted', 'sent']);

const outcomes: Record<string, string> = {
  accepted: i18n.t('accepted'),
  not_accepted: i18n.t('not accepted'),
  rejected: i18n.t('rejected'),
  doubtful: i18n.t('doubtful'),
  not_tried: i18n.t('not tried'),
  lease_expired: i18n.t('lease expired'),
};

function attempt({ attempt: number, provider, outcome }: Details): Omit<Stamp, 'facts'> {
  const what = i18n.t('Attempt {number}', { number: String(number) });
  const who = typeof provider === 'string' ? provider : null;
  if (outcome === null || outcome === undefined)
    return { what: i18n.t('{what}: under way', { what }), tone: 'active', who };
  const name = String(outcome).toLowerCase();
  return {
    what: `${what}: ${outcomes[name] ?? name.replaceAll('_', ' ')}`,
    tone: goodOutcomes.has(name) ? 'active' : 'watch',
    who,
  };
}
