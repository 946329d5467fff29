import { addressParser, decodeWords } from 'postal-mime';
import { normalizeEmail, parseAddress } from '@waybill/contracts/address';
import { fieldsOf, list, momentOf, text } from '../ses-json';

type Fields = Record<string, unknown>;

/** An inbound email for verified domains in a message of Amazon SES (developer guide, "Email receiving notifications"). */
export interface InboundMail {
  messageId: string;
  /** When SES took it, ISO 8601. */
  timestamp: string;
  /** The sender of the envelope; empty for a bounce. */
  from: string;
  fromHeader: string;
  fromName: string | null;
  /** The address of the person: that of the From header, else that of the envelope. */
  sender: string;
  /** A program wrote it: a bounce or an answer of a machine (RFC 3834). */
  isAutomatic: boolean;
  subject: string;
  /** The addresses that it was sent to, lower case. */
  recipients: string[];
  /** Headers by which mails belong together. */
  headers: Record<string, string>;
  /** The whole email; null where SES sent only its envelope and headers. */
  raw: Buffer | null;
  verdicts: Record<(typeof checks)[number], string>;
  processingTimeMillis: number;
}

const checks = ['spamVerdict', 'virusVerdict', 'spfVerdict', 'dkimVerdict', 'dmarcVerdict'] as const;
const keptHeaders = ['Message-ID', 'In-Reply-To', 'References', 'Date', 'Auto-Submitted'];
const maxRecipients = 100;
/** RFC 5322: the longest line. */
const maxLineLength = 998;

/** Reads the notification of an inbound email; null when it names no sender or no recipient. */
export function readInboundMail(message: Fields): InboundMail | null {
  const mail = fieldsOf(message['mail']) ?? {};
  const receipt = fieldsOf(message['receipt']) ?? {};
  const common = fieldsOf(mail['commonHeaders']) ?? {};
  const headers = headersOf(mail);
  const header = (name: string): string => text(headers.get(name.toLowerCase()), maxLineLength) ?? '';
  const fromHeader = words(text(list(common['from'])[0], maxLineLength) ?? header('From'));
  const author = addressParser(fromHeader, { flatten: true }).find(({ address }) => address);
  const from = (text(mail['source']) ?? '').replace(/^<(.*)>$/, '$1');
  const sender = normalizeEmail(author?.address ?? '') ?? normalizeEmail(from);
  const recipients = addressesOf(list(receipt['recipients']));
  const messageId = text(mail['messageId']);
  if (!sender || recipients.length === 0 || !messageId) return null;
  const automatic = header('Auto-Submitted').toLowerCase();
  return {
    messageId,
    timestamp: momentOf(mail['timestamp']) ?? momentOf(receipt['timestamp']) ?? new Date(0).toISOString(),
    from: from || sender,
    fromHeader: fromHeader || from,
    fromName: author?.name.slice(0, maxLineLength) || null,
    sender,
    isAutomatic: parseAddress(from) === null || (automatic !== '' && automatic !== 'no'),
    subject: line(words(text(common['subject'], maxLineLength) ?? header('Subject'))),
    recipients,
    headers: Object.fromEntries(keptHeaders.map((name) => [name, header(name)]).filter(([, value]) => value !== '')),
    raw: rawOf(message['content'], receipt),
    verdicts: Object.fromEntries(checks.map((name) => [name, verdict(receipt[name])])) as InboundMail['verdicts'],
    processingTimeMillis: wholeNumber(receipt['processingTimeMillis']),
  };
}

/** Each header once, by its lower-case name: the topmost one, which the last server wrote. */
function headersOf(mail: Fields): Map<string, unknown> {
  const pairs = list(mail['headers']).map(fieldsOf);
  const named = pairs.map((pair): [string, unknown] => [String(pair?.['name']).toLowerCase(), pair?.['value']]);
  return new Map(named.reverse());
}

function addressesOf(values: unknown[]): string[] {
  const read = values.slice(0, maxRecipients).map((each) => (typeof each === 'string' ? normalizeEmail(each) : null));
  return [...new Set(read.filter((address) => address !== null))];
}

function rawOf(content: unknown, receipt: Fields): Buffer | null {
  if (typeof content !== 'string' || content === '') return null;
  const { encoding } = fieldsOf(receipt['action']) ?? {};
  return Buffer.from(content, String(encoding).toUpperCase() === 'BASE64' ? 'base64' : 'utf8');
}

const verdict = (value: unknown): string => text(fieldsOf(value)?.['status'], 40) ?? 'DISABLED';

function wholeNumber(value: unknown): number {
  const number = Math.round(Number(value));
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}

/** Encoded words (RFC 2047) as text. */
const words = (value: string): string => line(decodeWords(value)).slice(0, maxLineLength);

/** One line: what separates lines and other control characters become spaces. */
const line = (value: string): string =>
  value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();
