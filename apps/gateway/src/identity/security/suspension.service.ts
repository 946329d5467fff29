import { Injectable } from '@nestjs/common';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { KeyCache } from '../../access/key/key-cache';
import { AccountMailWorker } from '../account-mail/account-mail.worker';
import { AccountMailStore } from '../account-mail/account-mail-store';
import { ReputationStore } from './reputation-store';

/** Suspends projects: their writes are refused, nothing leaves for them, and their members are told. */
@Injectable()
export class SuspensionService {
  constructor(
    private readonly reputation: ReputationStore,
    private readonly mails: AccountMailStore,
    private readonly sender: AccountMailWorker,
    private readonly cache: KeyCache,
  ) {}

  /** False when it is disabled already. To be told after the commit. */
  async suspend(tx: Transaction, projectId: string, reason: string): Promise<boolean> {
    if (!(await this.reputation.suspend(tx, projectId, reason))) return false;
    for (const email of await this.reputation.memberAddresses(tx, projectId)) {
      await this.mails.add(tx, { kind: 'suspension', email, requestId: newId() });
    }
    return true;
  }

  /** Should this process end here, the other gateways find the change in the database within a second. */
  tell(projectId: string): void {
    this.sender.wake();
    void Promise.allSettled([this.cache.accessChanged(projectId)]);
  }
}
