import { howToSet, type Place, type Settings } from './config';
import { ApiError, ConfigurationError, ConnectionError, refusalOf, TimeoutError } from './errors';
import { isWorthRetry, pauseBefore, type Failure } from './retry';
import type { Answer, Body, Data, Method, PathOf, Query } from './wire';

/** Settings of one call. */
export interface CallOptions {
  /** Ends the call; it rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** Milliseconds for one attempt, in place of the client's. */
  timeoutMs?: number;
  /** Further attempts, in place of the client's. */
  retries?: number;
}

/** Options of calls that the server does once per key. */
export interface RepeatableCallOptions extends CallOptions {
  /**
   * Made by the client unless given, so that its retries have one effect. Give one of your own, for example the number of
   * an order, when your program may repeat the call later. 1 to 255 printable ASCII characters; holds for 24 hours.
   */
  idempotencyKey?: string;
}

interface Request<M extends Method, P extends PathOf<M>> {
  /** Values for `{name}` in the path. */
  path?: Record<string, string>;
  query?: Query<P, M>;
  body?: Body<M, P>;
  /** A multipart body in place of a JSON one. */
  form?: FormData;
  /** Which key the call carries: `any` takes the secret one where both are configured. */
  key?: 'secret' | 'any';
  idempotencyKey?: string;
  options?: CallOptions;
}

/** A request that is ready to be sent, as often as it takes. */
interface Prepared {
  name: string;
  url: string;
  init: { method: string; headers: Record<string, string>; body?: string | FormData };
  isRepeatable: boolean;
  idempotencyKey?: string;
  timeoutMs: number;
  retries: number;
  signal?: AbortSignal;
}

/** Calls the HTTP interface: one request with its retries, its deadline and its errors. */
export class Transport {
  // Private to the language, so that no log of the client shows a key.
  readonly #settings: Settings;
  readonly #place: Place;

  constructor(settings: Settings, place: Place) {
    this.#settings = settings;
    this.#place = place;
  }

  get url(): string {
    return this.#settings.url;
  }

  /** The body of the answer; `undefined` where it has none. @throws WaybillError */
  async call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    request: Request<M, P> = {},
  ): Promise<Answer<M, P>> {
    return (await this.send(this.prepare(method, path, request))) as Answer<M, P>;
  }

  /** `data` of an answer in the envelope `{success, data}`. @throws WaybillError */
  async data<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    request: Request<M, P> = {},
  ): Promise<Data<M, P>> {
    const answer: unknown = await this.call(method, path, request);
    return (answer as { data: Data<M, P> }).data;
  }

  private prepare<M extends Method, P extends PathOf<M>>(method: M, path: P, request: Request<M, P>): Prepared {
    const { options = {}, idempotencyKey } = request;
    const name = `${method.toUpperCase()} ${path}`;
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${this.key(name, request.key)}`,
    };
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = checkedKey(idempotencyKey);
    return {
      name,
      url: this.#settings.url + fill(path, request.path) + queryText(request.query),
      init: {
        method: method.toUpperCase(),
        headers,
        body: request.form ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
      },
      isRepeatable: method === 'get' || method === 'put' || idempotencyKey !== undefined,
      idempotencyKey,
      timeoutMs: options.timeoutMs ?? this.#settings.timeoutMs,
      retries: options.retries ?? this.#settings.retries,
      signal: options.signal,
    };
  }

  private key(name: string, wanted: 'secret' | 'any' = 'secret'): string {
    const { secretKey, publicKey } = this.#settings;
    const key = wanted === 'any' ? (secretKey ?? publicKey) : secretKey;
    if (key) return key;
    const advice = this.#place.isPage ? 'call it from a server' : howToSet('secretKey', this.#place);
    throw new ConfigurationError(
      `${name} needs the secret key (sk_) and only a public one is configured: ${advice}`,
      'secretKey',
    );
  }

  private async send(request: Prepared): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      request.signal?.throwIfAborted();
      const outcome = await this.attempt(request);
      if (!(outcome instanceof Error)) return outcome.body;
      const failure = failureOf(outcome);
      const pause = pauseBefore(attempt, failure, Math.random());
      if (attempt > request.retries || pause === null || !isWorthRetry(failure, request.isRepeatable)) throw outcome;
      await waitFor(pause, request.signal);
    }
  }

  /** The body of a success, or the error. Rejects with the caller's reason when its signal ends the call. */
  private async attempt(request: Prepared): Promise<{ body: unknown } | ApiError | ConnectionError> {
    const { name, url, init, idempotencyKey, timeoutMs } = request;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    try {
      const answer = await this.#settings.fetch(url, { ...init, redirect: 'manual', signal });
      const text = await answer.text();
      if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) throw redirected(answer);
      const body = parsed(text);
      return answer.ok ? { body } : refusalOf(answer.status, answer.headers, body, idempotencyKey);
    } catch (error) {
      request.signal?.throwIfAborted();
      if (error instanceof ConfigurationError) throw error;
      if (deadline.aborted) return new TimeoutError(`${name} got no answer in ${timeoutMs} ms`, idempotencyKey);
      return new ConnectionError(`${name} got no answer from ${this.url}: ${reasonOf(error)}`, idempotencyKey, {
        cause: error,
      });
    }
  }
}

/** A key for a call that the caller gave none: 128 random bits. Pages without TLS have no `crypto.randomUUID`. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function checkedKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new ConfigurationError('idempotencyKey must have 1 to 255 printable ASCII characters', 'idempotencyKey');
}

function failureOf(error: ApiError | ConnectionError): Failure {
  if (!(error instanceof ApiError)) return { status: null };
  return { status: error.status, code: error.code, retryAfterSeconds: error.retryAfterSeconds };
}

function redirected(answer: Response): ConfigurationError {
  const location = answer.headers.get('location');
  const target = location ? ` to ${location}` : '';
  return new ConfigurationError(`the server redirects${target}: set url to the address that answers itself`, 'url');
}

/** `/contacts/{id}` with its values, each as one part of the path. */
function fill(path: string, values: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // The server would take `/contacts/` for another route.
    if (!value || value === '.' || value === '..') throw new ConfigurationError(`${name} must not be empty`, name);
    return encodeURIComponent(value);
  });
}

function queryText(query: object = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Node says "fetch failed" and gives the reason as the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? cause.message : message;
}

function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
