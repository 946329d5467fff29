import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import { isAllowedHost } from '../webhook/public-address';
import { isMasked } from '../webhook/webhook-secrets';
import { problem, type ConfigRules } from './step-kind';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
const hopHeaders =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*|webhook-(id|timestamp|signature))$/i;
const control = /[\u0000-\u0008\u000a-\u001f\u007f]/;
const limits = { url: 2_048, headers: 50, headerValue: 4_096, bodyBytes: 64 * 1024 };
const secretForm = /^(whsec_)?[A-Za-z0-9+/]{22,88}={0,2}$/;

/** Everything that is wrong with the config of a WEBHOOK step. */
export function webhookProblems(config: Record<string, unknown>, rules: ConfigRules): FieldProblem[] {
  const { method, body, signingSecret } = config;
  const problems = [...urlProblems(config.url, rules), ...headersProblems(config.headers)];
  if (method !== undefined && method !== null && !methods.includes(method as string))
    problems.push(problem('method', 'invalid_enum', `must be one of ${methods.join(', ')}`));
  if (body !== undefined && JSON.stringify(body).length > limits.bodyBytes)
    problems.push(problem('body', 'too_big', `must be at most ${limits.bodyBytes} characters of JSON`));
  if (signingSecret !== undefined && signingSecret !== null) {
    if (typeof signingSecret !== 'string' || !secretForm.test(signingSecret))
      problems.push(problem('signingSecret', 'invalid_string', 'must be whsec_ and 16 to 64 bytes in base64'));
  }
  return problems;
}

function urlProblems(url: unknown, { allowPrivateWebhooks }: ConfigRules): FieldProblem[] {
  if (url === undefined || url === null || url === '') return [problem('url', 'required', 'is required')];
  if (typeof url !== 'string') return [problem('url', 'invalid_type', 'must be a string')];
  if (url.length > limits.url) return [problem('url', 'too_big', `must be at most ${limits.url} characters`)];
  if (!/^https?:\/\//i.test(url))
    return [problem('url', 'invalid_string', 'must begin with http:// or https://, without a variable')];
  if (control.test(url)) return [problem('url', 'invalid_string', 'must not contain control characters')];
  const filled = url.replace(/\{\{[^{}]*\}\}/g, 'x');
  if (!URL.canParse(filled)) return [problem('url', 'invalid_string', 'is not a URL')];
  const parsed = new URL(filled);
  if (parsed.username !== '' || parsed.password !== '')
    return [problem('url', 'invalid_string', 'must not carry a user name or password: use a header')];
  const authority = url.replace(/^https?:\/\//i, '').split(/[/?#\\]/)[0]!;
  if (authority.includes('{{')) return [];
  const refused =
    'must be public: set WEBHOOK_ALLOW_PRIVATE=true for local development, or use http://hooks.simulator.test/';
  return isAllowedHost(parsed.hostname, allowPrivateWebhooks) ? [] : [problem('url', 'invalid_string', refused)];
}

function headersProblems(headers: unknown): FieldProblem[] {
  if (headers === undefined || headers === null) return [];
  if (typeof headers !== 'object' || Array.isArray(headers))
    return [problem('headers', 'invalid_type', 'must be an object of strings')];
  const entries = Object.entries(headers);
  if (entries.length > limits.headers)
    return [problem('headers', 'too_big', `must have at most ${limits.headers} headers`)];
  return entries.flatMap(([name, value]) => headerProblems(`headers.${name.slice(0, 100)}`, name, value));
}

function headerProblems(path: string, name: string, value: unknown): FieldProblem[] {
  if (!headerName.test(name)) return [problem(path, 'invalid_string', 'is not a header name')];
  if (hopHeaders.test(name)) return [problem(path, 'invalid_string', 'is set by the service')];
  if (typeof value !== 'string') return [problem(path, 'invalid_type', 'must be a string')];
  if (isMasked(value)) return [problem(path, 'invalid_string', 'is masked, and no such secret is kept: give it again')];
  if (value.length > limits.headerValue)
    return [problem(path, 'too_big', `must be at most ${limits.headerValue} characters`)];
  return control.test(value) ? [problem(path, 'invalid_string', 'must not contain line breaks')] : [];
}
