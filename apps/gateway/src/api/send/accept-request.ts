import { normalizeEmail, parseAddress } from '@waybill/contracts/address';
import type { AcceptEmails, AcceptRecipient } from '@waybill/contracts/send/accept';
import type { Mailbox, Send } from '@waybill/contracts/send/send';
import { validationError } from '@waybill/contracts/errors';
import { senderProblems } from '@waybill/contracts/send/sender-problems';
import type { MakeId } from '../../access/idempotency/request-ids';

/**
 * A valid `/v1/send` body as the question to the ledger. Ids are made here, once per request and recipient: whatever is
 * repeated behind the gateway hits the same rows.
 */
export function toAcceptEmails(body: Send, projectId: string, requestId: string, makeId: MakeId): AcceptEmails {
  return {
    projectId,
    requestId,
    messageId: makeId(),
    recipients: recipientsOf(body.to, makeId),
    subject: body.subject ?? undefined,
    body: body.body ?? undefined,
    text: body.text ?? undefined,
    templateId: body.template ?? undefined,
    from: body.from ? senderOf(body.from, body.name) : undefined,
    subscribed: body.subscribed ?? undefined,
    data: body.data ?? undefined,
    headers: body.headers ?? undefined,
    replyTo: body.reply ? normalized(body.reply) : undefined,
    attachments: body.attachments ?? undefined,
    tracking: body.tracking ?? undefined,
  };
}

/** A recipient is a contact, so its address has the one form of all contacts. */
function recipientsOf(to: Send['to'], makeId: MakeId): AcceptRecipient[] {
  return (Array.isArray(to) ? to : [to]).map((recipient) => {
    const { email, name } = mailboxOf(recipient);
    return { emailId: makeId(), contactId: makeId(), email: normalizeEmail(email) ?? email, name: name || undefined };
  });
}

/** The rule of `from` sees no name beside it. @throws 422 when it shows an address of another domain. */
function refuseSpoofing(email: string, name: string): void {
  const [problem] = senderProblems({ email, name });
  if (problem) throw validationError([{ field: 'name', message: `name ${problem.message}`, code: problem.code }]);
}

/** The deprecated `name` counts only where the sender is a bare address. */
function senderOf(from: string | Mailbox, name: string | undefined): Mailbox {
  const mailbox = mailboxOf(from);
  const shown = typeof from === 'string' ? name : mailbox.name;
  if (typeof from === 'string' && name) refuseSpoofing(from, name);
  return { email: normalized(mailbox.email), name: shown || undefined };
}

const mailboxOf = (mailbox: string | Mailbox): Mailbox => (typeof mailbox === 'string' ? { email: mailbox } : mailbox);

const normalized = (email: string): string => parseAddress(email)?.address ?? email;
