import { countOf, wordsOf } from '../../parts/format/format';
import type { Step, StepType, Workflow } from '../workflow/workflow.queries';

/** The name of each kind of step. */
export const stepKinds: Record<StepType, string> = {
  TRIGGER: 'Start',
  SEND_EMAIL: 'Send an email',
  DELAY: 'Wait for a time',
  WAIT_FOR_EVENT: 'Wait for an event',
  CONDITION: 'Condition',
  WEBHOOK: 'Webhook',
  UPDATE_CONTACT: 'Change the contact',
  EXIT: 'End',
};

const operators: Record<string, string> = {
  equals: 'is',
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  greaterThan: 'is more than',
  lessThan: 'is less than',
  greaterThanOrEqual: 'is at least',
  lessThanOrEqual: 'is at most',
  exists: 'has a value',
  notExists: 'has no value',
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
      return template ? (template.name ?? 'A template') : 'No template is chosen';
    case 'DELAY':
      return delayWords(config['amount'], config['unit']);
    case 'WAIT_FOR_EVENT':
      return config['eventName'] ? `Until “${text(config['eventName'])}”` : 'No event is chosen';
    case 'CONDITION':
      return conditionWords(config);
    case 'WEBHOOK':
      return config['url'] ? `${text(config['method'] ?? 'POST')} ${text(config['url'])}` : 'No address is given';
    case 'UPDATE_CONTACT':
      return updateWords(config);
    case 'EXIT':
      return config['reason'] ? text(config['reason']) : 'The execution ends';
  }
}

function triggerWords({ triggerType, triggerConfig }: Workflow): string {
  if (triggerType === 'MANUAL') return 'Started by the API alone';
  return triggerConfig ? `When “${triggerConfig.eventName}” happens` : 'No event is chosen';
}

function delayWords(amount: unknown, unit: unknown): string {
  if (typeof amount !== 'number' || typeof unit !== 'string') return 'No time is given';
  return countOf(amount, unit.replace(/s$/, ''));
}

function conditionWords(config: Step['config']): string {
  const { mode, field, operator, value } = config as Record<string, unknown>;
  if (mode === 'multi') return `By ${text(field)}`;
  if (typeof field !== 'string') return config['groups'] || config['condition'] ? 'By a filter' : 'Nothing is asked';
  const word = typeof operator === 'string' ? (operators[operator] ?? operator) : '';
  return [field, word, value === undefined ? '' : text(value)].filter(Boolean).join(' ');
}

function updateWords({ updates, subscriptionAction }: Step['config']): string {
  const fields = typeof updates === 'object' && updates !== null ? Object.keys(updates) : [];
  const action =
    typeof subscriptionAction === 'string' && subscriptionAction !== 'none' ? [wordsOf(subscriptionAction)] : [];
  const parts = [...action, ...(fields.length > 0 ? [`Set ${fields.join(', ')}`] : [])];
  return parts.join('. ') || 'Nothing is changed';
}
