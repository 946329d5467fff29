import { Readable } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { parseAddress } from '@waybill/contracts/address';
import type { EmailProvider, HandOver, HandOverRequest } from '../provider';
import { acceptedId, classifySmtp, type SmtpPhase } from './smtp-answer';
import { SmtpPool, type SmtpSession } from './smtp-pool';

export interface SmtpOptions {
  host: string;
  port: number;
  /** TLS from the first byte (port 465). */
  secure?: boolean;
  /** Refuses to go on without STARTTLS; on unless set otherwise when there is a log-in and `secure` is off. */
  requireTls?: boolean;
  user?: string;
  password?: string;
  /** Connections at the same time, 20 unless set. */
  poolSize?: number;
  /** Milliseconds: to connect and be greeted (10,000), without a byte from the server (20,000), for all of it (30,000). */
  connectTimeoutMs?: number;
  socketTimeoutMs?: number;
  deadlineMs?: number;
  /** Passed to Node's TLS, for a private certificate authority. */
  tls?: ConnectionOptions;
}

interface SmtpFailure extends Error {
  /** nodemailer's kind of error; EMESSAGE before the content: larger than the server takes. */
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * Hands emails to one SMTP server. The envelope is given explicitly; the message id of an accepted email is the queue
 * id of the server's reply where it names one, else our Message-ID.
 */
export class SmtpProvider implements EmailProvider {
  readonly name = 'smtp';
  private readonly pool: SmtpPool;
  private readonly deadlineMs: number;

  constructor(options: SmtpOptions) {
    const { user, password, secure = false, connectTimeoutMs = 10_000 } = options;
    const login = user && password ? { user, password } : undefined;
    this.deadlineMs = options.deadlineMs ?? 30_000;
    this.pool = new SmtpPool({
      connection: {
        host: options.host,
        port: options.port,
        secure,
        requireTLS: options.requireTls ?? (!!login && !secure),
        connectionTimeout: connectTimeoutMs,
        greetingTimeout: connectTimeoutMs,
        dnsTimeout: connectTimeoutMs,
        socketTimeout: options.socketTimeoutMs ?? 20_000,
        tls: options.tls,
      },
      login,
      size: options.poolSize ?? 20,
      idleMs: 5_000,
      messagesPerConnection: 500,
    });
  }

  async handOver(request: HandOverRequest): Promise<HandOver> {
    const { from, to } = request.envelope;
    if (!parseAddress(from) || !parseAddress(to))
      return { outcome: 'rejected', reason: 'the envelope holds no address' };
    const signal = AbortSignal.timeout(this.deadlineMs);
    let tried = await this.tryOnce(request, signal);
    // The server may have closed a session while it lay idle. Nothing of the message was written: a new one is safe.
    while (tried.stale && !signal.aborted) tried = await this.tryOnce(request, signal);
    return tried.result;
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async tryOnce(request: HandOverRequest, signal: AbortSignal): Promise<{ result: HandOver; stale: boolean }> {
    let session: SmtpSession;
    try {
      session = await this.pool.acquire(signal, request.urgent);
    } catch (error) {
      return { result: failed('session', error as SmtpFailure), stale: false };
    }
    const { error, reply, phase } = await send(session, request, signal);
    const stale = phase === 'envelope' && !session.fresh && session.connection.destroyed && !error?.responseCode;
    this.pool.release(session, !error || (await reset(session, error, signal)));
    if (error) return { result: failed(phase, error), stale };
    return { result: { outcome: 'accepted', messageId: acceptedId(reply, request.raw) }, stale: false };
  }
}

interface Sent {
  error?: SmtpFailure;
  reply: string;
  phase: SmtpPhase;
}

/** One message on one session; never rejects. When time runs out the connection is cut. */
function send({ connection }: SmtpSession, request: HandOverRequest, signal: AbortSignal): Promise<Sent> {
  let phase: SmtpPhase = 'envelope';
  // The content is asked for once the server has answered DATA: from then on some of it may have been written.
  const content = new Readable({
    read() {
      phase = 'data';
      this.push(request.raw);
      this.push(null);
    },
  });
  const { from, to } = request.envelope;
  return new Promise((resolve) => {
    const settle = (error?: SmtpFailure | null, reply = ''): void => {
      signal.removeEventListener('abort', abort);
      resolve({ error: error ?? undefined, reply, phase });
    };
    const abort = (): void => {
      settle(new Error('no answer within the time for one email'));
      connection.close();
    };
    signal.addEventListener('abort', abort, { once: true });
    connection.send({ from, to: [to], size: request.raw.length }, content, (error, info) =>
      settle(error, info?.response),
    );
  });
}

/** After a refused message the session is usable once RSET was answered. */
async function reset({ connection }: SmtpSession, error: SmtpFailure, signal: AbortSignal): Promise<boolean> {
  if (!error.responseCode || error.responseCode === 421 || connection.destroyed || signal.aborted) return false;
  let unusable = (): void => {};
  try {
    return await new Promise<boolean>((resolve) => {
      unusable = () => resolve(false);
      connection.once('end', unusable);
      signal.addEventListener('abort', unusable);
      connection.reset((refused) => resolve(!refused));
    });
  } finally {
    connection.off('end', unusable);
    signal.removeEventListener('abort', unusable);
  }
}

function failed(phase: SmtpPhase, error: SmtpFailure): HandOver {
  if (error.code === 'EMESSAGE' && phase === 'envelope') return { outcome: 'rejected', reason: error.message };
  return classifySmtp(phase, error.responseCode, error.response ?? error.message);
}
