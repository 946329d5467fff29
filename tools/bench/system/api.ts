/** The HTTP interface as the bench calls it beside the measured load. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchSystem } from './system.ts';

const CONNECTIONS = 8;
const MOST_AGAIN = 20;

class Refused extends Error {
  readonly status: number;

  constructor(status: number, call: string, text: string) {
    super(`${call}: ${status} ${text.slice(0, 300)}`);
    this.status = status;
  }
}

export interface JobAnswer {
  state: string;
  failedReason: string | null;
  result: { successCount?: number; createdCount?: number; added?: number; removed?: number; total?: number };
}

/** Calls the system with the demo's secret key on a fixed number of connections. */
export class Api {
  readonly headers: Record<string, string>;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  readonly #crowd = new Agent({ keepAlive: true, maxSockets: 256 });

  constructor({ url, demo }: BenchSystem) {
    this.#url = url;
    this.headers = { authorization: `Bearer ${demo.secretKey}` };
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const text = await this.#send(this.#agent, method, path, body);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  /** One call of a crowd. A 503 is asked again, as its answer advises; answers how often. */
  async burst(path: string, body: unknown): Promise<number> {
    for (let again = 0; ; again += 1) {
      try {
        await this.#send(this.#crowd, 'POST', path, body);
        return again;
      } catch (error) {
        if (again === MOST_AGAIN || !(error instanceof Refused && error.status === 503)) throw error;
        await delay(500);
      }
    }
  }

  /** The job once it is over; throws when it failed or takes longer than `limitMs`. */
  async finished(path: string, limitMs = 120_000): Promise<JobAnswer> {
    for (const end = Date.now() + limitMs; Date.now() < end; await delay(20)) {
      // A poll that is not answered in time is no end of the job.
      const job = await this.call<JobAnswer>('GET', path).catch(() => null);
      if (!job) continue;
      if (job.state === 'completed') return job;
      if (job.state === 'failed') throw new Error(`${path}: ${job.failedReason}`);
    }
    throw new Error(`${path} did not end`);
  }

  close(): void {
    this.#agent.destroy();
    this.#crowd.destroy();
  }

  #send(agent: Agent, method: string, path: string, body?: unknown): Promise<string> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = text === undefined ? this.headers : { ...this.headers, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const call = request(this.#url + path, { method, headers, agent }, (response) => {
        const parts: string[] = [];
        response.setEncoding('utf8');
        response.on('data', (part: string) => parts.push(part));
        response.on('end', () => {
          if ((response.statusCode ?? 500) < 300) resolve(parts.join(''));
          else reject(new Refused(response.statusCode ?? 500, `${method} ${path}`, parts.join('')));
        });
      });
      call.on('error', reject);
      call.end(text);
    });
  }
}
