import type { Tone } from '../parts/status/status';
import type { EmailWaybill } from './email.queries';

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
  requested: { what: 'Requested', tone: 'neutral' },
  queued: { what: 'Queued', tone: 'neutral' },
  received: { what: 'Received', tone: 'neutral' },
  suppressed: { what: 'Not sent: suppressed', tone: 'watch' },
  delivery: { what: 'Delivered', tone: 'good' },
  open: { what: 'Opened', tone: 'good' },
  click: { what: 'Clicked', tone: 'good' },
  bounce: { what: 'Bounced', tone: 'bad' },
  complaint: { what: 'Reported as spam', tone: 'bad' },
  delay: { what: 'Delayed by the receiver', tone: 'watch' },
  reject: { what: 'Refused by the provider', tone: 'bad' },
  sent: { what: 'Taken by the provider', tone: 'active' },
  rendering_failure: { what: 'The provider could not render it', tone: 'bad' },
  unsubscribed: { what: 'Unsubscribed by a link in it', tone: 'watch' },
  not_sent: { what: 'Not sent', tone: 'bad' },
  waiting: { what: 'Waiting', tone: 'watch' },
  unknown: { what: 'Outcome unknown', tone: 'watch' },
};

const names: Record<string, string> = {
  reason: 'Reason',
  detail: 'Answer',
  outcome: 'Outcome',
  step: 'Ended by the step',
  messageId: 'Message id',
  requestId: 'Request',
  endedAt: 'Ended',
  bounceType: 'Kind of bounce',
  link: 'Link',
  userAgent: 'Program',
  machine: 'Counted as a machine',
  until: 'Until',
};

/** A step of an email's way in words. What this version does not know is shown as the API writes it. */
export function stampOf(entry: TimelineEntry): Stamp {
  const details = entry as Details;
  const facts = Object.entries(names)
    .filter(([key]) => typeof details[key] === 'string' && details[key] !== '')
    .map(([key, name]): [string, string] => [name, String(details[key])]);
  if (details['processed'] === false) facts.push(['State', 'Not judged yet']);
  if (entry.type === 'attempt') return { ...attempt(details), facts };
  const known = words[entry.type] ?? { what: entry.type, tone: 'neutral' as const };
  // A mail scanner opens and clicks as well: what it did does not count.
  const isMachine = typeof details['machine'] === 'string';
  return {
    what: isMachine ? `${known.what} by a machine` : known.what,
    tone: isMachine ? 'machine' : known.tone,
    who: null,
    facts,
  };
}

const goodOutcomes = new Set(['accepted', 'sent']);

function attempt({ attempt: number, provider, outcome }: Details): Omit<Stamp, 'facts'> {
  const what = `Attempt ${String(number)}`;
  const who = typeof provider === 'string' ? provider : null;
  if (outcome === null || outcome === undefined) return { what: `${what}: under way`, tone: 'active', who };
  const isGood = goodOutcomes.has(String(outcome).toLowerCase());
  return {
    what: `${what}: ${String(outcome).toLowerCase().replaceAll('_', ' ')}`,
    tone: isGood ? 'active' : 'watch',
    who,
  };
}
