import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { maxRecipients } from '@waybill/contracts/send/recipients.rule';
import type { LoggedPoller } from '@waybill/messaging/worker';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { GATEWAY_CONFIG, submissionDomain, type GatewayConfig } from '../config';
import { sendBodyLimit } from '../edge/body/body-limit';
import { readCertificate, watchCertificate, type Certificate } from './certificate';
import { connectionId, refuse, SmtpConnections, type SmtpConnection } from './smtp-connections';
import { disabledCommands, SmtpHandlers } from './smtp-handlers';
import { refusalOf } from './smtp-reply';

/** Connections of one address (wire contract, SMTP submission). */
const maxOfAddress = 50;
const handshakeTimeout = 10_000;
/** Of `DRAIN_SECONDS`, which the answers to HTTP requests need too. */
const drainMs = 8_000;

/** The handlers that a port needs. */
export type SubmissionHandlers = Pick<SmtpHandlers, 'login' | 'begin' | 'recipient' | 'message'>;

type Done<T = void> = (error?: Error | null, value?: T) => void;

/**
 * SMTP submission (RFC 6409): a message becomes one request of `/v1/send`. One port with STARTTLS, one with TLS from the start
 * (RFC 8314); both off unless they are configured.
 */
@Injectable()
export class SubmissionService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('submission');
  private readonly ports: Server[] = [];
  private readonly servers: SMTPServer[] = [];
  private readonly connections: SmtpConnections;
  private watch?: LoggedPoller;
  private opening?: Promise<void>;
  private closing?: Promise<void>;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(SmtpHandlers) private readonly handlers: SubmissionHandlers,
  ) {
    this.connections = new SmtpConnections({
      all: config.SUBMISSION_CONNECTIONS,
      ofAddress: maxOfAddress,
      loginMs: config.SUBMISSION_IDLE_SECONDS * 1_000,
      messageMs: config.SUBMISSION_MESSAGE_SECONDS * 1_000,
    });
  }

  /** Nest calls this for the HTTP application and for its microservice: the ports are opened once. */
  onApplicationBootstrap(): Promise<void> {
    return (this.opening ??= this.open());
  }

  beforeApplicationShutdown(): Promise<void> {
    return (this.closing ??= this.close());
  }

  private async open(): Promise<void> {
    const { SUBMISSION_PORT, SUBMISSION_TLS_PORT } = this.config;
    if (SUBMISSION_PORT === 0 && SUBMISSION_TLS_PORT === 0) return;
    const certificate = await readCertificate(this.config);
    if (SUBMISSION_TLS_PORT !== 0 && !certificate) throw new Error('SUBMISSION_TLS_PORT needs SUBMISSION_TLS_CERT');
    if (!certificate) this.logger.warn('no SUBMISSION_TLS_CERT: only programs on this machine can log in');
    let tls: TlsServer | undefined;
    if (SUBMISSION_PORT !== 0) await this.listen(SUBMISSION_PORT, this.plain(certificate));
    if (SUBMISSION_TLS_PORT !== 0 && certificate) {
      tls = this.implicitTls(certificate);
      await this.listen(SUBMISSION_TLS_PORT, (socket) => void tls!.emit('connection', socket));
    }
    if (certificate) this.renewOnChange(certificate, tls);
  }

  private async close(): Promise<void> {
    await this.watch?.stop();
    for (const port of this.ports) port.close();
    await this.connections.drain(drainMs);
  }

  /** Opens a port; a connection beyond the limits is refused before it is handed on. */
  private async listen(port: number, hand: (socket: Socket, connection: SmtpConnection) => void): Promise<void> {
    const isTls = port === this.config.SUBMISSION_TLS_PORT;
    const server = createServer((socket) => {
      const entered = this.connections.enter(socket);
      if (typeof entered !== 'string') return hand(socket, entered);
      if (isTls) socket.destroy();
      else refuse(socket, entered);
    });
    server.listen(port, this.config.SUBMISSION_HOST);
    await once(server, 'listening');
    this.ports.push(server);
    this.logger.log(`SMTP submission on port ${(server.address() as AddressInfo).port}${isTls ? ' (TLS)' : ''}`);
  }

  private plain(certificate: Certificate | null) {
    const server = this.smtpServer({ secure: false, ...certificate }, certificate !== null);
    return (socket: Socket, { id }: SmtpConnection): void => server.connect(socket, { id });
  }

  private implicitTls(certificate: Certificate): TlsServer {
    const server = this.smtpServer({ secure: true, secured: true, ...certificate }, true);
    const tls = createTlsServer({ ...certificate, handshakeTimeout, minVersion: 'TLSv1.2' });
    tls.on('tlsClientError', (_error, socket) => socket.destroy());
    tls.on('secureConnection', (socket: TLSSocket) => {
      const id = connectionId(socket);
      if (id === undefined || !this.connections.find(id)) return void socket.destroy();
      server.connect(socket, { id });
    });
    return tls;
  }

  private renewOnChange(certificate: Certificate, tls: TlsServer | undefined): void {
    this.watch = watchCertificate(this.config, certificate, (next) => {
      tls?.setSecureContext(next);
      for (const server of this.servers) server.updateSecureContext(next);
      this.logger.log('uses the new certificate for SMTP submission');
    });
    this.watch.start();
  }

  private smtpServer(kind: SMTPServerOptions, hasCertificate: boolean): SMTPServer {
    const { handlers } = this;
    const server = new SMTPServer({
      ...kind,
      minVersion: 'TLSv1.2',
      name: submissionDomain(this.config),
      banner: 'Waybill',
      logger: false,
      disableReverseLookup: true,
      // Where a session may log in without TLS is decided by `disabledCommands` and by the handler.
      allowInsecureAuth: true,
      size: sendBodyLimit,
      maxRecipients,
      socketTimeout: this.config.SUBMISSION_IDLE_SECONDS * 1_000,
      onConnect: (session, done: Done) => {
        session.disabledCommands = disabledCommands(session, hasCertificate);
        done();
      },
      onSecure: (socket, session, done: Done) => {
        this.find(session)?.secured(socket);
        session.disabledCommands = disabledCommands({ ...session, secure: true }, hasCertificate);
        done();
      },
      onClose: ({ id }) => this.connections.leave(id),
      onAuth: (auth, session, done) => {
        this.run(
          session,
          (connection) => handlers.login(auth, session, connection),
          (error, user) => done(error, user && { user }),
        );
      },
      onMailFrom: (_address, session, done: Done) => {
        this.run(session, (connection) => handlers.begin(session, connection), done);
      },
      onRcptTo: (address, session, done: Done) => {
        this.run(session, async () => handlers.recipient(address), done);
      },
      onData: (stream, session, done) => {
        this.run(session, (connection) => handlers.message(stream, session, connection), done);
      },
    });
    // Errors of single connections: their clients broke them.
    server.on('error', (error) => this.logger.debug(`a connection failed: ${error.message}`));
    this.servers.push(server);
    return server;
  }

  private find({ id }: SMTPServerSession): SmtpConnection | undefined {
    return this.connections.find(id);
  }

  /** Calls back with the value, or with the refusal as the reply. */
  private run<T>(session: SMTPServerSession, work: (connection: SmtpConnection) => Promise<T>, done: Done<T>): void {
    const connection = this.find(session);
    if (!connection) return done(new Error('the connection is closed'));
    work(connection).then(
      (value) => done(null, value),
      (error: unknown) => done(refusalOf(error, randomUUID())),
    );
  }
}
