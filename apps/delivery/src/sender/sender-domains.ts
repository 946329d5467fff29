import { Remembered } from '@waybill/cache/remembered';
import type { SenderDomains } from '@waybill/contracts/domains/sender';

/** Asks which of a project's domains may send: in the service, the ask `domain-verifier.senders`. */
export type AskSenders = (request: { projectId: string; domains: string[] }) => Promise<SenderDomains>;

/** A positive answer is believed for so long; a negative one never. Milliseconds. */
const believed = 5_000;
/** While the verifier is away a queued email may still leave on an answer this old. */
const believedInOutage = 10 * 60_000;
const mostKept = 10_000;

/** Which sender domains are verified, remembered. */
export class SenderDomainChecks {
  private readonly answers: Remembered<[projectId: string, domain: string], boolean>;

  constructor(ask: AskSenders, clock?: () => number) {
    const isSender = async (projectId: string, domain: string): Promise<boolean> =>
      (await ask({ projectId, domains: [domain] })).verified.includes(domain);
    this.answers = new Remembered(isSender, {
      most: mostKept,
      lifetime: (verified) => (verified ? believed : 0),
      inOutage: () => believedInOutage,
      clock,
    });
  }

  /** May this project send from this domain now? Throws 503 when the verifier is away. */
  isVerified(projectId: string, domain: string): Promise<boolean> {
    return this.answers.of(projectId, domain);
  }

  /** The same for an email that was accepted before: an outage of the verifier does not stop it at once. */
  isStillVerified(projectId: string, domain: string): Promise<boolean> {
    return this.answers.ofOrLast(projectId, domain);
  }
}
