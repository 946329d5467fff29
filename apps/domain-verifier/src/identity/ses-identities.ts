import { Logger } from '@nestjs/common';
import type { SESClient } from '@aws-sdk/client-ses';
import type { ProofStatus } from '@waybill/contracts/domains/domain';
import { unavailable } from '@waybill/contracts/errors';
import { Throttle } from '@waybill/concurrency/throttle';
import type { NewProof, Prover } from './prover';

export interface SesIdentitiesOptions {
  region: string;
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
  /** Label before a domain's name that makes its return path. */
  subdomain: string;
  /** SES takes one call about identities a second. */
  callIntervalMs: number;
}

type Sdk = typeof import('@aws-sdk/client-ses');

/** Most identities of one question about their state. */
const maxNames = 99;

/** Domain identities of Amazon SES, which signs with keys of its own and says whether it found their records. */
export class SesIdentities implements Prover {
  readonly hasIdentities = true;
  private readonly logger = new Logger(SesIdentities.name);
  private readonly throttle: Throttle;
  private loaded: Promise<{ sdk: Sdk; client: SESClient }> | undefined;

  constructor(private readonly options: SesIdentitiesOptions) {
    this.throttle = new Throttle(options.callIntervalMs);
  }

  /** Registers the identity, asks for its DKIM tokens and names its return path. Repeating it changes nothing. */
  async prepare(_id: string, name: string): Promise<NewProof> {
    try {
      const dkimTokens = await this.startProof(name);
      await this.call(({ sdk, client }) =>
        client.send(
          new sdk.SetIdentityMailFromDomainCommand({
            Identity: name,
            MailFromDomain: `${this.options.subdomain}.${name}`,
            BehaviorOnMXFailure: 'UseDefaultValue',
          }),
        ),
      );
      return { proof: 'ses', dkimTokens };
    } catch (error) {
      this.logger.warn(`Amazon SES did not register ${name}: ${textOf(error)}`);
      throw unavailable('Amazon SES did not take the domain');
    }
  }

  /** The DKIM state of each name. A proof that SES gave up is started again. What SES does not answer is left out. */
  async statuses(names: string[]): Promise<Map<string, ProofStatus>> {
    const found = new Map<string, ProofStatus>();
    for (let at = 0; at < names.length; at += maxNames) {
      const some = names.slice(at, at + maxNames);
      try {
        const { DkimAttributes = {} } = await this.call(({ sdk, client }) =>
          client.send(new sdk.GetIdentityDkimAttributesCommand({ Identities: some })),
        );
        // An identity that SES answers nothing about does not exist there.
        for (const name of some) found.set(name, DkimAttributes[name]?.DkimVerificationStatus ?? 'NotStarted');
      } catch (error) {
        this.logger.warn(`Amazon SES did not tell the state of ${some.length} domains: ${textOf(error)}`);
      }
    }
    for (const [name, status] of found) {
      if (status === 'Failed') await this.startProof(name).catch(() => undefined);
      if (status === 'NotStarted') await this.prepare('', name).catch(() => undefined);
    }
    return found;
  }

  /** Bounces and complaints come as notifications; the mails about them are switched off. */
  async verified(name: string): Promise<void> {
    await this.quietly(`feedback mails of ${name} stay on`, ({ sdk, client }) =>
      client.send(new sdk.SetIdentityFeedbackForwardingEnabledCommand({ Identity: name, ForwardingEnabled: false })),
    );
  }

  async removed(name: string): Promise<void> {
    await this.call(({ sdk, client }) => client.send(new sdk.DeleteIdentityCommand({ Identity: name })));
  }

  private async startProof(name: string): Promise<string[]> {
    const { DkimTokens = [] } = await this.call(({ sdk, client }) =>
      client.send(new sdk.VerifyDomainDkimCommand({ Domain: name })),
    );
    return DkimTokens;
  }

  private async quietly<T>(what: string, work: (ses: { sdk: Sdk; client: SESClient }) => Promise<T>): Promise<void> {
    await this.call(work).catch((error: unknown) => this.logger.warn(`${what}: ${textOf(error)}`));
  }

  private call<T>(work: (ses: { sdk: Sdk; client: SESClient }) => Promise<T>): Promise<T> {
    return this.throttle.run(async () => work(await (this.loaded ??= this.load())));
  }

  /** Loaded with the first domain: a process with another provider does not pay for the SDK's memory. */
  private async load(): Promise<{ sdk: Sdk; client: SESClient }> {
    const sdk = await import('@aws-sdk/client-ses');
    const { region, endpoint, credentials } = this.options;
    const requestHandler = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true };
    return { sdk, client: new sdk.SESClient({ region, endpoint, credentials, maxAttempts: 2, requestHandler }) };
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
