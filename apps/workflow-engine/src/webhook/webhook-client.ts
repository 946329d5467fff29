import { lookup } from 'node:dns/promises';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { isAllowedAddress, isAllowedHost, literalAddress } from './public-address';
import type { WebhookRequest } from './webhook-request';

/** The answer of the endpoint. */
export interface WebhookAnswer {
  statusCode: number;
  /** The first 1,024 characters of the body. */
  response: string;
  /** Where the last request went, without its query. */
  redirects: number;
}

/** The call failed; `reason` is kept on the execution, the message is for the author of the workflow. */
export class WebhookError extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
    this.name = 'WebhookError';
  }
}

export interface WebhookClientOptions {
  allowPrivate: boolean;
  /** Milliseconds for everything: name look-up, redirects, the body. */
  deadlineMs?: number;
  /** Addresses of a name. */
  resolve?: (hostname: string) => Promise<string[]>;
}

export const maxRedirects = 5;
const maxResponseBytes = 64 * 1024;
const shownCharacters = 1_024;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** Ports of other protocols below 1024 are not for webhooks. */
const allowedLowPorts = new Set([80, 443]);

/** One answer for a refused address and for a refused connection: a workflow cannot look around in a network. */
const unreachable = (): WebhookError =>
  new WebhookError(
    'unreachable',
    'the address is not public or does not accept connections. For local development set WEBHOOK_ALLOW_PRIVATE=true, or use http://hooks.simulator.test/',
  );

/** All addresses of a name, as the system resolves it. */
const systemAddresses = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Calls customers' URLs. Every hop is checked before it is connected to, and the connection goes to the very address that was
 * checked. Follows at most five redirects, reads at most 64 KB, ends after ten seconds in all.
 */
export class WebhookClient {
  private readonly deadlineMs: number;
  private readonly resolve: (hostname: string) => Promise<string[]>;

  constructor(private readonly options: WebhookClientOptions) {
    this.deadlineMs = options.deadlineMs ?? 10_000;
    this.resolve = options.resolve ?? systemAddresses;
  }

  /** @throws WebhookError when no whole answer came; an answer of any status is one. */
  async call(asked: WebhookRequest): Promise<WebhookAnswer> {
    const signal = AbortSignal.timeout(this.deadlineMs);
    let hop: WebhookRequest = asked;
    for (let redirects = 0; ; redirects++) {
      const { answer, location } = await this.hop(hop, signal, redirects);
      if (location === null) return answer;
      if (redirects === maxRedirects) throw tooManyRedirects();
      hop = redirected(hop, answer.statusCode, location);
    }
  }

  private async hop(hop: WebhookRequest, signal: AbortSignal, redirects: number) {
    const url = checkedUrl(hop.url, this.options.allowPrivate);
    const agent = new Agent({
      connect: pinned(await this.allowedAddress(url, signal)),
      pipelining: 1,
      maxResponseSize: -1,
      headersTimeout: this.deadlineMs,
      bodyTimeout: this.deadlineMs,
    });
    try {
      const { method, headers, body } = hop;
      const answer = await request(url, {
        dispatcher: agent,
        method: method as Dispatcher.HttpMethod,
        headers: { 'user-agent': 'Waybill-Webhook/1', accept: '*/*', ...headers },
        body,
        signal,
      });
      const location = redirectStatuses.has(answer.statusCode) ? headerOf(answer.headers.location) : null;
      const text = location === null ? await readAtMost(answer.body, maxResponseBytes) : '';
      const result = { statusCode: answer.statusCode, response: text.slice(0, shownCharacters), redirects };
      return { answer: result, location };
    } catch (error) {
      throw toWebhookError(error, signal, this.deadlineMs);
    } finally {
      void agent.destroy().catch(() => undefined);
    }
  }

  /** The address to connect to: every address of the name must be allowed. */
  private async allowedAddress({ hostname }: URL, signal: AbortSignal): Promise<string> {
    const literal = literalAddress(hostname);
    if (literal) return literal;
    const late = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(timedOut(this.deadlineMs)), { once: true }),
    );
    const addresses = await Promise.race([this.resolve(hostname), late]).catch((error: unknown) => {
      throw error instanceof WebhookError ? error : unreachable();
    });
    const [first] = addresses;
    const allowed = addresses.every((address) => isAllowedAddress(address, this.options.allowPrivate));
    if (first === undefined || !allowed) throw unreachable();
    return first;
  }
}

/** @throws WebhookError for what is no http address, carries a login or leads to a private host. */
export function checkedUrl(text: string, allowPrivate: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new WebhookError('invalid_url', 'the URL is not an http or https address');
  if (url.username !== '' || url.password !== '')
    throw new WebhookError('invalid_url', 'the URL must not carry a user name or password');
  const port = url.port === '' ? null : Number(url.port);
  const lowPort = port !== null && port < 1_024 && !allowedLowPorts.has(port);
  if (lowPort || !isAllowedHost(url.hostname, allowPrivate)) throw unreachable();
  url.hash = '';
  return url;
}

/** The next hop: another origin gets none of the configured headers; 301, 302 and 303 turn a POST into a GET. */
export function redirected(hop: WebhookRequest, statusCode: number, location: string): WebhookRequest {
  const from = new URL(hop.url);
  if (!URL.canParse(location, from.href)) throw new WebhookError('invalid_url', 'the redirect leads to no address');
  const to = new URL(location, from);
  const toGet = statusCode === 303 || ((statusCode === 301 || statusCode === 302) && hop.method === 'POST');
  const method = toGet ? 'GET' : hop.method;
  const body = toGet ? null : hop.body;
  const kept = to.origin === from.origin ? hop.headers : contentType(hop.headers);
  const { 'content-type': _dropped, ...withoutType } = kept;
  return { method, url: to.href, headers: body === null ? withoutType : kept, body };
}

const contentType = (headers: Record<string, string>): Record<string, string> =>
  headers['content-type'] === undefined ? {} : { 'content-type': 'application/json' };

/** Connects to the checked address; the name stays in the Host header and in TLS. */
function pinned(address: string): buildConnector.connector {
  const connect = buildConnector({ timeout: 10_000, maxCachedSessions: 0 });
  return (options, callback) => {
    const servername = literalAddress(options.hostname) ? undefined : options.hostname;
    connect({ ...options, hostname: address, servername }, callback);
  };
}

async function readAtMost(body: AsyncIterable<Buffer>, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString('utf8').replaceAll('\0', '').toWellFormed();
}

const headerOf = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null;

export const tooManyRedirects = (): WebhookError =>
  new WebhookError('too_many_redirects', `more than ${maxRedirects} redirects were answered`);

export const timedOut = (deadlineMs: number): WebhookError =>
  new WebhookError('timeout', `no whole answer came within ${deadlineMs / 1_000} seconds`);

function toWebhookError(error: unknown, signal: AbortSignal, deadlineMs: number): WebhookError {
  if (error instanceof WebhookError) return error;
  if (signal.aborted) return timedOut(deadlineMs);
  return unreachable();
}
