import { createHmac } from 'node:crypto';
import type { Step } from '../graph/graph';
import type { Run } from '../run/run';
import { fill, fillJson, linkNames, printText, variablesIn, variablesOf, type ContactLinks } from './interpolate';

/** A request as it is to be sent. */
export interface WebhookRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** JSON text; null where the method has no body. */
  body: string | null;
}

/** Does the step name one of the contact's own links? */
export function namesLinks({ config }: Step): boolean {
  const text = `${String(config.url)} ${JSON.stringify(config.headers ?? {})} ${JSON.stringify(config.body ?? null)}`;
  const names = new Set(variablesIn(text));
  return linkNames.some((name) => names.has(name));
}

/** The payload where the step has no body of its own. */
export function defaultPayload({ contact, workflow, execution }: Run): Record<string, unknown> {
  return {
    contact: { email: contact.email, subscribed: contact.subscribed, data: contact.data },
    workflow: { id: workflow.id, name: workflow.name },
    execution: { id: execution.id, startedAt: execution.startedAt.toISOString() },
    event: execution.event,
  };
}

const notInHeaders = /[\u0000-\u0008\u000a-\u001f\u007f]+/g;

/**
 * The request of a WEBHOOK step. Values in the URL are percent-encoded, so that none adds a part to it; line breaks in header
 * values become spaces; the body stays JSON.
 */
export function buildRequest({ config }: Step, run: Run, links: Partial<ContactLinks> = {}): WebhookRequest {
  const valueOf = variablesOf(run, links);
  const method = typeof config.method === 'string' ? config.method : 'POST';
  const url = fill(String(config.url), valueOf, (value) => encodeURIComponent(printText(value).toWellFormed()));
  const own = Object.entries((config.headers as Record<string, string> | null | undefined) ?? {}).map(
    ([name, value]) => [name.toLowerCase(), fill(String(value), valueOf, printText).replace(notInHeaders, ' ').trim()],
  );
  const headers = Object.fromEntries(own) as Record<string, string>;
  if (method === 'GET') return { method, url, headers, body: null };
  const given = config.body === undefined || config.body === null ? null : fillJson(config.body, valueOf);
  const body = JSON.stringify(given ?? defaultPayload(run));
  return { method, url, headers: { 'content-type': 'application/json', ...headers }, body };
}

/** Standard Webhooks headers (standardwebhooks.com): the receiver checks them with the same secret. */
export function signatureHeaders(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const timestamp = Math.floor(at.getTime() / 1_000).toString();
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
