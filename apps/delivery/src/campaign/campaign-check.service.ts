import { Injectable } from '@nestjs/common';
import type { CampaignKey, TestCampaignOf } from '@waybill/contracts/campaigns/campaign';
import type { CampaignPreflight, PreflightRender } from '@waybill/contracts/campaigns/preflight';
import { AppError } from '@waybill/contracts/errors';
import { toContactId } from '@waybill/contracts/ids';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { TemplateError } from '@waybill/templating/template';
import { CapGuard } from '../usage/cap-check';
import { readUsage } from '../usage/usage';
import { Ledger } from '../accept/accepted-emails';
import { SendWorker } from '../queue/send.worker';
import { TemplateWork } from '../template/template-work';
import { AudienceService, type SampleContact } from '../audience/audience.service';
import { withPreviewText } from '../tracking/preview-text';
import { contentProblems, shownFields } from './campaign-content';
import type { Campaign } from './campaign.entity';
import { CampaignService } from './campaign.service';
import { lockTestSends, takeTestSend } from './campaign.sql';

/** Contacts that a preflight renders the campaign for. */
const renders = 3;
/** Test sends of one project in a minute. */
const maxTestsPerMinute = 20;
/** Emails per second of one process, where no account has a rate: measured against a local mail server. */
const usualRate = 500;
const urls = {
  unsubscribeUrl: 'https://unsubscribe.example/',
  subscribeUrl: 'https://subscribe.example/',
  manageUrl: 'https://manage.example/',
};

/** Checks a campaign before it is sent: by figures and renders, and by a real email to one address. */
@Injectable()
export class CampaignCheck {
  private readonly ledger: Ledger;

  constructor(
    private readonly db: Db,
    private readonly campaigns: CampaignService,
    private readonly audiences: AudienceService,
    private readonly caps: CapGuard,
    private readonly work: TemplateWork,
    private readonly sender: SendWorker,
  ) {
    this.ledger = new Ledger(db);
  }

  /** Predicts the outcome of sending the campaign now. Changes nothing. */
  async preflight({ projectId, id }: CampaignKey): Promise<CampaignPreflight> {
    const campaign = await this.campaigns.read({ projectId, id });
    const audience = await this.audiences.resolve(projectId, campaign);
    const [counts, missingField, sample, capacity, rate] = await Promise.all([
      this.audiences.count(projectId, audience),
      this.audiences.countMissing(projectId, audience, shownFields(campaign)),
      this.audiences.sample(projectId, audience, renders),
      this.capacity(projectId),
      this.rate(),
    ]);
    const rendered = await Promise.all(sample.map((contact) => this.render(campaign, contact)));
    const { included, unsubscribed, suppressed } = counts;
    const cap = Math.max(0, included - capacity);
    const bytes = rendered.map(({ html }) => Buffer.byteLength(html ?? ''));
    return {
      included,
      excluded: { unsubscribed, suppressed, missingField, cap },
      renders: rendered,
      problems: contentProblems(campaign, rendered, { included, missingField, cap }),
      messageBytes: Math.max(0, ...bytes),
      expectedSeconds: Math.ceil(included / rate),
    };
  }

  /**
   * One real email to any address, with `[Test] ` before its subject and the values of the contact with this address, or none.
   * @throws 429 RATE_LIMIT_EXCEEDED for more than 20 in a minute; 403 BILLING_LIMIT_EXCEEDED.
   */
  async test({ projectId, id, email, emailId }: TestCampaignOf): Promise<{ email: string }> {
    const campaign = await this.campaigns.read({ projectId, id });
    const address = email.trim().toLowerCase();
    const cap = await this.caps.check(projectId, 'TRANSACTIONAL', 1, emailId);
    await this.takeTest(projectId, emailId);
    const [contact] = await this.db.query<SampleContact & Record<string, unknown>>(
      'SELECT id, email, subscribed, data FROM contacts.contact WHERE project_id = $1 AND email = $2',
      [projectId, address],
    );
    const messageId = newId();
    const { previewText, body: html, text, fromAddress, fromName, replyTo } = campaign;
    const subject = `[Test] ${campaign.subject}`;
    await this.ledger.add({
      message: {
        projectId,
        id: messageId,
        subject,
        previewText,
        html,
        text,
        headers: {},
        tracking: false,
        marketing: true,
        attachments: [],
      },
      emails: [
        {
          ...{ projectId, id: emailId, messageId, contactId: contact?.id ?? newId(), toAddress: address, toName: null },
          ...{ fromAddress, fromName, replyTo, subject },
          variables: { data: contact?.data ?? {}, subscribed: contact?.subscribed ?? true },
          ...{ sourceType: 'TRANSACTIONAL', templateId: null, campaignId: null, requestId: null, traceparent: null },
          ...{ lane: 'transactional', status: 'QUEUED', reason: null },
        },
      ],
      cap,
    });
    this.sender.wake('transactional');
    return { email: emailId };
  }

  private async takeTest(projectId: string, emailId: string): Promise<void> {
    const rows = await this.db.transaction(async (tx) => {
      await tx.query(lockTestSends, [projectId]);
      return tx.query(takeTestSend, [projectId, emailId, maxTestsPerMinute]);
    });
    if (rows.length > 0) return;
    const message = `The project may send ${maxTestsPerMinute} tests of campaigns in a minute`;
    throw new AppError('RATE_LIMIT_EXCEEDED', message, undefined, undefined, 60);
  }

  private async render(campaign: Campaign, { id, email, subscribed, data }: SampleContact): Promise<PreflightRender> {
    const variables = { ...data, data, id: toContactId(id), email, subscribed, ...urls };
    const { subject, previewText, body: html, text } = campaign;
    try {
      const rendered = await this.work.render(
        campaign.projectId,
        { subject, html, text: text ?? undefined, previewText: previewText ?? undefined },
        variables,
      );
      return {
        ...{ email, subject: rendered.subject, previewText: rendered.previewText || null },
        html: withPreviewText(rendered.html, rendered.previewText),
        error: null,
      };
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      return { email, subject: null, previewText: null, html: null, error: error.message };
    }
  }

  /** How many campaign emails more the project may send this month. */
  private async capacity(projectId: string): Promise<number> {
    const cap = await this.caps.capOf(projectId, 'CAMPAIGN');
    if (!cap) return Infinity;
    return Math.max(0, cap.limit - (await readUsage(this.db, [{ projectId }]))[0]!.campaigns);
  }

  /** Emails per second at present: what the accounts with providers allow. */
  private async rate(): Promise<number> {
    const [row] = await this.db.query<{ rate: number | null }>(
      'SELECT sum(rate)::float8 AS rate FROM delivery.provider_account_state WHERE shut_why IS NULL',
    );
    return row?.rate && row.rate > 0 ? row.rate : usualRate;
  }
}
