import { v4 as newId } from 'uuid';
import type { GraphStep, Step, StepType } from '../workflow/workflow.queries';
import { operatorChoices, stepKinds } from './step-words';
import { i18n } from '../../text/i18n';

/** One field of the settings of a step. `json` is typed as JSON. */
export interface StepField {
  key: string;
  label: string;
  kind: 'text' | 'number' | 'choice' | 'json';
  choices?: { value: string; label: string }[];
  hint?: string;
}

const units = [
  { value: 'seconds', label: i18n.t('seconds') },
  { value: 'minutes', label: i18n.t('minutes') },
  { value: 'hours', label: i18n.t('hours') },
  { value: 'days', label: i18n.t('days') },
];
const methods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ value: method, label: method }));
const subscriptions = [
  { value: 'none', label: i18n.t('Leave the subscription') },
  { value: 'subscribe', label: i18n.t('Subscribe') },
  { value: 'unsubscribe', label: i18n.t('Unsubscribe') },
];

/** The settings of each kind of step (docs/workflows.md); those that are not here are kept as they are. */
export const stepFields: Record<StepType, StepField[]> = {
  TRIGGER: [],
  SEND_EMAIL: [],
  DELAY: [
    { key: 'amount', label: i18n.t('Time'), kind: 'number' },
    { key: 'unit', label: i18n.t('Unit'), kind: 'choice', choices: units },
  ],
  WAIT_FOR_EVENT: [
    { key: 'eventName', label: i18n.t('Event'), kind: 'text' },
    { key: 'timeout', label: i18n.t('At most, in seconds'), kind: 'number', hint: i18n.t('Empty: without an end') },
  ],
  CONDITION: [
    {
      key: 'field',
      label: i18n.t('Field'),
      kind: 'text',
      hint: i18n.t('For example data.plan, contact.subscribed or event.amount'),
    },
    { key: 'operator', label: i18n.t('Comparison'), kind: 'choice', choices: operatorChoices },
    {
      key: 'value',
      label: i18n.t('Value'),
      kind: 'json',
      hint: i18n.t('A text in quotes, a number, true or false; empty for none'),
    },
  ],
  WEBHOOK: [
    { key: 'url', label: i18n.t('Address'), kind: 'text' },
    { key: 'method', label: i18n.t('Method'), kind: 'choice', choices: methods },
  ],
  UPDATE_CONTACT: [
    { key: 'subscriptionAction', label: i18n.t('Subscription'), kind: 'choice', choices: subscriptions },
    {
      key: 'updates',
      label: i18n.t('Fields to set, as JSON'),
      kind: 'json',
      hint: i18n.t('\'{\'"plan": "pro"\'}\'; null deletes a field'),
    },
  ],
  EXIT: [{ key: 'reason', label: i18n.t('Reason'), kind: 'text' }],
};

/** A condition by branches or by a filter tree is more than these fields can show. */
export const isEditable = ({ type, config }: Pick<Step, 'type' | 'config'>): boolean =>
  type !== 'CONDITION' || !(config['mode'] === 'multi' || config['groups'] || config['condition']);

/** The values of a form of settings; the field of a number gives a number. */
export type StepDraft = Record<string, string | number>;

/** The settings as the fields of a form show them. */
export function draftOf(type: StepType, config: Step['config']): StepDraft {
  return Object.fromEntries(
    stepFields[type].map(({ key, kind, choices }) => {
      const value = config[key];
      if (value === undefined || value === null) return [key, kind === 'choice' ? (choices?.[0]?.value ?? '') : ''];
      return [key, kind === 'json' || typeof value !== 'string' ? JSON.stringify(value) : value];
    }),
  );
}

/** The settings of a form; an empty field is left out. A field that is no JSON is named in `errors`. */
export function configOf(type: StepType, before: Step['config'], draft: StepDraft) {
  const config: Step['config'] = { ...before };
  const errors: Record<string, string> = {};
  for (const { key, kind } of stepFields[type]) {
    const text = String(draft[key] ?? '').trim();
    delete config[key];
    if (text === '') continue;
    if (kind === 'number') config[key] = Number(text);
    else if (kind !== 'json') config[key] = text;
    else {
      try {
        config[key] = JSON.parse(text) as unknown;
      } catch {
        errors[key] = i18n.t('This is no JSON');
      }
    }
  }
  return { config, errors };
}

/** A new step with settings that are legal from the start. */
export function newStep(type: StepType): GraphStep {
  const configs: Partial<Record<StepType, Record<string, unknown>>> = {
    DELAY: { amount: 1, unit: 'days' },
    WAIT_FOR_EVENT: { eventName: 'purchase', timeout: 86_400 },
    CONDITION: { field: 'contact.subscribed', operator: 'equals', value: true },
    WEBHOOK: { url: 'https://example.com/hook', method: 'POST' },
    UPDATE_CONTACT: { subscriptionAction: 'none', updates: {} },
  };
  const position = { x: 100, y: 100 };
  return { id: newId(), type, name: stepKinds[type], config: configs[type] ?? {}, templateId: null, position };
}
