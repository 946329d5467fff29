import type { SendRawEmailCommandInput, SESClient } from '@aws-sdk/client-ses';
import { Agent } from 'node:http';
import type { EmailProvider, HandOver, HandOverRequest, ProviderQuota } from '../provider';
import { classifySes, type SesFailure } from './ses-answer';
import { TlsAgent } from './tls-agent';

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

/** The SDK, loaded with the first call. */
interface Loaded {
  client: SESClient;
  send(input: SendRawEmailCommandInput, signal: AbortSignal): Promise<{ MessageId?: string }>;
  quota(): Promise<{ MaxSendRate?: number; Max24HourSend?: number; SentLast24Hours?: number }>;
}

/** An idle connection is closed after 4 s, before SES does it: a call on a connection that is being closed has an unknown outcome. */
const idleMs = 4_000;

/** Hands emails to Amazon SES. The SDK calls once: a second call could be a second email. */
export class SesProvider implements EmailProvider {
  readonly name = 'ses';
  private loaded: Promise<Loaded> | undefined;
  private readonly inFlight = new Set<Promise<unknown>>();
  private closed = false;

  constructor(private readonly options: SesOptions) {}

  async handOver(request: HandOverRequest): Promise<HandOver> {
    if (this.closed) return { outcome: 'not_accepted', kind: 'temporary', reason: 'the provider is closed' };
    const call = this.call(request);
    this.inFlight.add(call);
    try {
      return await call;
    } finally {
      this.inFlight.delete(call);
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
    await Promise.all(this.inFlight);
    const loaded = await this.loaded?.catch(() => undefined);
    loaded?.client.destroy();
  }

  private async call(request: HandOverRequest): Promise<HandOver> {
    try {
      const { send } = await (this.loaded ??= this.load());
      const { MessageId: messageId } = await this.inTime((signal) => send(this.inputOf(request), signal));
      if (messageId) return { outcome: 'accepted', messageId };
      return { outcome: 'doubtful', reason: 'an answer without a message id' };
    } catch (error) {
      return classifySes(error as SesFailure);
    }
  }

  /** The timeout of the SDK ends with the head of the answer, this one with its last byte. */
  private async inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { requestTimeoutMs = 20_000 } = this.options;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Error('no answer in time')), requestTimeoutMs + 100);
    try {
      return await work(deadline.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The tags come back in every notification and settle an unknown outcome. */
  private inputOf(request: HandOverRequest): SendRawEmailCommandInput {
    const { envelope, raw, emailId, attempt, projectId } = request;
    return {
      Source: envelope.from,
      Destinations: [envelope.to],
      RawMessage: { Data: raw },
      ConfigurationSetName: this.configurationSetOf(request),
      Tags: [
        { Name: 'emailId', Value: emailId },
        { Name: 'attempt', Value: String(attempt) },
        { Name: 'projectId', Value: projectId },
      ],
    };
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
    const agent = { keepAlive: true, maxSockets, timeout: idleMs };
    const client = new sdk.SESClient({
      region,
      endpoint,
      credentials,
      // The address is the region's or SES_ENDPOINT, whatever the environment of the SDK says.
      ignoreConfiguredEndpointUrls: true,
      maxAttempts: 1,
      requestHandler: {
        connectionTimeout: connectTimeoutMs,
        requestTimeout: requestTimeoutMs,
        throwOnRequestTimeout: true,
        httpAgent: new Agent(agent),
        httpsAgent: new TlsAgent(agent, connectTimeoutMs),
      },
    });
    return {
      client,
      send: (input, abortSignal) => client.send(new sdk.SendRawEmailCommand(input), { abortSignal }),
      quota: () => client.send(new sdk.GetSendQuotaCommand({})),
    };
  }
}
