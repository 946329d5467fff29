import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One email that the fake took: what Amazon SES would now deliver. */
export interface SesMail {
  messageId: string;
  source: string;
  destinations: string[];
  tags: Record<string, string>;
  configurationSet: string | undefined;
  raw: Buffer;
}

/** What happens to a call. `take-…`: the email is taken first, and its ledger row exists. */
export type SesFault =
  | { error: string; status?: number; message?: string }
  | { cut: 'before' | 'take-and-cut' }
  | { fail: 'before' | 'take-and-fail'; status?: number }
  | { hang: 'before' | 'take-and-hang' }
  | { garbage: 'take-and-garbage' };

/** What `GetSendQuota` answers. */
export interface SesQuota {
  perSecond: number;
  /** -1: none. */
  perDay: number;
  sentToday: number;
}

/** A call of `SendRawEmail` as it came. */
export interface SesRequest {
  path: string;
  headers: IncomingHttpHeaders;
  form: string;
}

/** A request dated further from the service's clock is refused. Milliseconds. */
const dateTolerance = 5 * 60_000;

/** An HTTP server that speaks the Query API of Amazon SES; its ledger of `SendRawEmail` is the ground truth of tests. */
export class FakeSes {
  readonly taken: SesMail[] = [];
  /** How often each email id (tag `emailId`) was taken. */
  readonly copies = new Map<string, number>();
  /** Calls of `SendRawEmail` received, taken or not. */
  calls = 0;
  /** The last of them. */
  request: SesRequest | undefined;
  /** Milliseconds that its clock is ahead of this machine's. */
  clockAheadMs = 0;
  /** The fault of every call until it is removed. */
  fault: SesFault | undefined;
  /** Absent: the caller may not ask. */
  quota: SesQuota | undefined;
  /** Milliseconds before each answer. */
  latencyMs = 0;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(port = 0): Promise<FakeSes> {
    const fake = new FakeSes();
    await new Promise<void>((resolve, reject) => {
      fake.server.once('error', reject);
      fake.server.listen(port, '127.0.0.1', resolve);
    });
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString('utf8');
    const form = new URLSearchParams(body);
    if (form.get('Action') === 'GetSendQuota') return answerQuota(response, this.quota);
    this.calls++;
    this.request = { path: request.url ?? '', headers: request.headers, form: body };
    const now = Date.now() + this.clockAheadMs;
    response.setHeader('date', new Date(now).toUTCString());
    if (Math.abs(dateOf(request) - now) > dateTolerance) return answerError(response, 403, 'RequestExpired', 'expired');
    if (this.latencyMs) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
    const { fault } = this;
    if (form.get('Action') !== 'SendRawEmail') answerError(response, 400, 'InvalidAction', 'unknown action');
    else if (!fault) answerTaken(response, this.take(form));
    else this.misbehave(fault, form, response);
  }

  private misbehave(fault: SesFault, form: URLSearchParams, response: ServerResponse): void {
    if (Object.values(fault).some((value) => String(value).startsWith('take-and-'))) this.take(form);
    if ('error' in fault) answerError(response, fault.status ?? 400, fault.error, fault.message ?? fault.error);
    else if ('cut' in fault) response.destroy();
    else if ('fail' in fault) answerError(response, fault.status ?? 500, 'InternalFailure', 'internal failure');
    else if ('garbage' in fault) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>proxy</html>');
  }

  private take(form: URLSearchParams): SesMail {
    const tags: Record<string, string> = {};
    for (let n = 1; form.has(`Tags.member.${n}.Name`); n++) {
      tags[form.get(`Tags.member.${n}.Name`)!] = form.get(`Tags.member.${n}.Value`) ?? '';
    }
    const destinations: string[] = [];
    for (let n = 1; form.has(`Destinations.member.${n}`); n++) destinations.push(form.get(`Destinations.member.${n}`)!);
    const mail: SesMail = {
      messageId: `0100${randomUUID()}-000000`,
      source: form.get('Source') ?? '',
      destinations,
      tags,
      configurationSet: form.get('ConfigurationSetName') ?? undefined,
      raw: Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'),
    };
    this.taken.push(mail);
    if (tags.emailId) this.copies.set(tags.emailId, (this.copies.get(tags.emailId) ?? 0) + 1);
    return mail;
  }
}

/** `x-amz-date`, milliseconds since 1970; NaN when it is missing. */
function dateOf({ headers }: IncomingMessage): number {
  const date = String(headers['x-amz-date']);
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
}

const NAMESPACE = 'xmlns="http://ses.amazonaws.com/doc/2010-12-01/"';

function answerTaken(response: ServerResponse, mail: SesMail): void {
  const result = `<SendRawEmailResult><MessageId>${mail.messageId}</MessageId></SendRawEmailResult>`;
  const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
  const body = `<SendRawEmailResponse ${NAMESPACE}>${result}${metadata}</SendRawEmailResponse>`;
  response.writeHead(200, { 'content-type': 'text/xml' }).end(body);
}

function answerQuota(response: ServerResponse, quota: SesQuota | undefined): void {
  if (!quota) return answerError(response, 403, 'AccessDenied', 'not authorized to perform ses:GetSendQuota');
  const values = `<Max24HourSend>${quota.perDay}</Max24HourSend><MaxSendRate>${quota.perSecond}</MaxSendRate>`;
  const result = `<GetSendQuotaResult>${values}<SentLast24Hours>${quota.sentToday}</SentLast24Hours></GetSendQuotaResult>`;
  const metadata = `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata>`;
  const body = `<GetSendQuotaResponse ${NAMESPACE}>${result}${metadata}</GetSendQuotaResponse>`;
  response.writeHead(200, { 'content-type': 'text/xml' }).end(body);
}

function answerError(response: ServerResponse, status: number, code: string, message: string): void {
  const type = status < 500 ? 'Sender' : 'Receiver';
  const error = `<Error><Type>${type}</Type><Code>${code}</Code><Message>${message}</Message></Error>`;
  const body = `<ErrorResponse ${NAMESPACE}>${error}<RequestId>${randomUUID()}</RequestId></ErrorResponse>`;
  response.writeHead(status, { 'content-type': 'text/xml' }).end(body);
}
