import { AppError } from '@waybill/contracts/errors';
import type { SenderDomains } from '@waybill/contracts/domains/sender';

/** Asks which of a project's domains may send: in the service, the ask `domain-verifier.senders`. */
export type AskSenders = (request: { projectId: string; domains: string[] }) => Promise<SenderDomains>;

/** A positive answer is believed for so long; a negative one never. Milliseconds. */
const believed = 5_000;
/** While the verifier is away a queued email may still leave on an answer this old. */
const believedInOutage = 10 * 60_000;
const mostKept = 10_000;

/** Which sender domains are verified: one ask for all that wonder about a project's domain at the same moment. */
export class SenderDomainChecks {
  /** Moment of the last positive answer, milliseconds of the process clock. */
  private readonly verifiedAt = new Map<string, number>();
  private readonly asking = new Map<string, Promise<boolean>>();

  constructor(
    private readonly ask: AskSenders,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** May this project send from this domain now? Throws 503 when the verifier is away. */
  async isVerified(projectId: string, domain: string): Promise<boolean> {
    const key = `${projectId} ${domain}`;
    if (this.age(key) <= believed) return true;
    let answer = this.asking.get(key);
    if (!answer) {
      answer = this.fetch(key, projectId, domain).finally(() => this.asking.delete(key));
      this.asking.set(key, answer);
    }
    return answer;
  }

  /** The same for an email that was accepted before: an outage of the verifier does not stop it at once. */
  async isStillVerified(projectId: string, domain: string): Promise<boolean> {
    try {
      return await this.isVerified(projectId, domain);
    } catch (error) {
      if (error instanceof AppError && this.age(`${projectId} ${domain}`) <= believedInOutage) return true;
      throw error;
    }
  }

  private age(key: string): number {
    return this.clock() - (this.verifiedAt.get(key) ?? -Infinity);
  }

  private async fetch(key: string, projectId: string, domain: string): Promise<boolean> {
    const { verified } = await this.ask({ projectId, domains: [domain] });
    this.verifiedAt.delete(key);
    if (!verified.includes(domain)) return false;
    this.verifiedAt.set(key, this.clock());
    if (this.verifiedAt.size > mostKept) this.verifiedAt.delete(this.verifiedAt.keys().next().value!);
    return true;
  }
}
