import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** One message that the sink took; `raw` is empty when the sink only counts. */
export interface SinkMail {
  from: string;
  to: string[];
  emailId: string | undefined;
  raw: Buffer;
}

/** What the sink does wrong, changeable at any moment. A reply is `[code, text]`. */
export interface SinkFaults {
  greeting?: [number, string];
  mailFrom?: [number, string];
  rcptTo?: [number, string];
  /** The reply to the whole message instead of 250; the message is not taken. */
  data?: [number, string];
  /** Cuts the connection when this command arrives. */
  cutAt?: 'MAIL' | 'RCPT';
  /** After the whole message arrived: taken or not, and then no reply. */
  afterData?: 'take-and-cut' | 'cut' | 'take-and-hang' | 'hang';
  /** Milliseconds before each reply to a whole message. */
  delayMs?: number;
}

export interface SmtpSinkOptions {
  port?: number;
  /** Only counts, for load: keeps no message. */
  countOnly?: boolean;
  /** Offers STARTTLS with a certificate that no client trusts; without it the sink is plain. */
  startTls?: boolean;
  /** The largest message it takes. */
  maxBytes?: number;
  /** Requires this log-in. */
  login?: { user: string; password: string };
}

/** A mail server that takes everything and remembers it, or fails as told. */
export class SmtpSink {
  readonly taken: SinkMail[] = [];
  /** How often each email id was taken: more than one is a double. */
  readonly copies = new Map<string, number>();
  faults: SinkFaults = {};
  /** Connections opened so far. */
  connections = 0;
  /** Log-ins tried so far. */
  logins = 0;
  private readonly server: SMTPServer;
  /** The open sockets by the port of the client. */
  private readonly sockets = new Map<number, Socket>();
  /** What the next message waits for before it is taken. */
  private hold: () => Promise<void> | undefined = () => undefined;

  private constructor(private readonly options: SmtpSinkOptions) {
    this.server = new SMTPServer({
      secure: false,
      size: options.maxBytes,
      logger: false,
      disableReverseLookup: true,
      hideSTARTTLS: !options.startTls,
      authOptional: !options.login,
      allowInsecureAuth: true,
      closeTimeout: 200,
      onAuth: (auth, _session, done) => {
        const { login } = options;
        this.logins++;
        if (login && auth.username === login.user && auth.password === login.password) done(null, { user: login.user });
        else done(reply([535, 'Authentication failed']));
      },
      onConnect: (_session, done) => {
        this.connections++;
        done(reply(this.faults.greeting));
      },
      onMailFrom: (_address, session, done) => this.answer('MAIL', session, this.faults.mailFrom, done),
      onRcptTo: (_address, session, done) => this.answer('RCPT', session, this.faults.rcptTo, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => void this.receive(Buffer.concat(chunks), session, done));
      },
    });
    this.server.on('error', () => {});
    this.server.server.on('connection', (socket: Socket) => this.keep(socket, socket.remotePort!));
  }

  /** Listens on loopback, on a free port unless one is given. */
  static async start(options: SmtpSinkOptions = {}): Promise<SmtpSink> {
    const sink = new SmtpSink(options);
    await new Promise<void>((resolve, reject) => {
      sink.server.once('error', reject);
      sink.server.listen(options.port ?? 0, '127.0.0.1', resolve);
    });
    return sink;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Connections open now. */
  get open(): number {
    return this.server.connections.size;
  }

  /** Takes this many messages more and holds those that follow, until the answered function is called. */
  holdAfter(count: number): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    let left = count;
    this.hold = () => (left-- > 0 ? undefined : promise);
    return () => {
      this.hold = () => undefined;
      resolve();
    };
  }

  /** Cuts every open connection, as a restart of the server does. */
  cutAll(): void {
    for (const socket of this.sockets.values()) socket.destroy();
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(resolve));
    this.cutAll();
    await closed;
  }

  private answer(
    command: 'MAIL' | 'RCPT',
    session: SMTPServerSession,
    fault: [number, string] | undefined,
    done: Done,
  ): void {
    if (this.faults.cutAt === command) this.cut(session);
    else done(reply(fault));
  }

  private async receive(raw: Buffer, session: SMTPServerSession, done: Done): Promise<void> {
    const { afterData, data, delayMs } = this.faults;
    if (delayMs) await new Promise((resolve) => setTimeout(resolve, delayMs));
    await this.hold();
    if (!data && afterData !== 'cut' && afterData !== 'hang') this.take(raw, session);
    if (afterData?.endsWith('cut')) this.cut(session);
    else if (!afterData) done(reply(data));
  }

  private take(raw: Buffer, session: SMTPServerSession): void {
    const head = raw.toString('latin1', 0, Math.max(0, raw.indexOf('\r\n\r\n')));
    const emailId = /^x-waybill-email-id:\s*(\S+)/im.exec(head)?.[1];
    if (emailId) this.copies.set(emailId, (this.copies.get(emailId) ?? 0) + 1);
    const { mailFrom, rcptTo } = session.envelope;
    const from = mailFrom ? mailFrom.address : '';
    if (!this.options.countOnly) this.taken.push({ from, to: rcptTo.map(({ address }) => address), emailId, raw });
  }

  private cut({ remotePort }: SMTPServerSession): void {
    this.sockets.get(remotePort)?.destroy();
  }

  private keep(socket: Socket, port: number): void {
    this.sockets.set(port, socket);
    socket.once('close', () => {
      if (this.sockets.get(port) === socket) this.sockets.delete(port);
    });
  }
}

type Done = (error?: Error | null) => void;

const reply = (fault: [number, string] | undefined): Error | null =>
  fault ? Object.assign(new Error(fault[1]), { responseCode: fault[0] }) : null;
