/** An answer of the HTTP interface: status, headers and the parsed body. */
export interface ApiAnswer<T = any> {
  status: number;
  headers: Headers;
  body: T;
}

/** An answer as {@link answerErrors} reads it. */
interface PlainAnswer {
  method: string;
  url: string;
  status: number;
  type: string | null;
  text: string;
}

declare global {
  /** Where an answer is not what docs/openapi.json says; set by the environment of black-box tests. */
  var answerErrors: ((answer: PlainAnswer) => string[]) | undefined;
}

/** Calls the HTTP interface as a customer would, with one key, and waits `patience` milliseconds for an answer. */
export class ApiClient {
  private isDescribed = true;

  constructor(
    readonly url: string,
    private readonly key?: string,
    private readonly patience = 30_000,
  ) {}

  /** A client of addresses that are no part of the described interface, for example of the operations port. */
  static undescribed(url: string): ApiClient {
    const client = new ApiClient(url);
    client.isDescribed = false;
    return client;
  }

  get<T = any>(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer<T>> {
    return this.call('GET', path, undefined, headers);
  }

  post<T = any>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<T>> {
    return this.call('POST', path, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  patch<T = any>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<T>> {
    return this.call('PATCH', path, JSON.stringify(body), headers);
  }

  put<T = any>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<T>> {
    return this.call('PUT', path, JSON.stringify(body), headers);
  }

  delete<T = any>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiAnswer<T>> {
    return this.call('DELETE', path, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  /**
   * A call with the body as it is; a string body is sent as JSON unless `headers` say otherwise. Throws when the answer is not
   * what the API description says.
   */
  async call<T = any>(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer> | FormData,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(this.url + path, {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(this.key ? { authorization: `Bearer ${this.key}` } : {}),
        ...headers,
      },
      signal: AbortSignal.timeout(this.patience),
    });
    const text = await response.text();
    const type = response.headers.get('content-type');
    const check = this.isDescribed ? globalThis.answerErrors : undefined;
    const wrong = check?.({ method, url: path, status: response.status, type, text }) ?? [];
    if (wrong.length > 0)
      throw new Error(`the answer is not what docs/openapi.json says:\n${wrong.join('\n')}\n${text}`);
    const isJson = type?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }
}
