import { parseAddress } from '@waybill/contracts/address';
import { validationError, type FieldError } from '@waybill/contracts/errors';
import type { CreateTemplate, TemplateView, UpdateTemplate } from '@waybill/contracts/templates/template';
import { senderProblems } from '@waybill/contracts/send/sender-problems';
import type { TemplateProblem } from '@waybill/templating/problem';
import type { Template } from './template.entity';

/** The columns that a request sets. */
export type TemplateColumns = Partial<
  Pick<
    Template,
    | 'name'
    | 'description'
    | 'subject'
    | 'previewText'
    | 'body'
    | 'text'
    | 'design'
    | 'fromAddress'
    | 'fromName'
    | 'replyTo'
    | 'type'
  >
>;

/** A new template's columns; what the request leaves out is empty. */
export function newColumns(given: CreateTemplate) {
  const { name, subject, previewText, body, text, design, description, type } = given;
  const sender = senderColumns(given);
  return {
    name,
    subject,
    previewText: previewText || null,
    body,
    text: text ?? null,
    design: design ?? null,
    description: description ?? null,
    fromAddress: sender.fromAddress ?? null,
    fromName: sender.fromName ?? null,
    replyTo: addressOf(given.replyTo) ?? null,
    type: type ?? ('MARKETING' as const),
  };
}

/** The columns that a change of a template with this body names; `null` empties. Another body alone has no design. */
export function changedColumns(change: UpdateTemplate, stored: Pick<Template, 'body'>): TemplateColumns {
  const { name, subject, previewText, body, text, description, type } = change;
  const columns = {
    name,
    subject,
    previewText: previewText === '' ? null : previewText,
    body,
    text,
    design: designOf(change, stored),
    description,
    type,
    ...senderColumns(change),
    replyTo: addressOf(change.replyTo),
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** The design after a change: what the change says, none for another body, else as it is. */
export function designOf(
  { body, design }: Pick<UpdateTemplate, 'body' | 'design'>,
  stored: Pick<Template, 'body'>,
): Template['design'] | undefined {
  return design === undefined && body !== undefined && body !== stored.body ? null : design;
}

/** A sender given as a mailbox brings its name along; `fromName` wins, and goes with the address. */
function senderColumns({ from, fromName }: Pick<UpdateTemplate, 'from' | 'fromName'>): TemplateColumns {
  const mailbox = typeof from === 'string' ? { email: from, name: undefined } : from;
  const name = fromName === undefined ? mailbox?.name : fromName;
  return {
    fromAddress: mailbox && addressOf(mailbox.email),
    fromName: from === null ? null : name === '' ? null : name,
  };
}

function addressOf(email: string | null | undefined): string | null | undefined {
  return typeof email === 'string' ? (parseAddress(email)?.address ?? email) : email;
}

/**
 * @param check finds what keeps a source from being a template.
 * @throws 422 naming every syntax error of subject, preview text, body and text with its line and column.
 */
export async function checkSyntax(
  { subject, previewText, body, text }: TemplateColumns,
  check: (source: string) => TemplateProblem[] | Promise<TemplateProblem[]>,
): Promise<void> {
  const errors: FieldError[] = [];
  for (const [field, source] of Object.entries({ subject, previewText, body, text })) {
    const problems = typeof source === 'string' ? await check(source) : [];
    errors.push(...problems.map(({ message }): FieldError => ({ field, message, code: 'syntax' })));
  }
  if (errors.length > 0) throw validationError(errors);
}

/** @throws 422 when the display name shows an address of another domain than the sender's. */
export function checkDisplayName(address: string | null, name: string | null): void {
  if (!address || !name) return;
  const [problem] = senderProblems({ email: address, name });
  if (problem)
    throw validationError([{ field: 'fromName', message: `fromName ${problem.message}`, code: problem.code }]);
}

export function toView(template: Template): TemplateView {
  const { id, projectId, name, description, subject, previewText, body, text, design, type } = template;
  const { fromAddress, fromName, replyTo } = template;
  const moments = { createdAt: template.createdAt.toISOString(), updatedAt: template.updatedAt.toISOString() };
  return {
    id,
    projectId,
    name,
    description,
    subject,
    previewText,
    body,
    text,
    design,
    type,
    from: fromAddress,
    fromName,
    replyTo,
    ...moments,
  };
}
