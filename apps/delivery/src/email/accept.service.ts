import { parseAddress } from '@waybill/contracts/address';
import { AppError, validationError } from '@waybill/contracts/errors';
import type { RecipientContact, UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import type { AcceptedEmails, AcceptEmails, AcceptRecipient } from '@waybill/contracts/send/accept';
import type { Mailbox } from '@waybill/contracts/send/send';
import { isQuick, type TemplateMode } from '@waybill/templating/template';
import type { Cap } from '../cap/cap';
import { decodeAttachments } from '../message/attachment-files';
import type { MessageContent } from '../message/message-content';
import type { SenderDomainChecks } from '../sender/sender-domains';
import type { TemplateContent, TemplateReader } from '../template/template.reader';
import type { TemplateWork } from '../template-work/template-work';
import { checkMessageSize, mergeContent, refuseProblems, type AcceptContent } from './accept-content';
import type { NewEmail } from './accept.sql';
import type { Ledger } from './ledger';
import { Rush } from './rush';

/** Asks `contacts.upsert` for one request's recipients. */
export type UpsertContacts = (request: UpsertContact) => Promise<UpsertedContact>;

export interface AcceptOptions {
  /** The most decoded bytes of one message's attachments. */
  maxAttachmentBytes: number;
  /** The cap that the emails are written under; refuses with 403 when they pass it. */
  checkCap: (request: AcceptEmails) => Promise<Cap | null>;
  /** Refuses with 429 when the project has too many emails waiting; answers at once unless it must look. */
  checkRoom: (projectId: string, emails: number) => Promise<void> | void;
  /** Parses templates that take long. */
  templateWork: TemplateWork;
  /** Called after each commit: emails of this content wait to be sent. */
  queued: (message: MessageContent) => void;
}

/** `/v1/send`: checks everything, then makes the contacts, then the ledger rows. An answer means: committed. */
export class AcceptService {
  /** The emails whose callers wait for their answer. */
  readonly rush = new Rush();

  constructor(
    private readonly templates: TemplateReader,
    private readonly domains: SenderDomainChecks,
    private readonly upsertContacts: UpsertContacts,
    private readonly ledger: Ledger,
    private readonly options: AcceptOptions,
  ) {}

  /**
   * Accepts one request for all its recipients or for none. The same ids again give the same answer and no new row.
   * @throws 404 TEMPLATE_NOT_FOUND, 422 with every wrong field, 403 DOMAIN_NOT_VERIFIED or BILLING_LIMIT_EXCEEDED, 413, 429 QUEUE_FULL, 503.
   */
  async accept(request: AcceptEmails): Promise<AcceptedEmails> {
    const { length } = request.recipients;
    this.rush.begin(length);
    return this.take(request).finally(() => this.rush.end(length));
  }

  private async take(request: AcceptEmails): Promise<AcceptedEmails> {
    const content = mergeContent(request, await this.findTemplate(request));
    if (!isQuick(content.html)) await this.checkLarge(request.projectId, 'body', content.html, 'html');
    if (!isQuick(content.subject)) await this.checkLarge(request.projectId, 'subject', content.subject, 'text');
    const attachments = decodeAttachments(request.attachments ?? [], this.options.maxAttachmentBytes);
    checkMessageSize(
      content,
      attachments.reduce((sum, file) => sum + file.content.byteLength, 0),
    );
    await this.checkSender(request.projectId, content.from);
    const cap = await this.options.checkCap(request);
    await this.options.checkRoom(request.projectId, request.recipients.length);
    const { contacts } = await this.upsertContacts({
      projectId: request.projectId,
      requestId: request.requestId,
      recipients: request.recipients.map(({ contactId, email, name }) => ({ contactId, email, name })),
      subscribed: request.subscribed,
      data: request.data,
      mustBeSubscribed: content.marketing,
    });
    const message: MessageContent = {
      projectId: request.projectId,
      id: request.messageId,
      subject: content.subject,
      html: content.html,
      headers: request.headers ?? {},
      tracking: request.tracking ?? null,
      marketing: content.marketing,
      attachments,
    };
    const emails = request.recipients.map((recipient, index) =>
      newEmail(request, content, recipient, contacts[index]!),
    );
    const at = await this.ledger.add({ message, emails, cap });
    this.options.queued(message);
    return {
      emails: emails.map(({ id, contactId, toAddress }) => ({ emailId: id, contactId, email: toAddress })),
      timestamp: at.toISOString(),
    };
  }

  private async checkLarge(projectId: string, field: string, source: string, mode: TemplateMode): Promise<void> {
    refuseProblems(field, await this.options.templateWork.compile(projectId, source, mode));
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

/** A suppressed contact's row is written too: the caller sees why nothing was sent. */
function newEmail(
  request: AcceptEmails,
  content: AcceptContent,
  recipient: AcceptRecipient,
  contact: RecipientContact,
): NewEmail {
  return {
    projectId: request.projectId,
    id: recipient.emailId,
    messageId: request.messageId,
    contactId: contact.id,
    toAddress: recipient.email,
    toName: recipient.name ?? null,
    fromAddress: content.from.email,
    fromName: content.from.name ?? null,
    replyTo: content.replyTo,
    subject: content.subject,
    variables: { data: contact.variables, subscribed: contact.subscribed },
    sourceType: 'TRANSACTIONAL',
    templateId: content.templateId,
    campaignId: null,
    requestId: request.requestId,
    lane: 'transactional',
    status: contact.suppressed ? 'SUPPRESSED' : 'QUEUED',
    reason: contact.suppressed,
  };
}
