import { errorCodes, type ErrorCode } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { ApiAnswer } from '@waybill/testing/api-client';

/** The codes of invalid fields by their dotted path. */
export type FieldCodes = Record<string, string>;

/**
 * Checks an error answer in every part of the envelope: status, code, request id in body and
 * header, suggestion, time, nothing besides; `fields` are exactly the fields that `error.errors` names.
 */
export function expectError(answer: ApiAnswer, code: ErrorCode, fields?: FieldCodes): void {
  const { status, headers, body } = answer;
  expect({ status, code: body?.error?.code, errors: codesOf(body?.error?.errors) }).toEqual({
    status: errorCodes[code].status,
    code,
    errors: fields,
  });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(Object.keys(body).sort()).toEqual(['error', 'success', 'timestamp']);
  expect(body.success).toBe(false);
  expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
  const { error } = body;
  const known = ['code', 'errors', 'message', 'requestId', 'statusCode', 'suggestion'];
  if (code === 'CHANGED_MEANWHILE') known.push('current');
  expect(Object.keys(error).filter((key) => !known.includes(key))).toEqual([]);
  expect(error.statusCode).toBe(status);
  expect(isUuid(error.requestId)).toBe(true);
  expect(headers.get('x-request-id')).toBe(error.requestId);
  expect(error.message).toMatch(/\S/);
  expect(error.suggestion).toMatch(/\S/);
  expect(`${error.message} ${error.suggestion}`).not.toMatch(/node_modules|\bat \/|stack|SELECT|INSERT/);
  for (const each of error.errors ?? []) {
    expect(each).toEqual({ field: expect.any(String), message: expect.stringMatching(/\S/), code: expect.any(String) });
  }
}

function codesOf(errors: { field: string; code: string }[] | undefined): FieldCodes | undefined {
  return errors && Object.fromEntries(errors.map(({ field, code }) => [field, code]));
}
