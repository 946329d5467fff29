import { activityTypes } from '@waybill/contracts/activity/activity';
import type { EventEnvelope, EventSubject } from '@waybill/contracts/events';
import { causedId } from '@waybill/database/ids';
import type { ActivityRow } from './activity.sql';

/** The type under which an event of an email stands in the feed. */
const emailTypes: Partial<Record<string, string>> = {
  'email.sent': 'email.sent',
  'email.delivery': 'email.delivered',
  'email.open': 'email.opened',
  'email.click': 'email.clicked',
  'email.bounce': 'email.bounced',
  'email.complaint': 'email.complaint',
  'email.received': 'email.received',
  'email.suppressed': 'email.suppressed',
};

/** The types that name the domains of their email. */
const countedByDomain = new Set(['email.sent', 'email.delivered', 'email.bounced', 'email.complaint']);

/** Fields of an event about an email that are read from the ledger when the item is shown. */
const ledgerFields = new Set([
  'subject',
  'from',
  'fromName',
  'messageId',
  'emailId',
  'templateId',
  'sourceType',
  'sentAt',
  'deliveredAt',
  'openedAt',
  'clickedAt',
  'bouncedAt',
  'complainedAt',
]);

/** Fields kept of an `email.received`: its event does not name a row of the ledger. */
const receivedFields = new Set(['subject', 'from', 'fromHeader', 'to', 'spamVerdict', 'virusVerdict']);

/** All types that the story of a contact shows, beside tracked events. */
export const storyTypes: readonly string[] = [
  ...activityTypes.filter((type) => type !== 'event.triggered'),
  'segment.entry',
  'segment.exit',
];

/** The row of an event; null for an event that neither the feed nor the story of a contact shows. */
export function activityRow(event: EventEnvelope): ActivityRow | null {
  const type = typeOf(event.subject);
  if (type === null) return null;
  const about = { projectId: event.projectId, id: causedId(new Date(event.occurredAt), event.id), type };
  const data: Record<string, unknown> = { ...event.data };
  if (!event.subject.startsWith('email.')) {
    const none = { emailId: null, sendingDomain: null, recipientDomain: null };
    return { ...about, ...none, contactId: event.contactId, data };
  }
  // A transient bounce is shown, but counts nowhere: its row names no domains.
  const counted = countedByDomain.has(type) && data['bounceType'] !== 'Transient';
  const keeps = type === 'email.received' ? (key: string) => receivedFields.has(key) : isDetail;
  return {
    ...about,
    contactId: event.contactId,
    emailId: textOf(data['emailId']),
    data: Object.fromEntries(Object.entries(data).filter(([key, value]) => keeps(key) && value !== null)),
    sendingDomain: counted ? domainOf(textOf(data['from'])) : null,
    recipientDomain: counted ? (domainOf(event.contactEmail) ?? 'unknown') : null,
  };
}

/** The name of the event of a row, as the history of a contact shows it. */
export function eventName(type: string, data: Record<string, unknown>): string {
  if (type === 'segment.entry' || type === 'segment.exit') {
    return `segment.${textOf(data['slug']) ?? ''}.${type.slice('segment.'.length)}`;
  }
  return Object.keys(emailTypes).find((subject) => emailTypes[subject] === type) ?? type;
}

function typeOf(subject: EventSubject): string | null {
  const kind = subject.split('.').at(-1);
  if (subject.startsWith('segment.')) return kind === 'entry' || kind === 'exit' ? `segment.${kind}` : null;
  const type = emailTypes[subject] ?? subject;
  return (activityTypes as readonly string[]).includes(type) ? type : null;
}

const isDetail = (key: string): boolean => !ledgerFields.has(key);

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const domainOf = (address: string | null): string | null => address?.split('@').at(-1)?.toLowerCase() || null;
