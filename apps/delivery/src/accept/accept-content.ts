import { contactDataLimits } from '@waybill/contracts/contacts/contact-data-limits';
import type { FieldError } from '@waybill/contracts/errors';
import { AppError, validationError } from '@waybill/contracts/errors';
import type { AcceptEmails } from '@waybill/contracts/send/accept';
import type { Mailbox } from '@waybill/contracts/send/send';
import { problemsOf } from '@waybill/templating/job';
import type { TemplateProblem } from '@waybill/templating/problem';
import { isQuick, type TemplateMode } from '@waybill/templating/template';
import type { TemplateContent } from '../template/template-reader';

/** The content of one send request; its template fills what the request leaves out. */
export interface AcceptContent {
  subject: string;
  /** Mailboxes show it behind the subject; null: they show the first words of the body. */
  previewText: string | null;
  html: string;
  /** The text part; null: it is made from the HTML. */
  text: string | null;
  from: Mailbox;
  replyTo: string | null;
  templateId: string | null;
  /** A MARKETING template goes to subscribed contacts only. */
  marketing: boolean;
}

type Request = Pick<AcceptEmails, 'subject' | 'body' | 'text' | 'from' | 'replyTo'>;

/**
 * Merges request and template: what the request gives explicitly wins, a sender as a whole.
 * The template's text part and preview text belong to its body: they are not used beside a body of the request.
 * @throws 422 naming every missing field (`required`) and every broken template (`syntax` at `subject`, `previewText`,
 * `body` or `text`).
 * Templates that are not quick to parse are not looked at: {@link refuseProblems}.
 */
export function mergeContent(request: Request, template: TemplateContent | null): AcceptContent {
  const subject = request.subject ?? template?.subject;
  const html = request.body ?? template?.body;
  const text = request.text ?? (request.body === undefined ? (template?.text ?? null) : null);
  const previewText = request.body === undefined ? (template?.previewText ?? null) : null;
  const from = request.from ?? templateSender(template);
  const errors = [
    ...(subject ? sourceErrors('subject', subject, 'text') : [required('subject')]),
    ...(previewText === null ? [] : sourceErrors('previewText', previewText, 'text')),
    ...(html ? sourceErrors('body', html, 'html') : [required('body')]),
    ...(text === null ? [] : sourceErrors('text', text, 'text')),
    ...(from ? [] : [required('from')]),
  ];
  if (!subject || !html || !from || errors.length > 0) throw validationError(errors);
  const replyTo = request.replyTo ?? template?.replyTo ?? null;
  const marketing = template?.type === 'MARKETING';
  return { subject, previewText, html, text, from, replyTo, templateId: template?.id ?? null, marketing };
}

/** @throws 422 naming every problem of a template (`syntax` at `field`). */
export function refuseProblems(field: string, problems: TemplateProblem[]): void {
  if (problems.length > 0) throw validationError(problems.map(({ message }) => ({ field, message, code: 'syntax' })));
}

/**
 * Values for one request alone are kept with each of its emails: they have the limit of what a contact stores.
 * @throws 422 `data` (`too_big`) when the request's data is longer than 64 KB of JSON.
 */
export function checkRequestData(data: Record<string, unknown> | undefined): void {
  if (data === undefined) return;
  const json = JSON.stringify(data);
  // Three bytes for each UTF-16 unit is the most that UTF-8 takes.
  if (json.length * 3 <= contactDataLimits.bytes || Buffer.byteLength(json) <= contactDataLimits.bytes) return;
  throw validationError([{ field: 'data', message: 'data must be at most 64 KB of JSON', code: 'too_big' }]);
}

/** The most bytes of a whole message. */
const maxMessageBytes = 40 * 1024 * 1024;

/** @throws 413 when the message would be longer than 40 MB; attachments grow by a third when they are encoded. */
export function checkMessageSize(content: AcceptContent, attachmentBytes: number): void {
  const bytes =
    Buffer.byteLength(content.html) + Buffer.byteLength(content.text ?? '') + Math.ceil(attachmentBytes / 3) * 4;
  if (bytes > maxMessageBytes) throw new AppError('PAYLOAD_TOO_LARGE', 'The message is longer than 40 MB');
}

function templateSender(template: TemplateContent | null): Mailbox | undefined {
  if (!template?.fromAddress) return undefined;
  return { email: template.fromAddress, name: template.fromName ?? undefined };
}

function sourceErrors(field: string, source: string, mode: TemplateMode): FieldError[] {
  if (source.includes('\0')) return [{ field, message: `${field} must not contain NUL`, code: 'invalid_string' }];
  if (!isQuick(source)) return [];
  return problemsOf(source, mode).map(({ message }) => ({ field, message, code: 'syntax' }));
}

const required = (field: string): FieldError => ({
  field,
  message: `${field} is required: neither the request nor a template has one`,
  code: 'required',
});
