import type { SESClient, SendRawEmailCommandInput } from '@aws-sdk/client-ses';
import type { EmailProvider, HandOver, HandOverRequest, ProviderQuota } from './provider';
import { classifySes, type SesFailure } from './ses-answer';

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

type Sdk = typeof import('@aws-sdk/client-ses');

/**
 * Hands emails to Amazon SES. The SDK never tries again by itself: a second call could be a second email. The tags
 * `emailId`, `attempt` and `projectId` come back in every notification and settle doubt.
 */
export class SesProvider implements EmailProvider {
  readonly name = 'ses';
  private loaded: Promise<{ sdk: Sdk; client: SESClient }> | undefined;
  private readonly underWay = new Set<Promise<unknown>>();
  private closed = false;

  constructor(private readonly options: SesOptions) {}

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
    const { sdk, client } = await (this.loaded ??= this.load());
    const { MaxSendRate, Max24HourSend, SentLast24Hours = 0 } = await client.send(new sdk.GetSendQuotaCommand({}));
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
  }

  private async call(request: HandOverRequest): Promise<HandOver> {
    try {
      const { sdk, client } = await (this.loaded ??= this.load());
      const { MessageId } = await client.send(new sdk.SendRawEmailCommand(this.input(request)));
      if (MessageId) return { outcome: 'accepted', messageId: MessageId };
      return { outcome: 'doubtful', reason: 'an answer without a message id' };
    } catch (error) {
      return classifySes(error as SesFailure);
    }
  }

  private input(request: HandOverRequest): SendRawEmailCommandInput {
    const { envelope, raw, emailId, attempt, projectId, tracking } = request;
    const { configurationSet, configurationSetNoTracking = configurationSet } = this.options;
    return {
      Source: envelope.from,
      Destinations: [envelope.to],
      RawMessage: { Data: raw },
      ConfigurationSetName: tracking ? configurationSet : configurationSetNoTracking,
      Tags: [
        { Name: 'emailId', Value: emailId },
        { Name: 'attempt', Value: String(attempt) },
        { Name: 'projectId', Value: projectId },
      ],
    };
  }

  /** Loaded with the first email: a process with another provider does not pay for the SDK's memory. */
  private async load(): Promise<{ sdk: Sdk; client: SESClient }> {
    const sdk = await import('@aws-sdk/client-ses');
    const {
      region,
      endpoint,
      credentials,
      maxSockets = 50,
      connectTimeoutMs = 5_000,
      requestTimeoutMs = 20_000,
    } = this.options;
    // An idle connection is closed before the far end would: a call on one that is just closing ends in doubt.
    const agent = { keepAlive: true, maxSockets, timeout: 4_000 };
    const client = new sdk.SESClient({
      region,
      endpoint,
      credentials,
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: requestTimeoutMs,
        throwOnRequestTimeout: true,
        httpAgent: agent,
        httpsAgent: agent,
      },
    });
    return { sdk, client };
  }
}
