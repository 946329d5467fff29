import { Semaphore } from '@waybill/concurrency/semaphore';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';

export interface SmtpPoolOptions {
  connection: SMTPConnectionOptions;
  login?: { user: string; password: string };
  /** Connections open at the same time. */
  size: number;
  /** Milliseconds after which an unused connection is closed. */
  idleMs: number;
  /** Messages after which a connection is replaced. */
  messagesPerConnection: number;
}

/** A ready session. `fresh`: it has carried no message yet, so a failure is not a leftover of the time it lay idle. */
export interface SmtpSession {
  connection: SMTPConnection;
  fresh: boolean;
}

interface Pooled extends SmtpSession {
  sent: number;
  /** Frees the place of the message that is being sent. */
  leave?: () => void;
  idleTimer?: NodeJS.Timeout;
}

/**
 * Keeps SMTP sessions open between messages. It never sends: a message is handed to one session by its caller and is
 * not queued or repeated here.
 */
export class SmtpPool {
  private readonly idle: Pooled[] = [];
  private readonly places: Semaphore;
  private closed = false;

  constructor(private readonly options: SmtpPoolOptions) {
    this.places = new Semaphore({ capacity: options.size });
  }

  /**
   * A session for one message: an idle one, or a new one. Waits for a free place; urgent callers wait in front.
   * @throws the error of connecting or logging in, or the reason of `signal`.
   */
  async acquire(signal: AbortSignal, urgent = false): Promise<SmtpSession> {
    if (this.closed) throw new Error('the pool is closed');
    signal.throwIfAborted();
    const leave = await this.places.acquire({ priority: urgent ? 1 : 0, signal });
    const idle = this.idle.pop();
    if (idle) {
      clearTimeout(idle.idleTimer);
      return Object.assign(idle, { leave });
    }
    try {
      return Object.assign(await this.open(signal), { leave });
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Gives a session back after a message; `usable` when the server can take another one on it. */
  release(session: SmtpSession, usable: boolean): void {
    const pooled = session as Pooled;
    pooled.sent++;
    pooled.fresh = false;
    const { connection } = pooled;
    if (!usable || connection.destroyed) connection.close();
    else if (this.closed || pooled.sent >= this.options.messagesPerConnection) connection.quit();
    else {
      pooled.idleTimer = setTimeout(() => this.retire(pooled), this.options.idleMs).unref();
      this.idle.push(pooled);
    }
    pooled.leave?.();
  }

  /** Ends idle sessions now and the others when they come back; resolves when none is in use. */
  async close(): Promise<void> {
    this.closed = true;
    for (const pooled of [...this.idle]) this.retire(pooled);
    // All places at once are free when no session is in use.
    (await this.places.acquire({ weight: this.options.size, priority: -1 }))();
  }

  private retire(pooled: Pooled): void {
    clearTimeout(pooled.idleTimer);
    const index = this.idle.indexOf(pooled);
    if (index >= 0) this.idle.splice(index, 1);
    if (!pooled.connection.destroyed) pooled.connection.quit();
  }

  private async open(signal: AbortSignal): Promise<Pooled> {
    const connection = new SMTPConnection(this.options.connection);
    // Stays for the life of the session: an error while it lies idle only ends it.
    connection.on('error', () => connection.close());
    const pooled: Pooled = { connection, fresh: true, sent: 0 };
    connection.once('end', () => this.retire(pooled));
    let abort: (() => void) | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        abort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', abort, { once: true });
        connection.once('error', reject);
        this.start(connection, (error) => (error ? reject(error) : resolve()));
      });
      return pooled;
    } catch (error) {
      connection.close();
      throw error;
    } finally {
      // The signal outlives the opening: it must not cut the session under a later message.
      if (abort) signal.removeEventListener('abort', abort);
    }
  }

  private start(connection: SMTPConnection, done: (error?: Error | null) => void): void {
    const { login } = this.options;
    connection.connect((error) => {
      if (error || !login) done(error);
      else connection.login({ user: login.user, pass: login.password }, done);
    });
  }
}
