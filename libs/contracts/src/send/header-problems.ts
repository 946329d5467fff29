import type { FieldProblem } from '../wire/field-problem';
import { notOneLine, oneLine } from '../wire/one-line';

const headerName = /^[A-Za-z0-9-]+$/;
const ownHeader =
  /^(from|to|cc|bcc|sender|return-path|reply-to|subject|date|message-id|mime-version|received|content-.*|dkim-.*|list-unsubscribe.*|x-ses-.*|x-waybill-.*)$/i;
/**
 * By these a caller would command the account of the operator at SendGrid, Mailchimp Transactional, Mailgun, SparkPost or Mailjet:
 * some of them add recipients.
 */
const providerHeader = /^(x-smtpapi|x-mc-.*|x-mailgun-.*|x-msys-api|x-mj-.*)$/i;

const ofMessageIds = /^(in-reply-to|references)$/i;
const messageId = /^<[!-;=?-~]+>$/;

/** The ids of `In-Reply-To` or `References`, each in angle brackets, which callers may leave out. */
const messageIds = (value: string): string[] =>
  value
    .trim()
    .split(/\s+/)
    .map((id) => `<${id.replace(/^<|>$/g, '')}>`);

/** A valid header value as the message carries it: spaces for tabs, message ids in angle brackets. */
export function headerValue(name: string, value: string): string {
  return ofMessageIds.test(name) ? messageIds(value).join(' ') : value.replaceAll('\t', ' ');
}

/** Limits of extra headers: how many, and the characters of one name and one value. */
export const headerLimits = { count: 50, name: 76, value: 998 } as const;

/** Problems of extra headers, an object of names to values: the service's own headers, instructions to providers and line breaks are refused. */
export function headersProblems(value: unknown): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: '', code: 'invalid_type', message: 'must be an object of strings' }];
  }
  const entries = Object.entries(value);
  if (entries.length > headerLimits.count) {
    return [{ path: '', code: 'too_big', message: `must have at most ${headerLimits.count} headers` }];
  }
  return [...entries.flatMap(([name, text]) => headerProblems(name, text)), ...repeated(entries.map(([name]) => name))];
}

/** Those that differ from an earlier one in their case only: a message carries each header once. */
function repeated(names: string[]): FieldProblem[] {
  const first = new Map(names.map((name) => [name.toLowerCase(), name] as const).reverse());
  return names
    .filter((name) => first.get(name.toLowerCase()) !== name)
    .map((name) => ({
      path: name.slice(0, headerLimits.name),
      code: 'invalid_string',
      message: 'is there twice, in another case',
    }));
}

function headerProblems(name: string, value: unknown): FieldProblem[] {
  const path = name.slice(0, headerLimits.name);
  if (!headerName.test(name) || name.length > headerLimits.name) {
    return [{ path, code: 'invalid_string', message: 'is not a header name' }];
  }
  if (ownHeader.test(name)) return [{ path, code: 'invalid_string', message: 'is set by the service' }];
  if (providerHeader.test(name)) {
    return [{ path, code: 'invalid_string', message: 'is an instruction to an email provider' }];
  }
  if (typeof value !== 'string') return [{ path, code: 'invalid_type', message: 'must be a string' }];
  if (value.length > headerLimits.value) {
    return [{ path, code: 'too_big', message: `must be at most ${headerLimits.value} characters` }];
  }
  // A tab is white space in a header (RFC 5322, section 2.2.2) and becomes a space.
  if (!oneLine.test(value.replaceAll('\t', ' '))) return [{ path, code: 'invalid_string', message: notOneLine }];
  if (ofMessageIds.test(name) && value.trim() && !messageIds(value).every((id) => messageId.test(id))) {
    return [{ path, code: 'invalid_string', message: 'must be message ids such as <id@example.com>' }];
  }
  return [];
}
