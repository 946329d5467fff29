import { AppError, validationError, type FieldError } from '@waybill/contracts/errors';
import { prototypeKeys } from '@waybill/contracts/wire/prototype-keys';
import type { FastifyRequest } from 'fastify';

const maxDepth = 32;
const [quote, openingBracket, closingBracket, openingBrace, closingBrace] = Buffer.from('"[]{}');

/**
 * Parses a JSON body, an empty one as none; 415 for a compressed one, 400 for what is not JSON or nested deeper than 32, 422 for keys that reach into prototypes and for
 * text that Postgres cannot keep (NUL, lone surrogates), with the place named.
 */
export function parseJsonBody(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    return done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed'));
  }
  if (isTooDeep(text as string)) {
    return done(new AppError('BAD_REQUEST', `The body is nested deeper than ${maxDepth} levels`));
  }
  let body: unknown;
  try {
    body = text.length === 0 ? undefined : JSON.parse(withoutMark(text as string));
  } catch (error) {
    return done(new AppError('BAD_REQUEST', `The body is not valid JSON${placeOf(error as Error)}`));
  }
  const errors: FieldError[] = [];
  inspect(body, '', errors);
  done(errors.length > 0 ? validationError(errors) : null, body);
}

/**
 * Does a text that may be JSON open more than {@link maxDepth} levels? It is asked before the text is parsed: a megabyte of
 * brackets becomes objects of many times its size.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) at = endOfString(text, at);
    else if (char === closingBracket || char === closingBrace) depth--;
    else if ((char === openingBracket || char === openingBrace) && ++depth > maxDepth) return true;
  }
  return false;
}

/** Where the string that begins at `start` ends; the end of the text if it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before--;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** RFC 8259 section 8.1: a byte order mark in front may be left out of account. */
const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);

/** Where the parser stumbled, as far as it says so: never the text itself. */
function placeOf({ message }: Error): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  if (line) return `: line ${line}, column ${column}`;
  return message.includes('end of JSON') ? ': it ends too early' : '';
}

function inspect(value: unknown, path: string, errors: FieldError[]): void {
  if (typeof value === 'string') return inspectText(value, path, errors);
  if (typeof value !== 'object' || value === null || errors.length >= 20) return;
  for (const key of Object.keys(value)) {
    const place = path === '' ? key.slice(0, 100) : `${path}.${key.slice(0, 100)}`;
    if (prototypeKeys.has(key))
      errors.push({ field: place, message: `${key} is not allowed as a key`, code: 'invalid_string' });
    else inspectText(key, place, errors);
    inspect((value as Record<string, unknown>)[key], place, errors);
  }
}

function inspectText(text: string, path: string, errors: FieldError[]): void {
  if (!text.includes('\0') && text.isWellFormed()) return;
  errors.push({ field: path, message: `${path} must not contain NUL or broken Unicode`, code: 'invalid_string' });
}
