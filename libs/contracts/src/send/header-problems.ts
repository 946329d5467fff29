import type { FieldProblem } from '../wire/field-problem';

const headerName = /^[A-Za-z0-9-]+$/;
const ownHeader =
  /^(from|to|cc|bcc|sender|return-path|reply-to|subject|date|message-id|mime-version|received|content-.*|dkim-.*|list-unsubscribe.*|x-ses-.*|x-waybill-.*)$/i;

/** Limits of extra headers: how many, and the characters of one name and one value. */
export const headerLimits = { count: 50, name: 76, value: 998 } as const;

/** Problems of extra headers, an object of names to values: the service's own headers and line breaks are refused. */
export function headersProblems(value: unknown): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: '', code: 'invalid_type', message: 'must be an object of strings' }];
  }
  const entries = Object.entries(value);
  if (entries.length > headerLimits.count) {
    return [{ path: '', code: 'too_big', message: `must have at most ${headerLimits.count} headers` }];
  }
  return entries.flatMap(([name, text]) => headerProblems(name, text));
}

function headerProblems(name: string, value: unknown): FieldProblem[] {
  const path = name.slice(0, headerLimits.name);
  if (!headerName.test(name) || name.length > headerLimits.name) {
    return [{ path, code: 'invalid_string', message: 'is not a header name' }];
  }
  if (ownHeader.test(name)) return [{ path, code: 'invalid_string', message: 'is set by the service' }];
  if (typeof value !== 'string') return [{ path, code: 'invalid_type', message: 'must be a string' }];
  if (/[\r\n\0\u2028\u2029]/.test(value)) {
    return [{ path, code: 'invalid_string', message: 'must not contain line breaks' }];
  }
  if (value.length > headerLimits.value) {
    return [{ path, code: 'too_big', message: `must be at most ${headerLimits.value} characters` }];
  }
  return [];
}
