import { createPrivateKey } from 'node:crypto';
import type { GetSigningKey, SigningKeyReply } from '@waybill/contracts/domains/signing-key';
import { AppError } from '@waybill/contracts/errors';
import type { SigningKey } from '../mime/dkim';

/** Asks for the key of a domain: in the service, the ask `domain-verifier.signing-key`. */
export type AskSigningKey = (request: GetSigningKey) => Promise<SigningKeyReply>;

/** An answer is used for so long, and while the verifier is away for longer. Milliseconds. */
const keptMs = 3 * 60_000;
const keptInOutageMs = 60 * 60_000;
/** That there is no key is asked again sooner: the domain may just be verified. */
const noneKeptMs = 5_000;
const mostKept = 5_000;

interface Kept {
  key: SigningKey | null;
  at: number;
}

/** The DKIM keys of sender domains: one ask for all that need a key at the same moment. */
export class SigningKeys {
  private readonly kept = new Map<string, Kept>();
  private readonly asking = new Map<string, Promise<SigningKey | null>>();

  constructor(
    private readonly ask: AskSigningKey,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** The key that signs mail of the domain; null where somebody else signs. Throws 503 when the verifier is away. */
  async find(projectId: string, domain: string): Promise<SigningKey | null> {
    const id = `${projectId} ${domain}`;
    const known = this.kept.get(id);
    if (known && this.clock() - known.at <= (known.key ? keptMs : noneKeptMs)) return known.key;
    let answer = this.asking.get(id);
    if (!answer) {
      answer = this.fetch(id, projectId, domain).finally(() => this.asking.delete(id));
      this.asking.set(id, answer);
    }
    return answer.catch((error: unknown) => {
      if (known && error instanceof AppError && this.clock() - known.at <= keptInOutageMs) return known.key;
      throw error;
    });
  }

  private async fetch(id: string, projectId: string, domain: string): Promise<SigningKey | null> {
    const { key: given } = await this.ask({ projectId, domain });
    const key = given && { domain, selector: given.selector, privateKey: createPrivateKey(given.privateKeyPem) };
    this.kept.delete(id);
    this.kept.set(id, { key, at: this.clock() });
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value as string);
    return key;
  }
}
