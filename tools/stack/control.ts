/** The control socket: one JSON request per line, one JSON answer per line. */
import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import type { Env } from './process/service-process.ts';

export type ControlRequest =
  | { op: 'status' }
  /** Answers the environment of a service, without touching it. */
  | { op: 'environment'; service: string }
  /** Stops the supervisor's copy until `resume`, or until this connection closes. Answers the environment to run with. */
  | { op: 'pause'; service: string }
  /** Names the process that stands in for a paused copy: it is ended if this connection closes without `resume`. */
  | { op: 'stand-in'; service: string; pid: number }
  | { op: 'resume'; service: string };

export interface ServiceStatus {
  name: string;
  state: string;
  pid: number | null;
  restarts: number;
}

export type ControlAnswer =
  | { ok: true; pid?: number; url?: string; services?: ServiceStatus[]; env?: Env }
  | { ok: false; error: string };

export interface ControlHandler {
  /** `holder` is the same object for all requests of one connection. */
  handle(request: ControlRequest, holder: object): Promise<ControlAnswer>;
  /** The connection is gone: what it held is given back. */
  released(holder: object): Promise<void>;
}

export interface ControlServer {
  close(): Promise<void>;
}

/** Listens for requests. Only the owner of the tree can connect. */
export async function serveControl(address: string, handler: ControlHandler): Promise<ControlServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const holder = {};
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      void handler.released(holder);
    });
    const lines = createInterface({ input: socket });
    lines.on('line', (line) => {
      void answerTo(line, handler, holder).then(
        (answer) => socket.writable && socket.write(`${JSON.stringify(answer)}\n`),
      );
    });
    lines.on('error', () => undefined);
  });
  if (process.platform !== 'win32') rmSync(address, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  if (process.platform !== 'win32') chmodSync(address, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function answerTo(line: string, handler: ControlHandler, holder: object): Promise<ControlAnswer> {
  try {
    return await handler.handle(JSON.parse(line) as ControlRequest, holder);
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
}

/** A connection to the supervisor. Requests are answered in order. */
export class ControlClient {
  /** Resolves when the supervisor closed the connection or is gone. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #lines: Interface;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#lines = createInterface({ input: socket });
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  /** Rejects when nobody listens. */
  static open(address: string): Promise<ControlClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(address);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        socket.on('error', () => undefined);
        resolve(new ControlClient(socket));
      });
    });
  }

  /** Rejects with the supervisor's sentence when it refuses, or when the connection closes first. */
  async ask(request: ControlRequest): Promise<ControlAnswer & { ok: true }> {
    const line = new Promise<string>((resolve) => this.#lines.once('line', resolve));
    this.#socket.write(`${JSON.stringify(request)}\n`);
    const answer = await Promise.race([line, this.closed.then(() => null)]);
    if (answer === null) throw new Error('The stack has stopped.');
    const parsed = JSON.parse(answer) as ControlAnswer;
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed;
  }

  close(): void {
    this.#socket.destroy();
  }
}
