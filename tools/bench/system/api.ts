/** The HTTP interface as the bench calls it beside the measured load. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchSystem } from './system.ts';

const CONNECTIONS = 8;

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

  async burst(path: string, body: unknown): Promise<void> {
    await this.#send(this.#crowd, 'POST', path, body);
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
          else reject(new Error(`${method} ${path}: ${response.statusCode} ${parts.join('').slice(0, 300)}`));
        });
      });
      call.on('error', reject);
      call.end(text);
    });
  }
}
