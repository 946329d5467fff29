import type { ProofStatus } from '@waybill/contracts/domains/domain';
import { withoutSetting } from '@waybill/contracts/errors';
import { newDkimKey } from './dkim-key';
import type { SecretBox } from '@waybill/bootstrap/secret-box';
import type { NewProof, Prover } from './prover';

/** A key pair of our own per domain. */
export class OwnKeys implements Prover {
  readonly hasIdentities = false;

  constructor(
    private readonly box: SecretBox,
    private readonly selector: string,
  ) {}

  async prepare(id: string): Promise<NewProof> {
    if (!this.box.canSeal) throw withoutSetting('SECRETS_KEY', 'to keep signing keys under');
    const { privateKeyPem, publicKey } = await newDkimKey();
    return {
      proof: 'dns',
      dkimSelector: this.selector,
      dkimPublicKey: publicKey,
      dkimPrivateKey: this.box.seal(privateKeyPem, id),
    };
  }

  async statuses(): Promise<Map<string, ProofStatus>> {
    return new Map();
  }

  async verified(): Promise<void> {}

  async removed(): Promise<void> {}
}
