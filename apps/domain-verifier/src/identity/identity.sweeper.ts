import { Inject, Injectable } from '@nestjs/common';
import { Worker } from '@waybill/messaging/loop';
import { IdentityStore, mostTries } from './identity.store';
import { PROVER, type Prover } from './prover';

const interval = 60_000;

/**
 * Removes the identities of domains that are gone from the provider, whether a person removed the domain or its project was
 * deleted: else whoever adds the name next finds it proven there.
 */
@Injectable()
export class IdentitySweeper extends Worker {
  constructor(
    private readonly identities: IdentityStore,
    @Inject(PROVER) private readonly prover: Prover,
  ) {
    super('orphan-identities', interval);
  }

  override onApplicationBootstrap(): void {
    if (this.prover.hasIdentities) super.onApplicationBootstrap();
  }

  /** One identity; true while there may be more. */
  override async process(): Promise<boolean> {
    const orphan = await this.identities.takeOrphan();
    if (!orphan) return false;
    const { name, dueAt, tries } = orphan;
    try {
      await this.prover.removed(name);
      await this.identities.forget(name, dueAt);
    } catch (error) {
      const text = `the identity ${name} stays at the provider: ${String(error)}`;
      if (tries < mostTries) this.logger.warn(text);
      else this.logger.error(`${text}; it is not tried again, remove it there`);
    }
    return true;
  }
}
