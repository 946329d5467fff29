import { Inject, Injectable } from '@nestjs/common';
import type { RecipientContact } from '@waybill/contracts/contacts/upsert';
import type { AcceptedEmails, AcceptEmails, AcceptRecipient } from '@waybill/contracts/send/accept';
import type { Mailbox } from '@waybill/contracts/send/send';
import { senderProblems } from '@waybill/contracts/send/sender-problems';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { currentTraceparent } from '@waybill/messaging/request/request-context';
import type { Lane } from '../ledger/email-state';
import type { MessageContent } from '../ledger/message-content';
import { MessageService } from '../ledger/message.service';
import { SendWorker } from '../queue/send.worker';
import { MailSettingsReader } from '../sender/mail-settings';
import { AcceptChecks } from './accept-checks';
import type { AcceptContent } from './accept-content';
import type { NewEmail } from './accept.sql';
import { Ledger } from './accepted-emails';

/** `/v1/send`: checks everything, then writes the contacts, then the ledger rows. An answer means: committed. */
@Injectable()
export class AcceptService {
  constructor(
    private readonly checks: AcceptChecks,
    @Inject(AskClient) private readonly asks: Pick<AskClient, 'askOne'>,
    private readonly settings: MailSettingsReader,
    private readonly ledger: Ledger,
    private readonly messages: MessageService,
    @Inject(SendWorker) private readonly sender: Pick<SendWorker, 'wake' | 'isBehind' | 'load'>,
  ) {}

  /**
   * Accepts one request for all its recipients or for none. The same ids again give the same answer and no new row. Nothing
   * is committed after the deadline (`performance.now()`), when the caller has got a 503.
   * @throws as {@link AcceptChecks.check}.
   */
  accept(request: AcceptEmails, deadline = Infinity): Promise<AcceptedEmails> {
    const accept = () => this.acceptAll(request, deadline);
    return request.workflow ? accept() : this.sender.load.during(accept);
  }

  private async acceptAll(request: AcceptEmails, deadline: number): Promise<AcceptedEmails> {
    const { content, attachments, cap } = await this.checks.check(request);
    const contacts = await this.upsertContacts(request, content, deadline);
    const message: MessageContent = {
      projectId: request.projectId,
      id: request.messageId,
      subject: content.subject,
      previewText: content.previewText,
      html: content.html,
      text: content.text,
      headers: request.headers ?? {},
      tracking: request.tracking ?? null,
      marketing: content.marketing,
      attachments,
    };
    const name = content.from.name ?? (await this.senderName(request.projectId, content.from));
    const from = { ...content.from, name };
    const emails = request.recipients.map((recipient, index) =>
      newEmail(request, { ...content, from }, recipient, contacts[index]!),
    );
    const at = await this.ledger.add({ message, emails, cap }, deadline);
    // Behind a backlog the content is read again: keeping it until then would cost the garbage collector more.
    const lane = laneOf(request);
    if (!this.sender.isBehind(lane)) this.messages.keep(message);
    this.sender.wake(lane);
    return {
      emails: emails.map(({ id, contactId, toAddress }) => ({ emailId: id, contactId, email: toAddress })),
      timestamp: at.toISOString(),
    };
  }

  /** In the order of the recipients. */
  private async upsertContacts(
    { projectId, requestId, recipients, subscribed, data, workflow }: AcceptEmails,
    { marketing }: AcceptContent,
    deadline: number,
  ): Promise<RecipientContact[]> {
    const named = recipients.map(({ contactId, email, name }) => ({ contactId, email, name }));
    const mustBeSubscribed = marketing && !workflow;
    const request = { projectId, requestId, recipients: named, subscribed, data, mustBeSubscribed };
    return (await this.asks.askOne('contacts.upsert', request, { deadline })).contacts;
  }

  /** The project's name, unless it would show an address of another domain or the gateway does not answer. */
  private async senderName(projectId: string, { email }: Mailbox): Promise<string | undefined> {
    const { name } = await this.settings.of(projectId).catch(() => ({ name: undefined }));
    return name && senderProblems({ name, email }).length === 0 ? name : undefined;
  }
}

/** A suppressed contact's row is written too: the caller sees why nothing was sent. */
function newEmail(
  request: AcceptEmails,
  content: AcceptContent,
  recipient: AcceptRecipient,
  contact: RecipientContact,
): NewEmail {
  const reason = contact.suppressed ?? unsubscribed(request, content, contact);
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
    variables: { data: contact.variables, subscribed: contact.subscribed, workflow: request.workflow?.variables },
    sourceType: request.workflow ? 'WORKFLOW' : 'TRANSACTIONAL',
    templateId: content.templateId,
    campaignId: null,
    requestId: request.requestId,
    traceparent: currentTraceparent() ?? null,
    lane: laneOf(request),
    status: reason ? 'SUPPRESSED' : 'QUEUED',
    reason,
  };
}

const laneOf = ({ workflow }: AcceptEmails): Lane => (workflow ? 'workflow' : 'transactional');

/** A workflow's marketing email to a contact that is not subscribed is not sent; the workflow continues. */
function unsubscribed({ workflow }: AcceptEmails, { marketing }: AcceptContent, contact: RecipientContact) {
  return workflow && marketing && !contact.subscribed && !workflow.toUnsubscribed ? 'unsubscribed' : null;
}
