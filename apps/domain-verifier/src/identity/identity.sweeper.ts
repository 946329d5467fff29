import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Loop } from '@waybill/messaging/loop';
import { IdentityStore, mostTries } from './identity.store';
import { PROVER, type Prover } from './prover';

const interval = 60_000;

/**
 * Removes the identities of domains that are gone from the provider, whether a person removed the domain or its project was
 * deleted: else whoever adds the name next finds it proven there.
 */
@Injectable()
export class IdentitySweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(IdentitySweeper.name);
  private readonly loop = new Loop('orphan-identities', () => this.round(), interval);

  constructor(
    private readonly identities: IdentityStore,
    @Inject(PROVER) private readonly prover: Prover,
  ) {}

  onApplicationBootstrap(): void {
    if (this.prover.hasIdentities) this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** To be called when a domain was removed. */
  wake(): void {
    this.loop.wake();
  }

  /** One identity; true while there may be more. */
  async round(): Promise<boolean> {
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
