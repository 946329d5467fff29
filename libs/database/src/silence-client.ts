import { Socket } from 'node:net';
import { Client, type ClientConfig, type QueryResult } from 'pg';
import { errorCode, readOnlyServer } from './database-errors';

/** Milliseconds for which a connection may owe an answer without giving any, before it is taken for lost. */
const silenceLimit = 30_000;
const lookInterval = 5_000;

export interface SilenceClientConfig extends ClientConfig {
  /** 30,000 ms unless given. */
  silenceLimit?: number;
}

type Answered = (error: Error | null, result?: QueryResult) => void;

/**
 * A connection of a pool that is dropped when its server stays silent; what it owes then fails with `Query read timeout`. It is
 * dropped as well when its server turns out to be a standby.
 * One timer watches the connection, where the driver's own `query_timeout` starts one for every statement.
 *
 * Every statement has a callback here. For one without, and for one with a timeout, the driver assigns a new function to
 * `query.callback`, and V8 makes a function that is assigned to a property in the old generation
 * (`FunctionLiteral::set_pretenure`). From there it kept the statement alive with its rows and all that led to it: half of
 * what was allocated outlived its minor collection, and under load the whole heap was collected twice a second.
 */
export class SilenceClient extends Client {
  private owed = 0;
  private heardAt = 0;

  /** Beneath the protocol, and beneath TLS where it is spoken. */
  private readonly socket: Socket;

  constructor(config: SilenceClientConfig = {}) {
    const socket = new Socket();
    // A pool hides the password from enumeration.
    super({ ...config, password: config.password, stream: () => socket });
    this.socket = socket;
    // A pool hands a connection over one turn before its user listens: a connection that ends in between must not end the
    // process. Every statement on it fails.
    this.on('error', () => undefined);
    const limit = config.silenceLimit ?? silenceLimit;
    this.once('connect', () => {
      const watch = setInterval(() => this.look(limit), Math.min(limit, lookInterval));
      watch.unref();
      this.once('end', () => clearInterval(watch));
    });
  }

  /** As the driver's `query` with a text or a `QueryConfig`: answers a promise unless a callback is given. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the driver's seven overloads
  override query(statement: any, values?: any, callback?: any): any {
    if (typeof values === 'function') return this.query(statement, undefined, values);
    if (!callback) {
      return new Promise((resolve, reject) => {
        this.ask(statement, values, (error, result) => (error ? reject(error) : resolve(result)));
      });
    }
    this.ask(statement, values, callback as Answered);
  }

  /** Sends all messages of this turn of the event loop in one write: each write costs both sides a system call. */
  sendTogether(): void {
    this.socket.cork();
    process.nextTick(() => this.socket.uncork());
  }

  private ask(statement: string, values: unknown[], answered: Answered): void {
    if (this.owed++ === 0) this.heardAt = performance.now();
    let open = true;
    super.query(statement, values, (error, result) => {
      if (open) this.owed--;
      open = false;
      this.heardAt = performance.now();
      // After a failover this server is a standby: the pool connects again, to the primary.
      if (error && errorCode(error) === readOnlyServer) this.socket.destroy(error);
      answered(error, result);
    });
  }

  private look(limit: number): void {
    const silent = performance.now() - this.heardAt;
    if (this.owed > 0 && silent >= limit) this.socket.destroy(new Error('Query read timeout'));
  }
}
