import type { SESClient } from '@aws-sdk/client-ses';
import type { EmailProvider, HandOver, HandOverRequest, ProviderQuota } from './provider';
import { classifySes, messageIdOf, refusalOf, type SesFailure } from './ses-answer';
import { SesConnection, type SesReply } from './ses-connection';
import { sendRawEmailForm } from './ses-form';
import { FormSigner } from './ses-signature';

export interface SesOptions {
  region: string;
  /** Another address than the region's own, such as a VPC endpoint. */
  endpoint?: string;
  /** Without them the SDK's own chain looks: environment, profile, role of the machine. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  /** Its event destinations bring the notifications that carry our tags back. */
  configurationSet?: string;
  /** The one of emails that are not to be tracked, where there is one. */
  configurationSetNoTracking?: string;
  /** Connections at the same time, 50 unless set. */
  maxSockets?: number;
  /** Milliseconds: to connect (5,000) and for the whole call (20,000). The first must be the shorter one: only its end is free of doubt. */
  connectTimeoutMs?: number;
  requestTimeoutMs?: number;
}

/** What is there once the first call was made. */
interface Loaded {
  quota: () => Promise<{ MaxSendRate?: number; Max24HourSend?: number; SentLast24Hours?: number }>;
  client: SESClient;
  connection: SesConnection;
  url: URL;
}

/** The service takes no request whose date is further off than 5 minutes. Milliseconds. */
const clockTolerance = 4 * 60_000;

/**
 * Hands emails to Amazon SES. The SDK knows the credentials, the region's address and the quota; the call that sends is
 * made here, because the SDK takes several times its work, and is made once: a second call could be a second email.
 */
export class SesProvider implements EmailProvider {
  readonly name = 'ses';
  private loaded: Promise<Loaded> | undefined;
  private readonly signer: FormSigner;
  /** Milliseconds that the service's clock is ahead of ours, where that would make it refuse our requests. */
  private clockOffset = 0;
  private readonly underWay = new Set<Promise<unknown>>();
  private closed = false;

  constructor(private readonly options: SesOptions) {
    this.signer = new FormSigner(options.region);
  }

  async handOver(request: HandOverRequest): Promise<HandOver> {
    if (this.closed) return { outcome: 'not_accepted', kind: 'temporary', reason: 'the provider is closed' };
    const call = this.call(request);
    this.underWay.add(call);
    try {
      return await call;
    } finally {
      this.underWay.delete(call);
    }
  }

  /** GetSendQuota: -1 is no quota of 24 hours. */
  async quota(): Promise<ProviderQuota> {
    const { quota } = await (this.loaded ??= this.load());
    const { MaxSendRate, Max24HourSend, SentLast24Hours = 0 } = await quota();
    const dayLimit = Max24HourSend === undefined || Max24HourSend < 0 ? null : Max24HourSend;
    return {
      perSecond: MaxSendRate !== undefined && MaxSendRate > 0 ? MaxSendRate : null,
      dayLeft: dayLimit === null ? null : Math.max(0, Math.floor(dayLimit - SentLast24Hours)),
    };
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.underWay);
    const loaded = await this.loaded?.catch(() => undefined);
    loaded?.client.destroy();
    loaded?.connection.close();
  }

  private async call(request: HandOverRequest): Promise<HandOver> {
    try {
      const { status, body } = await this.post(sendRawEmailForm(request, this.configurationSetOf(request)));
      if (status !== 200) throw refusalOf(status, body);
      const messageId = messageIdOf(body);
      if (messageId) return { outcome: 'accepted', messageId };
      return { outcome: 'doubtful', reason: 'an answer without a message id' };
    } catch (error) {
      return classifySes(error as SesFailure);
    }
  }

  private async post(form: string): Promise<SesReply> {
    const { client, connection, url } = await (this.loaded ??= this.load());
    // Kept by the SDK and renewed before they expire.
    const credentials = await client.config.credentials();
    const unsigned = { host: url.host, path: url.pathname, form };
    const headers = this.signer.sign(unsigned, credentials, new Date(Date.now() + this.clockOffset));
    const reply = await connection.post(headers, form);
    this.compareClocks(reply.date);
    return reply;
  }

  /** The clock of a machine may be wrong: then every request is refused until the service's own is taken. */
  private compareClocks(date = ''): void {
    const offset = Date.parse(date) - Date.now();
    if (Math.abs(offset - this.clockOffset) > clockTolerance) this.clockOffset = offset;
  }

  private configurationSetOf({ tracking }: HandOverRequest): string | undefined {
    const { configurationSet, configurationSetNoTracking = configurationSet } = this.options;
    return tracking ? configurationSet : configurationSetNoTracking;
  }

  /** Loaded with the first email: a process with another provider does not pay for the SDK's memory. */
  private async load(): Promise<Loaded> {
    const sdk = await import('@aws-sdk/client-ses');
    const { region, endpoint, credentials, maxSockets = 50 } = this.options;
    const { connectTimeoutMs = 5_000, requestTimeoutMs = 20_000 } = this.options;
    const client = new sdk.SESClient({
      region,
      endpoint,
      credentials,
      // One address for both ways to call.
      ignoreConfiguredEndpointUrls: true,
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: requestTimeoutMs,
        throwOnRequestTimeout: true,
      },
    });
    const url = endpoint === undefined ? await addressOf(client) : new URL(endpoint);
    const connection = new SesConnection({ url, maxSockets, connectTimeoutMs, requestTimeoutMs });
    const quota = () => client.send(new sdk.GetSendQuotaCommand({}));
    return { quota, client, connection, url };
  }
}

/** The address of the region, by the settings of the SDK's own environment a dual-stack or FIPS one. */
export async function addressOf({ config }: SESClient): Promise<URL> {
  const [region, useDualStack, useFips] = await Promise.all([
    config.region(),
    config.useDualstackEndpoint(),
    config.useFipsEndpoint(),
  ]);
  return config.endpointProvider({ Region: region, UseDualStack: useDualStack, UseFIPS: useFips }).url;
}
