import { Inject, Injectable } from '@nestjs/common';
import { parseAddress } from '@waybill/contracts/address';
import { AppError, validationError } from '@waybill/contracts/errors';
import type { AcceptEmails } from '@waybill/contracts/send/accept';
import type { Mailbox } from '@waybill/contracts/send/send';
import { isQuick, type TemplateMode } from '@waybill/templating/template';
import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import type { MessageAttachment } from '../ledger/message-content';
import { QueuedCount } from '../queue/queued-count';
import { SenderDomainChecks } from '../sender/sender-domains';
import { TemplateReader, type TemplateContent } from '../template/template-reader';
import { TemplateWork } from '../template/template-work';
import type { Cap } from '../usage/cap';
import { CapGuard } from '../usage/cap-check';
import { checkMessageSize, checkRequestData, mergeContent, refuseProblems, type AcceptContent } from './accept-content';
import { decodeAttachments } from './attachment-files';

/** A request that may be accepted. */
export interface Acceptable {
  content: AcceptContent;
  attachments: MessageAttachment[];
  /** The cap that the emails are written under; null: none. */
  cap: Cap | null;
}

/** All checks of a send that write nothing. */
@Injectable()
export class AcceptChecks {
  constructor(
    private readonly templates: TemplateReader,
    private readonly domains: SenderDomainChecks,
    private readonly caps: CapGuard,
    private readonly queued: QueuedCount,
    private readonly templateWork: TemplateWork,
    @Inject(DELIVERY_CONFIG) private readonly config: Pick<DeliveryConfig, 'MAX_ATTACHMENTS_MB'>,
  ) {}

  /**
   * @throws 404 TEMPLATE_NOT_FOUND, 422 with every wrong field, 403 DOMAIN_NOT_VERIFIED or BILLING_LIMIT_EXCEEDED, 413, 429
   * QUEUE_FULL, 503.
   */
  async check(request: AcceptEmails): Promise<Acceptable> {
    const { projectId, recipients } = request;
    checkRequestData(request.data);
    const content = mergeContent(request, await this.findTemplate(request));
    await this.checkLarge(projectId, 'body', content.html, 'html');
    await this.checkLarge(projectId, 'subject', content.subject, 'text');
    if (content.text !== null) await this.checkLarge(projectId, 'text', content.text, 'text');
    const attachments = decodeAttachments(request.attachments ?? [], this.config.MAX_ATTACHMENTS_MB * 1024 * 1024);
    checkMessageSize(
      content,
      attachments.reduce((sum, file) => sum + file.content.byteLength, 0),
    );
    await this.checkSender(projectId, content.from);
    const source = request.workflow ? 'WORKFLOW' : 'TRANSACTIONAL';
    const cap = await this.caps.check(projectId, source, recipients.length, recipients[0]!.emailId);
    await this.queued.check(projectId, recipients.length);
    return { content, attachments, cap };
  }

  /** Parses in the thread what takes long; everything else was parsed with the merge. */
  private async checkLarge(projectId: string, field: string, source: string, mode: TemplateMode): Promise<void> {
    if (!isQuick(source)) refuseProblems(field, await this.templateWork.compile(projectId, source, mode));
  }

  private async findTemplate({ projectId, templateId }: AcceptEmails): Promise<TemplateContent | null> {
    if (templateId === undefined) return null;
    const template = await this.templates.find(projectId, templateId);
    if (!template) throw new AppError('TEMPLATE_NOT_FOUND', `There is no template ${templateId}`);
    return template;
  }

  private async checkSender(projectId: string, from: Mailbox): Promise<void> {
    const domain = parseAddress(from.email)?.domain;
    const problem = { field: 'from', message: 'from must be an email address', code: 'invalid_email' as const };
    if (!domain) throw validationError([problem]);
    if (await this.domains.isVerified(projectId, domain)) return;
    throw new AppError('DOMAIN_NOT_VERIFIED', `The domain ${domain} is not verified for this project`, [
      { field: 'from', message: `${domain} is not a verified domain`, code: 'unverified_domain' },
    ]);
  }
}
