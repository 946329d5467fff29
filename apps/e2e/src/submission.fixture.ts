import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { freePort } from '@waybill/stack/process/ports';
import { loopbackCertificate } from '@waybill/testing/fake/self-signed';
import type { ServiceProcess } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { createTransport, type SentMessageInfo, type Transporter } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import { Customer, newAddress } from './customer';
import { forgetSmtpAttempts } from './rows/identity';

/** A gateway of a shared system with both ports of submission and a certificate of its own. */
export interface SubmissionGateway {
  gateway: ServiceProcess;
  port: number;
  tlsPort: number;
  /** Removes the files of the certificate. */
  clean: () => void;
}

/** Starts such a gateway under this name. */
export async function startSubmission(
  system: System,
  name: string,
  env: Record<string, string> = {},
): Promise<SubmissionGateway> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-submission-'));
  const { certificate, key } = loopbackCertificate();
  writeFileSync(join(folder, 'cert.pem'), certificate);
  writeFileSync(join(folder, 'key.pem'), key);
  const [port, tlsPort] = [await freePort(), await freePort()];
  const gateway = await system.addInstance('gateway', name, {
    SUBMISSION_PORT: String(port),
    SUBMISSION_TLS_PORT: String(tlsPort),
    SUBMISSION_TLS_CERT: join(folder, 'cert.pem'),
    SUBMISSION_TLS_KEY: join(folder, 'key.pem'),
    ...env,
  });
  return { gateway, port, tlsPort, clean: () => rmSync(folder, { recursive: true }) };
}

/** What a file of submission has: a shared system, a customer and a gateway with both ports. */
export interface Submission extends SubmissionGateway {
  system: System;
  customer: Customer;
}

/** Makes it before the tests of the calling file, under this name of the gateway, and ends it behind them. */
export function useSubmission(name: string): Submission {
  const submission = {} as Submission;
  beforeAll(async () => {
    const system = await System.shared();
    Object.assign(submission, { system, customer: await Customer.join(system) }, await startSubmission(system, name));
  });
  afterAll(async () => {
    await submission.system?.stop();
    submission.clean?.();
  });
  return submission;
}

/** A mail from the customer to a new address, with `change` over it. */
export const mailOf = (customer: Customer, change: Record<string, unknown> = {}) => ({
  from: customer.from,
  to: newAddress(),
  subject: 'Your receipt',
  html: '<p>Thank you.</p>',
  ...change,
});

/** The message that arrived for an email, parsed. */
export async function receivedMail(customer: Customer, emailId: string): Promise<Email> {
  const { source } = await customer.arrived(emailId);
  return PostalMime.parse(source);
}

/** Forgets the failed log-ins of this machine. */
export const forgiveGuesses = (system: System) => forgetSmtpAttempts(system);

/** A refusal as nodemailer tells of it. */
export interface Refused {
  responseCode?: number;
  response?: string;
}

export interface MailerOptions {
  port: number;
  key?: string;
  user?: string;
  /** TLS from the start. */
  secure?: boolean;
  requireTLS?: boolean;
  pool?: boolean;
}

/** nodemailer as a customer configures it; it believes the certificate of the tests. */
export function mailer({
  port,
  key,
  user = 'waybill',
  secure = false,
  requireTLS = false,
  pool,
}: MailerOptions): Transporter {
  return createTransport({
    host: '127.0.0.1',
    port,
    secure,
    requireTLS,
    ignoreTLS: !secure && !requireTLS,
    auth: key === undefined ? undefined : { user, pass: key },
    tls: { rejectUnauthorized: false },
    ...(pool ? { pool: true, maxConnections: 1 } : {}),
  } as Parameters<typeof createTransport>[0]);
}

/** Sends and answers the refusal; throws when the mail is taken. */
export async function refusedMail(transport: Transporter, mail: Record<string, unknown>): Promise<Refused> {
  const taken = await transport.sendMail(mail).catch((error: Refused) => error);
  if (!('responseCode' in (taken as object))) throw new Error(`not refused: ${JSON.stringify(taken)}`);
  return taken as Refused;
}

/** The email ids that the reply to DATA names. */
export const emailIdOf = ({ response }: SentMessageInfo): string => /email ([0-9a-f-]{36})/.exec(response ?? '')![1]!;

/** An SMTP session written by hand. */
export class RawSmtp {
  private text = '';
  private wake: () => void = () => undefined;
  isClosed = false;

  private constructor(private socket: Socket) {
    this.listen();
  }

  static async open(port: number): Promise<RawSmtp> {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    return new RawSmtp(socket);
  }

  /** The next reply, all its lines; empty when the connection closes first. */
  async reply(): Promise<string> {
    for (;;) {
      const end = /^\d{3} [^\n]*\n/m.exec(this.text);
      if (end) {
        const reply = this.text.slice(0, end.index + end[0].length);
        this.text = this.text.slice(reply.length);
        return reply.trim();
      }
      if (this.isClosed) return '';
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  write(text: string | Buffer): void {
    if (!this.isClosed) this.socket.write(text);
  }

  async say(line: string): Promise<string> {
    this.write(`${line}\r\n`);
    return this.reply();
  }

  /** Greets and logs in. */
  async login(key: string): Promise<string> {
    await this.reply();
    await this.say('EHLO test.example');
    return this.say(`AUTH PLAIN ${Buffer.from(`\0waybill\0${key}`).toString('base64')}`);
  }

  /** STARTTLS; what is in `behind` is sent in the clear together with the command. */
  async startTls(behind = ''): Promise<void> {
    this.write(`STARTTLS\r\n${behind}`);
    await this.reply();
    const plain = this.socket;
    plain.removeAllListeners('data').removeAllListeners('close');
    this.text = '';
    this.socket = connectTls({ socket: plain, rejectUnauthorized: false });
    await once(this.socket, 'secureConnect');
    this.listen();
  }

  async closed(): Promise<void> {
    if (!this.isClosed) await once(this.socket, 'close');
  }

  kill(): void {
    this.socket.resetAndDestroy();
  }

  close(): void {
    this.socket.destroy();
  }

  private listen(): void {
    const { socket } = this;
    socket.on('data', (chunk: Buffer) => {
      this.text += chunk.toString('latin1');
      this.wake();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isClosed = true;
      this.wake();
    });
  }
}
