import { createPrivateKey } from 'node:crypto';
import { Remembered } from '@waybill/cache/remembered';
import type { GetSigningKey, SigningKeyReply } from '@waybill/contracts/domains/signing-key';
import type { SigningKey } from '../mime/dkim';

/** Asks for the key of a domain: in the service, the ask `domain-verifier.signing-key`. */
export type AskSigningKey = (request: GetSigningKey) => Promise<SigningKeyReply>;

/** An answer is used for so long, and while the verifier is away for longer. Milliseconds. */
const keptMs = 3 * 60_000;
const keptInOutageMs = 60 * 60_000;
/** That there is no key is asked again sooner: the domain may just be verified. */
const noneKeptMs = 5_000;
const mostKept = 5_000;

/** The DKIM keys of sender domains, remembered. */
export class SigningKeys {
  private readonly answers: Remembered<[projectId: string, domain: string], SigningKey | null>;

  constructor(
    private readonly ask: AskSigningKey,
    clock?: () => number,
  ) {
    this.answers = new Remembered((projectId, domain) => this.fetch(projectId, domain), {
      most: mostKept,
      lifetime: (key) => (key ? keptMs : noneKeptMs),
      inOutage: (key) => (key ? keptInOutageMs : 0),
      clock,
    });
  }

  /** The key that signs mail of the domain; null where somebody else signs. Throws 503 when the verifier is away. */
  find(projectId: string, domain: string): Promise<SigningKey | null> {
    return this.answers.ofOrLast(projectId, domain);
  }

  private async fetch(projectId: string, domain: string): Promise<SigningKey | null> {
    const { key } = await this.ask({ projectId, domain });
    return key && { domain, selector: key.selector, privateKey: createPrivateKey(key.privateKeyPem) };
  }
}
