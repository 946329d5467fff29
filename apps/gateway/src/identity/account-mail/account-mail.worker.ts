import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Worker } from '@waybill/messaging/worker';
import { dashboardUrl, GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { SessionSecret } from '../../access/session/session-secret';
import { mailTexts, type MailText } from './account-mail';
import { AccountMailService, type AccountMail } from './account-mail.service';
import { hashToken, mailToken } from './mail-token';
import { SystemProject } from './system-project';

const batch = 20;
const maxAttempts = 50;

/**
 * Makes the mails of the service and hands them to its own send pipeline. Ids and tokens of a mail are fixed, so that one
 * handed over twice is one email with one good token.
 */
@Injectable()
export class AccountMailWorker extends Worker {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly mails: AccountMailService,
    private readonly system: SystemProject,
    private readonly asks: AskClient,
    private readonly secret: SessionSecret,
  ) {
    super('account-mail', 1_000);
  }

  /** The stored hash of the token in the mail with this id. */
  async tokenHashOf(mailId: string): Promise<Buffer> {
    return hashToken(mailToken(await this.secret.keyFor('mail-token'), mailId));
  }

  override async process(): Promise<boolean> {
    const mails = await this.mails.take(batch);
    if (mails.length === 0) return false;
    await Promise.all(mails.map((mail) => this.send(mail)));
    return mails.length === batch;
  }

  private async send(mail: AccountMail): Promise<void> {
    try {
      await this.system.ensure();
      const text = await this.textOf(mail);
      if (text) await this.handOver(mail, text);
      await this.mails.done(mail.id);
    } catch (error) {
      const mayPass = !(error instanceof AppError) || error.status >= 500;
      if (mayPass && mail.attempts < maxAttempts) return this.mails.postpone(mail.id, Math.min(60, mail.attempts));
      this.logger.error({
        msg: `cannot send the ${mail.kind} email ${mail.id}, given up: ${String(error)}`,
        requestId: mail.requestId,
      });
      await this.mails.done(mail.id);
    }
  }

  private async handOver(mail: AccountMail, { subject, html }: MailText): Promise<void> {
    await this.asks.askOne('delivery.send', {
      projectId: this.system.id,
      requestId: mail.requestId,
      messageId: mail.messageId,
      recipients: [{ emailId: mail.id, contactId: mail.contactId, email: mail.email }],
      subject,
      body: html,
      from: { email: this.system.sender, name: 'Waybill' },
      tracking: false,
    });
  }

  /** The text of the mail; null where no account needs it. */
  private async textOf(mail: AccountMail): Promise<MailText | null> {
    const site = dashboardUrl(this.config);
    const dashboard = this.config.DASHBOARD_URL && site;
    const token = mailToken(await this.secret.keyFor('mail-token'), mail.id);
    if (mail.kind === 'invitation') return mailTexts.invitation(site, token);
    if (mail.kind === 'suspension') return mailTexts.suspension(dashboard);
    if (mail.kind === 'domain-verified') return mailTexts.domainVerified(dashboard, mail.detail ?? '');
    if (mail.kind === 'domain-lost') return mailTexts.domainLost(dashboard, mail.detail ?? '');
    if (mail.kind === 'usage-warning') return mailTexts.usageWarning(dashboard, mail.detail ?? '');
    const userId = await this.mails.findUser(mail.email);
    if (mail.kind === 'reset') {
      if (!userId) return null;
      await this.mails.issueToken(hashToken(token), 'reset-password', userId);
      return mailTexts.reset(site, token);
    }
    if (userId) return mailTexts.known(site);
    const signupId = mail.subjectId ?? (await this.mails.findOnlySignup(mail.email));
    if (!signupId) return null;
    await this.mails.issueToken(hashToken(token), 'verify-email', signupId);
    return mailTexts.verify(site, token);
  }
}
