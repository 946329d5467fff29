/** A mail server, or an Amazon SES, that takes everything, in a process of its own. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type SinkOrder = 'count';

export type SinkKind = 'smtp' | 'ses';

export interface SinkCounts {
  taken: number;
  /** Each email id once. */
  ids: string[];
  /** How many ids came more than once. */
  doubles: number;
  doubledIds: string[];
  /** Milliseconds since 1970 of the first and the last message. */
  firstAt: number;
  lastAt: number;
}

export type SinkMessage =
  | { event: 'listening'; port: number }
  | { event: 'mails'; mails: [id: string, at: number][] }
  | { event: 'counts'; counts: SinkCounts };

export class Sink {
  /** When each email arrived: milliseconds since 1970, with fractions. */
  readonly arrivals = new Map<string, number>();
  port = 0;
  readonly kind: SinkKind;
  readonly #child: ChildProcess;

  constructor(kind: SinkKind) {
    this.kind = kind;
    const program = kind === 'smtp' ? 'sink-worker.ts' : 'ses-worker.ts';
    this.#child = fork(join(import.meta.dirname, program), { execArgv: [] });
    this.#child.on('message', (message: SinkMessage) => {
      if (message.event === 'mails') for (const [id, at] of message.mails) this.arrivals.set(id, at);
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  static async start(kind: SinkKind = 'smtp'): Promise<Sink> {
    const sink = new Sink(kind);
    const message = await sink.#hear('listening');
    sink.port = message.event === 'listening' ? message.port : 0;
    return sink;
  }

  /** What delivery needs to hand over to it. */
  get env(): Record<string, string> {
    if (this.kind === 'smtp') return { EMAIL_PROVIDER: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(this.port) };
    const address = `http://127.0.0.1:${this.port}`;
    return {
      EMAIL_PROVIDER: 'ses',
      SES_ENDPOINT: address,
      AWS_ACCESS_KEY_ID: 'bench',
      AWS_SECRET_ACCESS_KEY: 'bench',
    };
  }

  async counts(): Promise<SinkCounts> {
    const answer = this.#hear('counts');
    this.#child.send('count' satisfies SinkOrder);
    const message = await answer;
    if (message.event !== 'counts') throw new Error('unexpected answer of the sink');
    return message.counts;
  }

  async stop(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }

  #hear(event: SinkMessage['event']): Promise<SinkMessage> {
    return new Promise((resolve) => {
      const listen = (message: SinkMessage): void => {
        if (message.event !== event) return;
        this.#child.off('message', listen);
        resolve(message);
      };
      this.#child.on('message', listen);
    });
  }
}
