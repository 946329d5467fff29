import { Injectable } from '@nestjs/common';
import type { ContactView } from '@waybill/contracts/contacts/contact';
import { contactDataLimits } from '@waybill/contracts/contacts/contact-data-limits';
import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import { prototypeKeys } from '@waybill/contracts/wire/prototype-keys';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import type { Step } from '../graph/graph';
import type { Run, RunContact } from '../run/run';
import { failedAsk, problem, type StepEffect, type StepKind, type StepOutcome } from './step-kind';

const actions = ['none', 'subscribe', 'unsubscribe'];

/** `data` is another name of `updates`. */
const updatesOf = ({ updates, data }: Record<string, unknown>): unknown => updates ?? data;

/** Changes the contact: `{updates?, subscriptionAction?}`. What changes emits its events. */
export const updateContactStep: StepKind = {
  type: 'UPDATE_CONTACT',
  problems(config) {
    const { subscriptionAction: action } = config;
    const updates = updatesOf(config);
    const problems = updates === undefined || updates === null ? [] : updateProblems(updates);
    if (action !== undefined && action !== null && !actions.includes(action as string))
      problems.push(problem('subscriptionAction', 'invalid_enum', `must be one of ${actions.join(', ')}`));
    const changes = Object.keys((updates as object | null | undefined) ?? {}).length > 0;
    if (problems.length === 0 && !changes && (action ?? 'none') === 'none')
      problems.push(problem('updates', 'required', 'must name a field to change, unless subscriptionAction does'));
    return problems;
  },
  branches: () => 'one',
  refs: ({ config }) => Object.keys((updatesOf(config) as object | null) ?? {}).map((key) => `field:data.${key}`),
  begin: () => ({ kind: 'effect' }),
};

function updateProblems(updates: unknown): FieldProblem[] {
  if (typeof updates !== 'object' || Array.isArray(updates))
    return [problem('updates', 'invalid_type', 'must be an object')];
  const keys = Object.keys(updates as object);
  if (keys.length > contactDataLimits.keys)
    return [problem('updates', 'too_big', `must have at most ${contactDataLimits.keys} keys`)];
  return keys
    .filter((key) => key === '' || key.length > contactDataLimits.keyLength || prototypeKeys.has(key))
    .map((key) => problem(`updates.${key.slice(0, 100)}`, 'invalid_string', 'is not a possible field name'));
}

/** The contact with the step's changes, as a simulation shows it. */
export function withUpdates(contact: Run['contact'], { config }: Step): Run['contact'] {
  const data = { ...contact.data };
  for (const [key, value] of Object.entries((updatesOf(config) as Record<string, unknown> | null) ?? {})) {
    if (value === null) delete data[key];
    else if (value !== '') data[key] = value;
  }
  return { ...contact, data, subscribed: subscriptionOf(config) ?? contact.subscribed };
}

/** Output of the step, made from the updated contact. */
export function updateOutput({ config }: Step, contact: { data: unknown; subscribed: boolean }) {
  const updates = updatesOf(config) ?? {};
  const subscriptionAction = config.subscriptionAction ?? 'none';
  return { updated: true, updates, newData: contact.data, subscriptionAction, subscribed: contact.subscribed };
}

const subscriptionOf = ({ subscriptionAction: action }: Record<string, unknown>): boolean | undefined =>
  action === 'subscribe' ? true : action === 'unsubscribe' ? false : undefined;

const runContact = (id: string, { email, subscribed, data, createdAt, updatedAt }: ContactView): RunContact => ({
  ...{ id, email, subscribed, data },
  createdAt: new Date(createdAt),
  updatedAt: new Date(updatedAt),
});

/** Has the contacts service change it: the same change again changes nothing more. */
@Injectable()
export class UpdateContactEffect implements StepEffect {
  constructor(private readonly asks: AskClient) {}

  async perform(step: Step, { projectId, contact, execution }: Run): Promise<StepOutcome> {
    try {
      const data = updatesOf(step.config) as Record<string, unknown> | undefined;
      const changed = await this.asks.askOne('contacts.update', {
        projectId,
        requestId: execution.id,
        id: contact.id,
        data: data ?? undefined,
        subscribed: subscriptionOf(step.config),
      });
      return { kind: 'done', output: updateOutput(step, changed), contact: runContact(contact.id, changed) };
    } catch (error) {
      return failedAsk(error);
    }
  }
}
