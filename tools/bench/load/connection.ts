/** One keep-alive connection that sends the next request as soon as the last is answered, as a closed loop does. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface Target {
  host: string;
  port: number;
  /** The bytes of the next request, complete with its headers. */
  next(): string;
  /** Told the status of each answer and how long it took, in milliseconds. */
  answered(status: number, milliseconds: number): void;
  failed(): void;
}

export class Connection {
  readonly #target: Target;
  readonly #socket: Socket;
  #text = '';
  #sentAt = 0;
  #stopped = false;

  constructor(target: Target) {
    this.#target = target;
    this.#socket = connect(target.port, target.host);
    this.#socket.setNoDelay(true);
    this.#socket.setEncoding('latin1');
    this.#socket.on('connect', () => this.#send());
    this.#socket.on('data', (chunk) => this.#read(String(chunk)));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      if (!this.#stopped) target.failed();
    });
  }

  /** No further request; the one under way is not waited for. */
  stop(): void {
    this.#stopped = true;
    this.#socket.destroy();
  }

  #send(): void {
    this.#sentAt = performance.now();
    this.#socket.write(this.#target.next());
  }

  /** Answers carry Content-Length; one without it, or one that was not asked for, is a failure of the connection. */
  #read(chunk: string): void {
    this.#text = this.#text === '' ? chunk : this.#text + chunk;
    const end = this.#text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#text.slice(0, end));
    if (!length) return void this.#socket.destroy();
    const missing = end + 4 + Number(length[1]) - this.#text.length;
    if (missing > 0) return;
    if (missing < 0) return void this.#socket.destroy();
    const status = Number(this.#text.slice(9, 12));
    this.#text = '';
    this.#target.answered(status, performance.now() - this.#sentAt);
    if (!this.#stopped) this.#send();
  }
}
