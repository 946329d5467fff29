import type { Socket } from 'node:net';
import { Gauge } from 'prom-client';
import { callerAddress } from '../access/rate-limit/caller-address';

export interface ConnectionLimits {
  /** Connections of this process, and of one address. */
  all: number;
  ofAddress: number;
  /** Milliseconds until a connection must have logged in. */
  loginMs: number;
  /** Milliseconds from MAIL until the message has come. */
  messageMs: number;
}

/** Milliseconds in which a refused or ended connection may still read its last reply. */
const lingerMs = 2_000;

/** The id of a connection: two that are open at once differ in it. Undefined when it is closed already. */
export const connectionId = ({ remoteAddress, remotePort, localPort }: Socket): string | undefined =>
  remoteAddress === undefined ? undefined : `${remoteAddress} ${remotePort} ${localPort}`;

/** One connection to a port of submission: its deadlines, and how it is ended. */
export class SmtpConnection {
  /** Aborted when the connection is closed. */
  readonly gone: AbortSignal;
  private readonly closing = new AbortController();
  private timer: NodeJS.Timeout;
  private isAccepting = false;
  private isEnding = false;
  private ended?: () => void;

  constructor(
    readonly id: string,
    /** The caller's address as limits count it. */
    readonly address: string,
    private socket: Socket,
    private readonly limits: ConnectionLimits,
  ) {
    this.gone = this.closing.signal;
    this.timer = setTimeout(() => this.end('421 4.4.2 No log-in in time'), limits.loginMs);
  }

  /** Bytes that have come. */
  get received(): number {
    return this.socket.bytesRead;
  }

  /** From now on the connection speaks TLS through this socket. */
  secured(socket: Socket): void {
    this.socket = socket;
  }

  loggedIn(): void {
    clearTimeout(this.timer);
  }

  /** A transaction has begun; `isOpen` says whether it still goes on when its time is over. */
  messageBegins(isOpen: () => boolean): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (isOpen()) this.end('421 4.4.2 The message did not arrive in time');
    }, this.limits.messageMs);
  }

  /** The message has come whole: from now on the sender waits for us. */
  messageHasCome(): void {
    clearTimeout(this.timer);
  }

  /** Runs what happens from DATA to its reply; a connection that shall end is ended after it. */
  async accept<T>(work: () => Promise<T>): Promise<T> {
    this.isAccepting = true;
    try {
      return await work();
    } finally {
      this.isAccepting = false;
      // The reply is written in between.
      if (this.ended) setImmediate(this.ended);
    }
  }

  /** Ends the connection after the message that it is sending, if any. */
  endWhenIdle(reply: string): void {
    if (this.isAccepting) this.ended = () => this.end(reply);
    else this.end(reply);
  }

  /** Says this last line and closes. */
  end(reply: string): void {
    if (this.isEnding) return;
    this.isEnding = true;
    const { socket } = this;
    if (socket.writable) socket.end(`${reply}\r\n`);
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** The socket is closed. */
  closed(): void {
    clearTimeout(this.timer);
    this.closing.abort(new Error('the client is gone'));
  }
}

/** All connections to the ports of submission of this process. */
export class SmtpConnections {
  private readonly open = new Map<string, SmtpConnection>();
  private readonly addresses = new Map<string, number>();
  private isDraining = false;

  constructor(private readonly limits: ConnectionLimits) {
    const { open } = this;
    new Gauge({
      name: 'smtp_connections',
      help: 'Open connections to the ports of SMTP submission',
      collect() {
        this.set(open.size);
      },
    });
  }

  find(id: string): SmtpConnection | undefined {
    return this.open.get(id);
  }

  /** Takes a connection; answers the refusal where there are too many. */
  enter(socket: Socket): SmtpConnection | string {
    const id = connectionId(socket);
    if (id === undefined || this.isDraining) return '421 4.3.2 The service is stopping';
    if (this.open.size >= this.limits.all) return '421 4.3.2 Too many connections, try again in a moment';
    const address = callerAddress(socket.remoteAddress ?? '');
    const count = this.addresses.get(address) ?? 0;
    if (count >= this.limits.ofAddress) return '421 4.7.0 Too many connections from your address';
    const connection = new SmtpConnection(id, address, socket, this.limits);
    this.open.set(id, connection);
    this.addresses.set(address, count + 1);
    socket.once('close', () => this.leave(id));
    return connection;
  }

  /** Forgets a closed connection. STARTTLS takes the listeners off a socket, so that the SMTP server has to tell it as well. */
  leave(id: string): void {
    const connection = this.open.get(id);
    if (!connection) return;
    connection.closed();
    this.open.delete(id);
    const { address } = connection;
    const count = (this.addresses.get(address) ?? 1) - 1;
    if (count > 0) this.addresses.set(address, count);
    else this.addresses.delete(address);
  }

  /** Ends all connections, each after the message that it is sending; after `maxMs` those that are left are cut. */
  async drain(maxMs: number): Promise<void> {
    this.isDraining = true;
    for (const connection of this.open.values()) connection.endWhenIdle('421 4.3.2 The service is stopping');
    const until = performance.now() + maxMs;
    while (this.open.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const connection of this.open.values()) connection.destroy();
  }
}

/** Refuses a connection with this line before anything of it is read. */
export function refuse(socket: Socket, reply: string): void {
  socket.on('error', () => undefined);
  socket.end(`${reply}\r\n`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
