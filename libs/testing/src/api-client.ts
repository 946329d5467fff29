/** An answer of the HTTP interface: status, headers and the parsed body. */
export interface ApiAnswer<T = any> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls the HTTP interface as a customer would, with one key, and waits `patience` milliseconds for an answer. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly key?: string,
    private readonly patience = 15_000,
  ) {}

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

  /** A call with the body as it is; a string body is sent as JSON unless `headers` say otherwise. */
  async call<T = any>(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<T>> {
    const response = await fetch(this.url + path, {
      method,
      body,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.key ? { authorization: `Bearer ${this.key}` } : {}),
        ...headers,
      },
      signal: AbortSignal.timeout(this.patience),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as T };
  }
}
