/** What the events are about. */
export interface SesEventMail {
  messageId: string;
  to: string;
  /** Tags of the email; feedback notifications have none. */
  tags?: Record<string, string>;
  subject?: string;
}

const iso = (): string => new Date().toISOString();

/** An event as Amazon SES publishes it; `part` is the object that belongs to its type. */
export function sesEvent(eventType: string, mail: SesEventMail, part: object = {}): Record<string, unknown> {
  const names: Record<string, string> = { DeliveryDelay: 'deliveryDelay', 'Rendering Failure': 'failure' };
  const tags = Object.fromEntries(Object.entries(mail.tags ?? {}).map(([name, value]) => [name, [value]]));
  return {
    eventType,
    mail: {
      timestamp: iso(),
      messageId: mail.messageId,
      source: 'shop@sender.example',
      destination: [mail.to],
      commonHeaders: { to: [mail.to], subject: mail.subject ?? 'Your receipt' },
      tags,
    },
    [names[eventType] ?? eventType.toLowerCase()]: part,
  };
}

export const sendEvent = (mail: SesEventMail) => sesEvent('Send', mail);

export const deliveryEvent = (mail: SesEventMail) =>
  sesEvent('Delivery', mail, { timestamp: iso(), recipients: [mail.to], smtpResponse: '250 ok', reportingMTA: 'a' });

export const openEvent = (mail: SesEventMail, userAgent = 'Mozilla/5.0') =>
  sesEvent('Open', mail, { timestamp: iso(), userAgent, ipAddress: '203.0.113.9' });

/** A click a second after everything before it: one within half a second of hand-over is a machine's. */
export const clickEvent = (mail: SesEventMail, link: string) =>
  sesEvent('Click', mail, {
    timestamp: new Date(Date.now() + 1_000).toISOString(),
    userAgent: 'Mozilla/5.0',
    ipAddress: '203.0.113.9',
    link,
    linkTags: null,
  });

export const bounceEvent = (mail: SesEventMail, bounceType: 'Permanent' | 'Transient' | 'Undetermined') =>
  sesEvent('Bounce', mail, {
    bounceType,
    bounceSubType: 'General',
    feedbackId: `${mail.messageId}-feedback`,
    timestamp: iso(),
    bouncedRecipients: [
      { emailAddress: mail.to, action: 'failed', status: '5.1.1', diagnosticCode: '550 no such user' },
    ],
  });

export const complaintEvent = (mail: SesEventMail) =>
  sesEvent('Complaint', mail, {
    complainedRecipients: [{ emailAddress: mail.to }],
    complaintFeedbackType: 'abuse',
    feedbackId: `${mail.messageId}-complaint`,
    timestamp: iso(),
  });

/** The same as a feedback notification tells it: another name for its kind, and no tags. */
export function asFeedback(event: Record<string, unknown>): Record<string, unknown> {
  const { eventType, mail, ...rest } = event;
  return { notificationType: eventType, mail: { ...(mail as object), tags: undefined }, ...rest };
}
