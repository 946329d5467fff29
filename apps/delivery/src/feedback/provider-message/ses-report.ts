import { createHash } from 'node:crypto';
import { isUuid } from '@waybill/contracts/ids';
import { fieldsOf, list, momentOf, parse, text, type Fields } from '../ses-json';
import type { NewNotification, NotificationKind, NotificationPayload } from '../report/report';

/** A message of Amazon SES, sorted by its kind. */
export type SesMessage =
  | { report: NewNotification }
  /** Mail for us: the whole notification. */
  | { received: Record<string, unknown> }
  /** Nothing for us; why. */
  | { ignored: string };

interface Reading {
  kind: NotificationKind;
  /** Name of the object that belongs to the kind. */
  part: string;
  payload(part: Fields): NotificationPayload;
  /** Distinguishes two reports of this kind about one email and recipient, beside the feedback id of SES. */
  apart?(part: Fields): unknown[];
}

const maxLinkLength = 2_000;

/** By `eventType` of event publishing and by `notificationType` of feedback notifications (Amazon SES developer guide). */
const readings: Record<string, Reading> = {
  Send: { kind: 'Send', part: 'send', payload: () => ({}) },
  Delivery: { kind: 'Delivery', part: 'delivery', payload: (part) => ({ reason: text(part['smtpResponse']) }) },
  Bounce: { kind: 'Bounce', part: 'bounce', payload: readBounce },
  Complaint: {
    kind: 'Complaint',
    part: 'complaint',
    payload: (part) => ({ reason: text(part['complaintFeedbackType']) ?? text(part['complaintSubType']) }),
  },
  DeliveryDelay: {
    kind: 'DeliveryDelay',
    part: 'deliveryDelay',
    payload: (part) => ({ reason: text(part['delayType']) }),
    apart: (part) => [part['timestamp']],
  },
  Open: {
    kind: 'Open',
    part: 'open',
    payload: (part) => ({ userAgent: text(part['userAgent']) ?? '' }),
    apart: (part) => [part['timestamp'], part['ipAddress'], part['userAgent']],
  },
  Click: {
    kind: 'Click',
    part: 'click',
    payload: (part) => ({ userAgent: text(part['userAgent']) ?? '', link: text(part['link'], maxLinkLength) }),
    apart: (part) => [part['timestamp'], part['ipAddress'], part['userAgent'], part['link']],
  },
  Reject: { kind: 'Reject', part: 'reject', payload: (part) => ({ reason: text(part['reason']) }) },
  'Rendering Failure': {
    kind: 'RenderingFailure',
    part: 'failure',
    payload: (part) => ({ reason: text(part['errorMessage']) }),
  },
};

/**
 * Reads a message of Amazon SES; never throws. The tags of event publishing name the email; without them, as in feedback
 * notifications, the id under which SES took it does. The dedup key is that of the fact (email, kind, recipient, feedback id):
 * SES may publish one fact in several messages.
 */
export function readSesMessage(content: string): SesMessage {
  const message = parse(content);
  const mail = fieldsOf(message?.['mail']);
  if (!message || !mail) return { ignored: 'not a message about an email' };
  const type = text(message['eventType']) ?? text(message['notificationType']) ?? '';
  if (type === 'Received') return { received: message };
  const reading = Object.hasOwn(readings, type) ? readings[type] : undefined;
  const messageId = text(mail['messageId']);
  if (!reading) return { ignored: `unknown kind ${type}`.trim() };
  if (!messageId) return { ignored: 'no message id' };
  const part = fieldsOf(message[reading.part]) ?? {};
  if (part['complaintFeedbackType'] === 'not-spam') return { ignored: 'the recipient says that it is not spam' };
  return { report: reportOf(reading, mail, part, messageId) };
}

function reportOf(reading: Reading, mail: Fields, part: Fields, messageId: string): NewNotification {
  const { kind } = reading;
  const subject = text(fieldsOf(mail['commonHeaders'])?.['subject']);
  const emailId = tag(mail, 'emailId');
  const projectId = tag(mail, 'projectId');
  const named = isUuid(emailId) && isUuid(projectId);
  const attempt = Number(tag(mail, 'attempt'));
  return {
    provider: 'ses',
    projectId: named ? projectId : null,
    emailId: named ? emailId : null,
    attempt: Number.isInteger(attempt) && attempt > 0 && attempt < 1_000 ? attempt : null,
    kind,
    occurredAt: momentOf(part['timestamp']) ?? momentOf(mail['timestamp']) ?? new Date().toISOString(),
    payload: { messageId, subject, ...reading.payload(part) },
    dedupKey: dedupKey(kind, [messageId, recipientsOf(mail, part), part['feedbackId'], reading.apart?.(part)]),
  };
}

function readBounce(bounce: Fields): NotificationPayload {
  const types = ['Permanent', 'Transient', 'Undetermined'] as const;
  const [recipient] = list(bounce['bouncedRecipients']).map(fieldsOf);
  return {
    bounceType: types.find((type) => type === bounce['bounceType']) ?? 'Undetermined',
    reason: text(recipient?.['diagnosticCode']) ?? text(bounce['bounceSubType']),
  };
}

/** The recipients of the report: those it names, else those of the email. */
function recipientsOf(mail: Fields, part: Fields): unknown[] {
  const named = ['bouncedRecipients', 'complainedRecipients', 'delayedRecipients', 'recipients']
    .flatMap((name) => list(part[name]))
    .map((each) => (typeof each === 'string' ? each : fieldsOf(each)?.['emailAddress']));
  return (named.length > 0 ? named : list(mail['destination'])).map((each) => String(each).toLowerCase()).sort();
}

/** Short whatever the far end wrote. */
const dedupKey = (kind: string, parts: unknown[]): string =>
  `ses:${kind}:${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`;

const tag = (mail: Fields, name: string): string | undefined => text(list(fieldsOf(mail['tags'])?.[name])[0]);
