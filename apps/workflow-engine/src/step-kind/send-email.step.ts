import { Inject, Injectable } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { isUuid } from '@waybill/contracts/ids';
import { senderProblems } from '@waybill/contracts/send/sender-problems';
import { addressProblems } from '@waybill/contracts/wire/address-problems';
import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import type { Mailbox } from '@waybill/contracts/send/send';
import { Batcher } from '@waybill/concurrency/batcher';
import { Db } from '@waybill/database/db';
import { causedId, newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { WORKFLOW_CONFIG, type WorkflowEngineConfig } from '../config';
import type { Step } from '../graph/graph';
import type { Run } from '../run/run';
import { countEmails } from './send-email.sql';
import { failedAsk, problem, type StepEffect, type StepKind, type StepOutcome } from './step-kind';

/** The template of a step: its own, else a copy in the config. */
export function templateOf({ templateId, config }: Pick<Step, 'templateId' | 'config'>): string | null {
  return templateId ?? (isUuid(config.templateId) ? config.templateId : null);
}

/** Sends the template to the contact, or to `{recipient: {type: "CUSTOM", customEmail}}`. */
export const sendEmailStep: StepKind = {
  type: 'SEND_EMAIL',
  problems({ recipient, from, templateId }) {
    const problems = recipient === undefined || recipient === null ? [] : recipientProblems(recipient);
    if (templateId !== undefined && templateId !== null && !isUuid(templateId))
      problems.push(problem('templateId', 'invalid_string', 'must be the id of a template, a UUID'));
    if (from === undefined || from === null) return problems;
    return [
      ...problems,
      ...senderProblems(from).map((each) => ({ ...each, path: each.path ? `from.${each.path}` : 'from' })),
    ];
  },
  branches: () => 'one',
  refs(step) {
    const template = templateOf(step);
    const sender = senderOf(step);
    const domain = sender?.email.split('@')[1]?.toLowerCase();
    return [...(template ? [`template:${template}`] : []), ...(domain ? [`domain:${domain}`] : [])];
  },
  begin(step) {
    if (templateOf(step)) return { kind: 'effect' };
    return { kind: 'failed', reason: 'template_missing', error: 'the step has no template' };
  },
};

function recipientProblems(recipient: unknown): FieldProblem[] {
  if (typeof recipient !== 'object' || Array.isArray(recipient))
    return [problem('recipient', 'invalid_type', 'must be {type, customEmail}')];
  const { type, customEmail } = recipient as Record<string, unknown>;
  if (type === undefined || type === null) return [problem('recipient.type', 'required', 'is required')];
  if (type !== 'CONTACT' && type !== 'CUSTOM')
    return [problem('recipient.type', 'invalid_enum', 'must be CONTACT or CUSTOM')];
  return type === 'CUSTOM' ? addressProblems(customEmail, 'recipient.customEmail') : [];
}

/** The address that a step's email goes to, and whether that is the contact's own. */
export function recipientOf({ config }: Step, contact: { email: string }): { custom: boolean; email: string } {
  const recipient = config.recipient as { type?: string; customEmail?: string } | undefined;
  if (recipient?.type !== 'CUSTOM') return { custom: false, email: contact.email };
  const given = String(recipient.customEmail);
  return { custom: true, email: normalizeEmail(given) ?? given };
}

function senderOf({ config }: Step): Mailbox | undefined {
  const from = config.from as string | Mailbox | null | undefined;
  return typeof from === 'string' ? { email: from } : (from ?? undefined);
}

/** The event and the variables of an execution, beside the contact's data. */
export const executionVariables = ({ execution }: Run) => ({ event: execution.event, context: execution.context });

/** Hands the email to delivery under an id that follows from its cause: handed over again it is the same email. */
@Injectable()
export class SendEmailEffect implements StepEffect {
  /** Emails of the last hour by contact: what is counted at the same time shares one statement. */
  private readonly counts: Batcher<Run, number>;

  constructor(
    private readonly asks: AskClient,
    private readonly db: Db,
    @Inject(WORKFLOW_CONFIG) private readonly config: WorkflowEngineConfig,
  ) {
    this.counts = new Batcher({ write: (runs) => this.count(runs), maxItems: 256 });
  }

  async perform(step: Step, run: Run): Promise<StepOutcome> {
    const { projectId, contact, execution, stepExecutionId, now } = run;
    const limit = this.config.WORKFLOW_EMAILS_PER_CONTACT_HOUR;
    if ((await this.counts.add(run)) >= limit) {
      const error = `workflows sent this contact ${limit} emails within an hour: no more are sent`;
      return { kind: 'failed', reason: 'email_limit', error };
    }
    const { custom, email } = recipientOf(step, contact);
    const emailId = causedId(execution.startedAt, 'workflow email', stepExecutionId, contact.id);
    try {
      const accepted = await this.asks.askOne('delivery.send', {
        projectId,
        requestId: execution.id,
        messageId: causedId(execution.startedAt, 'workflow message', stepExecutionId),
        recipients: [{ emailId, contactId: custom ? newId() : contact.id, email }],
        templateId: templateOf(step)!,
        from: senderOf(step),
        workflow: { variables: executionVariables(run), toUnsubscribed: custom },
      });
      const recipientType = custom ? 'CUSTOM' : 'CONTACT';
      const output = { emailId, sentAt: accepted.timestamp ?? now.toISOString(), recipientType, recipientEmail: email };
      return { kind: 'done', output, email: { id: emailId } };
    } catch (error) {
      return failedAsk(error);
    }
  }

  private async count(runs: Run[]): Promise<number[]> {
    const rows = await this.db.query<{ position: string; emails: number }>(countEmails, [
      runs.map(({ projectId }) => projectId),
      runs.map(({ contact }) => contact.id),
    ]);
    const counts = new Map(rows.map(({ position, emails }) => [Number(position) - 1, emails]));
    return runs.map((_run, index) => counts.get(index)!);
  }
}
