import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { askSubject } from '@waybill/contracts/asks';
import type { PaymentState, UsageWarning } from '@waybill/contracts/billing/payments';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { KeyCache } from '../../access/key/key-cache';
import { AccountMailWorker } from '../../identity/account-mail/account-mail.worker';
import { addUsageWarning, disableForPayment, enableAfterPayment } from './payment-state.sql';

/** Answers the asks of billing about a project: disables and enables it by its payments, and writes to its owner. */
@Controller()
export class PaymentStateController {
  constructor(
    private readonly db: Db,
    private readonly keys: KeyCache,
    private readonly mails: AccountMailWorker,
  ) {}

  /** Disables an enabled project, or enables one that was disabled for its payment alone. The same ask again changes nothing. */
  @MessagePattern(askSubject('gateway.payment-state'))
  async setPaymentState(@Payload() { projectId, failed }: PaymentState): Promise<{ changed: boolean }> {
    const rows = await this.db.query(failed ? disableForPayment : enableAfterPayment, [projectId]);
    if (rows.length > 0) await this.keys.accessChanged(projectId);
    return { changed: rows.length > 0 };
  }

  /** The id of the email is the same for the same warning, so one that was sent is not sent again. */
  @MessagePattern(askSubject('gateway.usage-warning'))
  async warn(@Payload() { projectId, emailId, category, limit, usage }: UsageWarning): Promise<{ noted: true }> {
    const kind = category === 'total' ? 'free emails' : `${category} emails`;
    const detail = `${usage} of ${limit} ${kind}`;
    await this.db.query(addUsageWarning, [projectId, emailId, newId(), newId(), newId(), detail]);
    this.mails.wake();
    return { noted: true };
  }
}
