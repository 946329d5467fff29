import { formatNumber, wordsOf } from '../../parts/format/format';
import type { Step, StepType, Workflow } from '../workflow/workflow.queries';
import { i18n } from '../../text/i18n';

/** The name of each kind of step. */
export const stepKinds: Record<StepType, string> = {
  TRIGGER: i18n.t('Start'),
  SEND_EMAIL: i18n.t('Send an email'),
  DELAY: i18n.t('Wait for a time'),
  WAIT_FOR_EVENT: i18n.t('Wait for an event'),
  CONDITION: i18n.t('Condition'),
  WEBHOOK: i18n.t('Webhook'),
  UPDATE_CONTACT: i18n.t('Change the contact'),
  EXIT: i18n.t('End'),
};

const subscriptionActions: Record<string, string> = {
  subscribe: i18n.t('Subscribe'),
  unsubscribe: i18n.t('Unsubscribe'),
};

const operators: Record<string, string> = {
  equals: i18n.t('is'),
  notEquals: i18n.t('is not'),
  contains: i18n.t('contains'),
  notContains: i18n.t('does not contain'),
  greaterThan: i18n.t('is more than'),
  lessThan: i18n.t('is less than'),
  greaterThanOrEqual: i18n.t('is at least'),
  lessThanOrEqual: i18n.t('is at most'),
  exists: i18n.t('has a value'),
  notExists: i18n.t('has no value'),
};

/** The operators of a single condition, for a choice. */
export const operatorChoices = Object.entries(operators).map(([value, label]) => ({ value, label }));

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** One line that says what a step does; a sentence about what is missing where it is not complete. */
export function stepWords(
  { type, config, template }: Pick<Step, 'type' | 'config' | 'template'>,
  workflow: Workflow,
): string {
  switch (type) {
    case 'TRIGGER':
      return triggerWords(workflow);
    case 'SEND_EMAIL':
      return template ? (template.name ?? i18n.t('A template')) : i18n.t('No template is chosen');
    case 'DELAY':
      return delayWords(config['amount'], config['unit']);
    case 'WAIT_FOR_EVENT':
      return config['eventName']
        ? i18n.t('Until “{eventName}”', { eventName: text(config['eventName']) })
        : i18n.t('No event is chosen');
    case 'CONDITION':
      return conditionWords(config);
    case 'WEBHOOK':
      return config['url']
        ? `${text(config['method'] ?? 'POST')} ${text(config['url'])}`
        : i18n.t('No address is given');
    case 'UPDATE_CONTACT':
      return updateWords(config);
    case 'EXIT':
      return config['reason'] ? text(config['reason']) : i18n.t('The execution ends');
  }
}

function triggerWords({ triggerType, triggerConfig }: Workflow): string {
  if (triggerType === 'MANUAL') return i18n.t('Started by the API alone');
  return triggerConfig
    ? i18n.t('When “{eventName}” happens', { eventName: triggerConfig.eventName })
    : i18n.t('No event is chosen');
}

function delayWords(amount: unknown, unit: unknown): string {
  if (typeof amount !== 'number' || typeof unit !== 'string') return i18n.t('No time is given');
  return formatNumber(amount, { style: 'unit', unit: unit.replace(/s$/, ''), unitDisplay: 'long' });
}

function conditionWords(config: Step['config']): string {
  const { mode, field, operator, value } = config as Record<string, unknown>;
  if (mode === 'multi') return i18n.t('By {field}', { field: text(field) });
  if (typeof field !== 'string')
    return config['groups'] || config['condition'] ? i18n.t('By a filter') : i18n.t('Nothing is asked');
  const word = typeof operator === 'string' ? (operators[operator] ?? operator) : '';
  return [field, word, value === undefined ? '' : text(value)].filter(Boolean).join(' ');
}

function updateWords({ updates, subscriptionAction }: Step['config']): string {
  const fields = typeof updates === 'object' && updates !== null ? Object.keys(updates) : [];
  const action =
    typeof subscriptionAction === 'string' && subscriptionAction !== 'none'
      ? [subscriptionActions[subscriptionAction] ?? wordsOf(subscriptionAction)]
      : [];
  const parts = [...action, ...(fields.length > 0 ? [i18n.t('Set {fields}', { fields: fields.join(', ') })] : [])];
  return parts.join('. ') || i18n.t('Nothing is changed');
}
