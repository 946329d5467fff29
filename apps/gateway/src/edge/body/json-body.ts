import { AppError, validationError, type FieldError } from '@waybill/contracts/errors';
import { prototypeKeys } from '@waybill/contracts/wire/prototype-keys';
import type { FastifyRequest } from 'fastify';

const maxDepth = 32;
const maxKeysPerObject = 1_000;
const maxKeys = 20_000;
const maxItems = 100_000;
const [quote, colon, comma, openingBracket, closingBracket, openingBrace, closingBrace] = Buffer.from('":,[]{}');

/**
 * Parses a JSON body, an empty one as none; 415 for a compressed one, 400 for what is not JSON or nested deeper than 32, 422 for more than 1,000 keys in an object,
 * 20,000 keys or 100,000 items in all, keys that reach into prototypes and text that Postgres cannot keep (NUL, lone surrogates), with the place named.
 */
export function parseJsonBody(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
    return done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed'));
  }
  let body: unknown;
  try {
    body = readJson(text as string);
  } catch (error) {
    return done(error as AppError);
  }
  done(null, body);
}

/** Parses a JSON text from outside; undefined when it is empty. @throws AppError as {@link parseJsonBody} says. */
export function readJson(text: string): unknown {
  const excess = excessOf(text);
  if (excess) throw excess;
  let body: unknown;
  try {
    body = text.length === 0 ? undefined : JSON.parse(withoutMark(text));
  } catch (error) {
    throw new AppError('BAD_REQUEST', `The body is not valid JSON${placeOf(error as Error)}`);
  }
  const errors = unstorable(body);
  if (errors.length > 0) throw validationError(errors);
  return body;
}

/** Keys that reach into prototypes and text that Postgres cannot keep (NUL, lone surrogates), at most 20 places. */
export function unstorable(body: unknown): FieldError[] {
  const errors: FieldError[] = [];
  inspect(body, '', errors);
  return errors;
}

/**
 * The error for a text that opens too many levels, or has too many keys or items. The text is counted before it is parsed: a
 * megabyte of brackets or keys becomes objects of many times its size, and refusing it must cost no more than reading it.
 */
function excessOf(text: string): AppError | null {
  const keysAt = new Array<number>(maxDepth + 1).fill(0);
  let depth = 0;
  let keys = 0;
  let items = 0;
  let stringStart = 0;
  let stringEnd = 0;
  let topKey = '';
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) {
      stringStart = at + 1;
      at = stringEnd = endOfString(text, at);
    } else if (char === colon) {
      if (depth <= 1) topKey = text.slice(stringStart, Math.min(stringEnd, stringStart + 100));
      keysAt[depth]!++;
      if (keysAt[depth]! > maxKeysPerObject) return tooMany(topKey, `${maxKeysPerObject} keys in one object`);
      if (++keys > maxKeys) return tooMany(topKey, `${maxKeys} keys in all`);
    } else if (char === comma) {
      if (++items > maxItems) return tooMany(topKey, `${maxItems} items in all`);
    } else if (char === closingBracket || char === closingBrace) depth = Math.max(0, depth - 1);
    else if (char === openingBracket || char === openingBrace) {
      if (++depth > maxDepth) return new AppError('BAD_REQUEST', `The body is nested deeper than ${maxDepth} levels`);
      keysAt[depth] = 0;
    }
  }
  return null;
}

/** The 422 for a body whose count passes a limit at this property. */
const tooMany = (property: string, limit: string): AppError =>
  validationError([
    { field: property, code: 'too_big', message: `${property} makes the body too large: it may have ${limit}` },
  ]);

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
