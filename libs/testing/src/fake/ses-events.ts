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
export const clickEvent = (mail: SesEventMail, link: string, userAgent = 'Mozilla/5.0', at = Date.now() + 1_000) =>
  sesEvent('Click', mail, {
    timestamp: new Date(at).toISOString(),
    userAgent,
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

/** A short mail of one person that arrived. */
export const mailFrom = (source: string, recipients: string[], messageId?: string): Record<string, unknown> =>
  receivedMail({
    source,
    recipients,
    content: `From: Ann <${source}>\r\nTo: ${recipients[0]}\r\nSubject: =?UTF-8?Q?Fr=C3=A4ge?=\r\n\r\nIs it open?\r\n`,
    encoding: 'BASE64',
    messageId,
  });

/** Mail that arrived, as the SNS action of a receipt rule tells of it; `content` is the whole mail, absent where it is not told. */
export function receivedMail(options: {
  source: string;
  recipients: string[];
  content?: string;
  encoding?: 'UTF8' | 'BASE64';
  messageId?: string;
  headers?: Record<string, string>;
}): Record<string, unknown> {
  const { source, recipients, content, encoding = 'UTF8', headers = {} } = options;
  const pairs = content ? headerPairs(content) : [];
  const all = [...Object.entries(headers).map(([name, value]) => ({ name, value })), ...pairs];
  const valueOf = (name: string) => all.find((pair) => pair.name.toLowerCase() === name)?.value;
  const pass = { status: 'PASS' };
  return {
    notificationType: 'Received',
    mail: {
      timestamp: iso(),
      source,
      messageId: options.messageId ?? `in-${Math.random().toString(36).slice(2)}`,
      destination: recipients,
      headersTruncated: false,
      headers: all,
      commonHeaders: { from: [valueOf('from') ?? source], to: recipients, subject: valueOf('subject') },
    },
    receipt: {
      timestamp: iso(),
      processingTimeMillis: 222,
      recipients,
      ...{
        spamVerdict: pass,
        virusVerdict: pass,
        spfVerdict: pass,
        dkimVerdict: pass,
        dmarcVerdict: { status: 'GRAY' },
      },
      action: { type: 'SNS', topicArn: 'arn:aws:sns:eu-west-1:123456789012:inbound', encoding },
    },
    ...(content === undefined ? {} : { content: encoding === 'BASE64' ? btoa(content) : content }),
  };
}

function headerPairs(content: string): { name: string; value: string }[] {
  const lines = content.split('\r\n\r\n')[0]!.split(/\r\n(?![ \t])/);
  return lines.map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 2) }));
}
