import { Injectable } from '@nestjs/common';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { KeyCache } from '../../access/key/key-cache';
import { AccountMailWorker } from '../account-mail/account-mail.worker';
import { AccountMailService } from '../account-mail/account-mail.service';
import { ReputationService } from './reputation.service';

/** Suspends projects: their writes are refused, no email leaves, and their members get an email. */
@Injectable()
export class SuspensionService {
  constructor(
    private readonly reputation: ReputationService,
    private readonly mails: AccountMailService,
    private readonly sender: AccountMailWorker,
    private readonly cache: KeyCache,
  ) {}

  /** False when it is disabled already. Call {@link announce} after the commit. */
  async suspend(tx: Transaction, projectId: string, reason: string): Promise<boolean> {
    if (!(await this.reputation.suspend(tx, projectId, reason))) return false;
    for (const email of await this.reputation.memberAddresses(tx, projectId)) {
      await this.mails.add(tx, { kind: 'suspension', email, requestId: newId() });
    }
    return true;
  }

  /** Sends the emails and drops cached keys. If this process ends first, the gateways read the change within a second. */
  announce(projectId: string): void {
    this.sender.wake();
    void Promise.allSettled([this.cache.accessChanged(projectId)]);
  }
}
