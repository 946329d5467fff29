import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SesDkimStatus = 'Pending' | 'Success' | 'Failed' | 'TemporaryFailure' | 'NotStarted';

/** One domain identity of the account. */
export interface SesIdentity {
  tokens: string[];
  status: SesDkimStatus;
  mailFrom?: string;
  forwarding: boolean;
}

/** An HTTP server that speaks the Query API of Amazon SES about domain identities. */
export class FakeSesIdentity {
  readonly identities = new Map<string, SesIdentity>();
  /** The actions asked for, in order. */
  readonly calls: string[] = [];
  /** Error code of every call until it is removed, for example `Throttling`. */
  error: string | undefined;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  static async start(): Promise<FakeSesIdentity> {
    const fake = new FakeSesIdentity();
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
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
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    const action = form.get('Action') ?? '';
    this.calls.push(action);
    const result = this.error ? null : this.act(action, form);
    const namespace = 'xmlns="http://ses.amazonaws.com/doc/2010-12-01/"';
    const id = `<RequestId>${randomUUID()}</RequestId>`;
    if (result === null) {
      const error = `<Error><Type>Sender</Type><Code>${this.error ?? 'InvalidAction'}</Code><Message>no</Message></Error>`;
      response.writeHead(400, { 'content-type': 'text/xml' });
      response.end(`<ErrorResponse ${namespace}>${error}${id}</ErrorResponse>`);
      return;
    }
    const metadata = `<ResponseMetadata>${id}</ResponseMetadata>`;
    response.writeHead(200, { 'content-type': 'text/xml' });
    response.end(
      `<${action}Response ${namespace}><${action}Result>${result}</${action}Result>${metadata}</${action}Response>`,
    );
  }

  private act(action: string, form: URLSearchParams): string | null {
    const name = form.get('Domain') ?? form.get('Identity') ?? '';
    const known = this.identities.get(name);
    switch (action) {
      case 'VerifyDomainDkim': {
        // The tokens of a domain are the same whenever it is asked for.
        const tokens = [1, 2, 3].map((n) => createHash('sha256').update(`${n} ${name}`).digest('hex').slice(0, 32));
        const status = known?.status === 'Success' ? 'Success' : 'Pending';
        this.identities.set(name, { forwarding: true, ...known, tokens, status });
        return `<DkimTokens>${members(tokens)}</DkimTokens>`;
      }
      case 'SetIdentityMailFromDomain':
        if (known) known.mailFrom = form.get('MailFromDomain') ?? undefined;
        return '';
      case 'SetIdentityFeedbackForwardingEnabled':
        if (known) known.forwarding = form.get('ForwardingEnabled') === 'true';
        return '';
      case 'DeleteIdentity':
        this.identities.delete(name);
        return '';
      case 'GetIdentityDkimAttributes':
        return `<DkimAttributes>${this.attributes(form)}</DkimAttributes>`;
      default:
        return null;
    }
  }

  private attributes(form: URLSearchParams): string {
    const asked: string[] = [];
    for (let n = 1; form.has(`Identities.member.${n}`); n++) asked.push(form.get(`Identities.member.${n}`)!);
    return asked
      .map((name) => ({ name, identity: this.identities.get(name) }))
      .filter(({ identity }) => identity)
      .map(({ name, identity }) => {
        const { status, tokens } = identity!;
        const value = `<DkimEnabled>true</DkimEnabled><DkimVerificationStatus>${status}</DkimVerificationStatus>`;
        return `<entry><key>${name}</key><value>${value}<DkimTokens>${members(tokens)}</DkimTokens></value></entry>`;
      })
      .join('');
  }
}

const members = (values: string[]): string => values.map((value) => `<member>${value}</member>`).join('');
