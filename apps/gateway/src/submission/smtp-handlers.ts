import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { parseAddress } from '@waybill/contracts/address';
import { validationError } from '@waybill/contracts/errors';
import { Send } from '@waybill/contracts/send/send';
import { inRequest } from '@waybill/messaging/request/request-context';
import { Counter } from 'prom-client';
import type { SMTPServerAddress, SMTPServerAuthentication, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { Idempotency, largeLeaseSeconds } from '../access/idempotency/idempotency';
import { newIds } from '../access/idempotency/request-ids';
import { RateLimitGuard } from '../access/rate-limit/rate-limit.guard';
import { SendService, type SendAnswer, type SendCall } from '../api/send/send.service';
import { isOurFault } from '../edge/envelope';
import { unstorable } from '../edge/body/json-body';
import { LargeBodies } from '../edge/body/large-bodies';
import { valid } from '../edge/valid';
import { MailParser } from './mail/mail-parser';
import { MailError } from './mail/parsed-mail';
import { fingerprintOf, idempotencyKey, toSendRequest } from './mail/send-request';
import { readMessage } from './message-bytes';
import type { SmtpConnection } from './smtp-connections';
import { SmtpLogin, type SmtpClient } from './smtp-login';
import { refusalOf, SmtpRefusal } from './smtp-reply';

const needsTls = (): SmtpRefusal => new SmtpRefusal(530, '5.7.0', 'Must issue a STARTTLS command first');

/** The work of each command of an SMTP session. A refusal is thrown as {@link SmtpRefusal}. */
@Injectable()
export class SmtpHandlers {
  private readonly logger = new Logger('submission');
  private readonly validSend = valid(Send);
  private readonly replies = new Counter({
    name: 'smtp_messages_total',
    help: 'Messages of SMTP submission by the code of the reply to DATA',
    labelNames: ['code'],
  });

  constructor(
    private readonly logins: SmtpLogin,
    private readonly limit: RateLimitGuard,
    private readonly bodies: LargeBodies,
    private readonly parser: MailParser,
    private readonly sends: SendService,
    private readonly idempotency: Idempotency,
  ) {}

  /** AUTH. The password travels in the clear: off this machine only within TLS. */
  async login(
    { username = '', password }: SMTPServerAuthentication,
    session: SMTPServerSession,
    connection: SmtpConnection,
  ): Promise<SmtpClient> {
    if (!session.secure && !isLoopback(session.remoteAddress)) throw needsTls();
    const client = await this.logins.admit(username, password ?? '', connection.address);
    connection.loggedIn();
    return client;
  }

  /** MAIL: the key is looked at again, and the message counts as one request of the project. */
  async begin(session: SMTPServerSession, connection: SmtpConnection): Promise<void> {
    const { projectId } = await this.clientOf(session);
    this.limit.countFor(projectId);
    connection.messageBegins(() => session.envelope.mailFrom !== false);
  }

  /** RCPT. */
  recipient({ address }: SMTPServerAddress): void {
    if (parseAddress(address)) return;
    throw new SmtpRefusal(553, '5.1.3', `The recipient ${address} is not an email address that can be sent to`);
  }

  /** DATA: answers the text of the reply when every email of the message is in the ledger. */
  async message(stream: SMTPServerDataStream, session: SMTPServerSession, connection: SmtpConnection): Promise<string> {
    const requestId = randomUUID();
    try {
      const { projectId } = session.user as SmtpClient;
      const accept = () => this.accept(stream, session, connection, requestId);
      const { emails } = await connection.accept(() => inRequest({ requestId, projectId }, accept));
      this.replies.inc({ code: 250 });
      const [first] = emails;
      const more = emails.length > 1 ? ` and ${emails.length - 1} more` : '';
      return `2.0.0 Accepted as email ${first?.email}${more} (request ${requestId})`;
    } catch (error) {
      const refusal = refusalOf(error, requestId);
      this.replies.inc({ code: refusal.responseCode });
      if (
        !(error instanceof MailError) &&
        !(error instanceof SmtpRefusal) &&
        isOurFault(error) &&
        !connection.gone.aborted
      ) {
        this.logger.error({ msg: String(error), requestId, stack: (error as Error).stack });
      }
      throw refusal;
    }
  }

  private async accept(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    connection: SmtpConnection,
    requestId: string,
  ): Promise<SendAnswer> {
    const { projectId } = session.user as SmtpClient;
    const { mailFrom, rcptTo } = session.envelope;
    const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
    const over = new AbortController();
    try {
      const raw = await this.read(stream, session, connection, over.signal);
      const mail = await this.parser.parse(projectId, raw);
      const request = toSendRequest(mail, envelope);
      const key = mail.messageId && idempotencyKey(mail.messageId, envelope.to);
      return await this.send(request, { projectId, requestId }, key);
    } finally {
      over.abort();
    }
  }

  private async read(
    stream: SMTPServerDataStream,
    { user, envelope: { mailFrom } }: SMTPServerSession,
    connection: SmtpConnection,
    over: AbortSignal,
  ): Promise<ArrayBuffer> {
    let hasCome = false;
    stream.once('end', () => {
      hasCome = true;
      connection.messageHasCome();
    });
    const source = {
      received: () => connection.received,
      hasCome: () => hasCome,
      cut: () => connection.end('421 4.3.2 The message arrives too slowly while others wait'),
    };
    const owner = (user as SmtpClient).projectId;
    const gone = AbortSignal.any([connection.gone, over]);
    return readMessage(stream, { owner, declared: declaredSize(mailFrom), source, gone }, this.bodies);
  }

  private async send(request: Record<string, unknown>, call: SendCall, key: string | null): Promise<SendAnswer> {
    const errors = unstorable(request);
    if (errors.length > 0) throw validationError(errors);
    const body = this.validSend.transform(request, { type: 'body' });
    if (!key) return (await this.sends.accept(body, call, newIds)).data;
    const { projectId } = call;
    const keyed = { projectId, key, fingerprint: fingerprintOf(request), leaseSeconds: largeLeaseSeconds };
    const { answer } = await this.idempotency.onceByKey(keyed, (makeId) => this.sends.accept(body, call, makeId));
    return answer.data;
  }

  private async clientOf(session: SMTPServerSession): Promise<SmtpClient> {
    const client = session.user as SmtpClient | undefined;
    // AUTH is not offered without TLS, so that the sender has to hear here what is missing.
    if (!client) throw session.secure ? new SmtpRefusal(530, '5.7.0', 'Authentication required') : needsTls();
    await this.logins.check(client);
    return client;
  }
}

/** Bytes that the sender declares with MAIL (RFC 1870). */
function declaredSize(mailFrom: SMTPServerAddress | false): number | null {
  const size = mailFrom && mailFrom.args ? mailFrom.args['SIZE'] : undefined;
  return typeof size === 'string' ? Number(size) : null;
}

export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

/** Commands of old programs that smtp-server plays with. */
const never = ['WIZ', 'SHELL', 'KILL'];

/** The commands that a session may not use now: no log-in in the clear off this machine, no STARTTLS without a certificate. */
export function disabledCommands({ secure, remoteAddress }: SMTPServerSession, hasCertificate: boolean): string[] {
  const clear = !secure && !isLoopback(remoteAddress);
  return [...never, ...(clear ? ['AUTH'] : []), ...(hasCertificate ? [] : ['STARTTLS'])];
}
