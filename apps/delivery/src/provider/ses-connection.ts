import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';

export interface SesConnectionOptions {
  url: URL;
  /** Connections at the same time. */
  maxSockets: number;
  /** Milliseconds until a connection is ready to be written to. */
  connectTimeoutMs: number;
  /** Milliseconds for the whole call, connecting included. */
  requestTimeoutMs: number;
}

export interface SesReply {
  status: number;
  body: string;
  /** What the far end's clock says, where it says it. */
  date: string | undefined;
}

/** Milliseconds: an idle connection is closed before the far end would; a call on one that is just closing ends in doubt. */
const idleMs = 4_000;

/** The most bytes of an answer; those of the service have less than a thousand. */
const longestReply = 64 * 1024;

/** Posts to one address over connections that stay open. A request is sent once and never again. */
export class SesConnection {
  private readonly agent: HttpAgent;
  private readonly open: typeof httpRequest;
  private readonly target: RequestOptions;

  constructor(private readonly options: SesConnectionOptions) {
    const { url, maxSockets } = options;
    const secure = url.protocol === 'https:';
    const settings = { keepAlive: true, maxSockets, timeout: idleMs };
    this.agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings);
    this.open = secure ? httpsRequest : httpRequest;
    // An IPv6 address has no brackets where it is looked up.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    this.target = { method: 'POST', host, port: url.port || undefined, path: url.pathname, agent: this.agent };
  }

  /**
   * The answer, of whatever status. `body` is plain ASCII.
   * @throws Node's own error, or a TimeoutError that says whether there was a connection.
   */
  post(headers: readonly string[], body: string): Promise<SesReply> {
    return new Promise((resolve, reject) => {
      const request = this.open({ ...this.target, headers: [...headers, 'content-length', String(body.length)] });
      const settle = this.limit(request, reject);
      request.on('error', (error) => settle(() => reject(error)));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > longestReply) response.destroy(new Error('the answer is too long'));
        });
        response.on('error', (error) => settle(() => reject(error)));
        response.on('end', () => {
          const { statusCode: status = 0 } = response;
          const body = Buffer.concat(chunks).toString('utf8');
          settle(() => resolve({ status, body, date: status === 200 ? undefined : response.headers.date }));
        });
      });
      request.end(body, 'latin1');
    });
  }

  close(): void {
    this.agent.destroy();
  }

  /** Ends the request at its deadlines; what is returned ends the deadlines and then does what it is given. */
  private limit(request: ClientRequest, reject: (error: Error) => void): (end: () => void) => void {
    const { url, connectTimeoutMs, requestTimeoutMs } = this.options;
    const stop = (message: string): void => {
      const error = Object.assign(new Error(message), { name: 'TimeoutError' });
      settle(() => reject(error));
      request.destroy(error);
    };
    const connecting = setTimeout(
      () => stop(`did not establish a connection with the server within ${connectTimeoutMs} ms`),
      connectTimeoutMs,
    );
    const answering = setTimeout(() => stop(`no answer within ${requestTimeoutMs} ms`), requestTimeoutMs);
    const settle = (end: () => void): void => {
      clearTimeout(connecting);
      clearTimeout(answering);
      end();
    };
    const ready = url.protocol === 'https:' ? 'secureConnect' : 'connect';
    request.once('socket', (socket: Socket) => {
      if (socket.connecting) socket.once(ready, () => clearTimeout(connecting));
      else clearTimeout(connecting);
    });
    return settle;
  }
}
