import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { claimOrphan, forgetIdentity, noteIdentity, releaseIdentity } from './identity.sql';
import { PROVER, type Prover } from './prover';

const intervalMs = 60_000;
/** Adding a domain may take ten minutes; an identity without a domain is left alone for that time. */
const additionMinutes = 10;
/** After 12 attempts an identity that the provider does not remove is left to the operator. */
const maxAttempts = 12;

/**
 * Removes the identities of deleted domains from the provider, also those of deleted projects: otherwise the next project that
 * adds the name would find it proven there.
 */
@Injectable()
export class IdentityWorker extends Worker {
  constructor(
    private readonly db: Db,
    @Inject(PROVER) private readonly prover: Prover,
  ) {
    super('orphan-identities', intervalMs);
  }

  override onApplicationBootstrap(): void {
    if (this.prover.hasIdentities) super.onApplicationBootstrap();
  }

  /** To be called before an identity is created. */
  async note(name: string): Promise<void> {
    await this.db.query(noteIdentity, [name, additionMinutes]);
  }

  /** To be called when a domain was removed. */
  async release(name: string): Promise<void> {
    await this.db.query(releaseIdentity, [name]);
  }

  /** Removes one identity; true while there may be more. */
  override async process(): Promise<boolean> {
    const rows = await this.db.query<{ name: string; dueAt: string; attempts: number }>(claimOrphan, [maxAttempts]);
    const orphan = rows[0];
    if (!orphan) return false;
    const { name, dueAt, attempts } = orphan;
    try {
      await this.prover.removed(name);
      await this.db.query(forgetIdentity, [name, dueAt]);
    } catch (error) {
      const text = `cannot remove the identity ${name} at the provider`;
      if (attempts < maxAttempts) this.logger.warn(`${text}, will retry: ${String(error)}`);
      else this.logger.error(`${text} after ${attempts} attempts, remove it there: ${String(error)}`);
    }
    return true;
  }
}
