import { isDeepStrictEqual } from 'node:util';
import { contactDataLimits } from '@waybill/contracts/contacts/contact-data-limits';
import { validationError, type FieldCode } from '@waybill/contracts/errors';

export type Data = Record<string, unknown>;

/** Where data comes from: the rules for objects differ. */
export type DataSource = 'send' | 'track' | 'contact';

/** The data of a request, split into fields to store and fields to delete. */
export interface DataSplit {
  /** Fields to store. */
  set: Data;
  /** Fields to delete. */
  remove: string[];
  /** One-off values: template variables of this request, not stored. */
  variables: Data;
}

const reservedKeys = new Set([
  ...['id', 'svc_id', 'svc_email', 'waybill_id', 'waybill_email', 'email'],
  ...['unsubscribeUrl', 'subscribeUrl', 'manageUrl'],
]);
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype']);
const maxDepth = 50;

/**
 * Sorts the data of a request: `null` deletes, an empty string is skipped, reserved keys are dropped, everything else is stored, except one-off
 * values: `{value, persistent: false}`, and on a send every other object.
 * @throws AppError 422 for a key that would reach into a prototype, for a value that JSON storage cannot hold, and on the
 * contact endpoints for a `locale` that is no text.
 */
export function splitData(data: Data | undefined, source: DataSource): DataSplit {
  const split: DataSplit = { set: {}, remove: [], variables: {} };
  for (const [key, given] of Object.entries(data ?? {})) {
    checkValue(key, given);
    if (reservedKeys.has(key)) continue;
    const { value, stored } = unwrap(given, source);
    // It names the language of pages and mails.
    if (source === 'contact' && key === 'locale' && value !== null && typeof value !== 'string')
      throw refused('data.locale', 'invalid_type', 'must be a string');
    if (!stored) split.variables[key] = value;
    else if (value === null) split.remove.push(key);
    else if (value !== '') split.set[key] = value;
  }
  return split;
}

/**
 * The stored data with a request's changes; the same object when nothing changes, so that nothing is written.
 * @throws AppError 422 `data`/`too_big` when the result has over 200 keys or 64 KB of JSON.
 */
export function mergeData(stored: Data, split: DataSplit): Data {
  const sets = Object.keys(split.set).some((key) => !isSame(stored[key], split.set[key]));
  const removes = split.remove.filter((key) => Object.hasOwn(stored, key));
  if (!sets && removes.length === 0) return stored;
  const merged: Data = { ...stored, ...split.set };
  for (const key of removes) delete merged[key];
  if (Object.keys(merged).length > contactDataLimits.keys)
    throw refused('data', 'too_big', `would give the contact more than ${contactDataLimits.keys} fields`);
  jsonOf(merged, 'would give the contact more than 64 KB of data');
  return merged;
}

/** Compared by their JSON; most values are texts and numbers. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && typeof other === 'object' && isDeepStrictEqual(one, other));

/**
 * The data of a tracked event, and its JSON: what the caller passed, one-off values and deletions included, wrappers
 * replaced by their value, so that a workflow reads `event.<key>`.
 * @throws AppError 422 `data`/`too_big` when it is over 64 KB of JSON.
 */
export function eventData(data: Data | undefined): { data: Data; json: string } {
  if (data === undefined) return { data: {}, json: '{}' };
  const result: Data = {};
  for (const key of Object.keys(data)) result[key] = unwrap(data[key], 'track').value;
  return { data: result, json: jsonOf(result, 'would give the event more than 64 KB of data') };
}

/** A wrapper is `{value, persistent}` and nothing else; only a send takes it without `persistent`. */
function unwrap(given: unknown, source: DataSource): { value: unknown; stored: boolean } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { value: given, stored: true };
  const { value, persistent, ...rest } = given as { value?: unknown; persistent?: unknown };
  const bare = persistent === undefined && source === 'send';
  const wrapper = value !== undefined && Object.keys(rest).length === 0 && (bare || typeof persistent === 'boolean');
  if (wrapper) return { value, stored: persistent !== false };
  return { value: given, stored: source !== 'send' };
}

function checkValue(key: string, value: unknown): void {
  if (refusedKeys.has(key)) throw refused(`data.${key}`, 'invalid_string', 'is not a possible field name');
  const problem = unstorable(key, 0) ?? unstorable(value, 0);
  if (problem === 'text') throw refused(`data.${key}`, 'invalid_string', 'holds a NUL or half a surrogate pair');
  if (problem === 'depth') throw refused(`data.${key}`, 'too_big', `is nested more than ${maxDepth} levels deep`);
}

/** Postgres' jsonb takes neither U+0000 nor lone surrogates, and every reader of the data recurses into it. */
function unstorable(value: unknown, depth: number): 'text' | 'depth' | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? 'text' : null;
  if (typeof value !== 'object' || value === null) return null;
  if (depth >= maxDepth) return 'depth';
  for (const [key, inner] of Object.entries(value)) {
    const problem = unstorable(key, depth) ?? unstorable(inner, depth + 1);
    if (problem) return problem;
  }
  return null;
}

/** @throws AppError 422 `data`/`too_big` with the message when it is over 64 KB. */
function jsonOf(data: Data, message: string): string {
  const json = JSON.stringify(data);
  // Three bytes for each UTF-16 unit is the most that UTF-8 takes.
  if (json.length * 3 > contactDataLimits.bytes && Buffer.byteLength(json) > contactDataLimits.bytes)
    throw refused('data', 'too_big', message);
  return json;
}

const refused = (field: string, code: FieldCode, what: string) =>
  validationError([{ field, code, message: `${field} ${what}` }]);
