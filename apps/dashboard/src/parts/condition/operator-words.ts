import { i18n } from '../../text/i18n';

const words: Record<string, string> = {
  equals: i18n.t('equals'),
  notEquals: i18n.t('not equals'),
  contains: i18n.t('contains'),
  notContains: i18n.t('not contains'),
  greaterThan: i18n.t('greater than'),
  lessThan: i18n.t('less than'),
  greaterThanOrEqual: i18n.t('greater than or equal'),
  lessThanOrEqual: i18n.t('less than or equal'),
  exists: i18n.t('exists'),
  notExists: i18n.t('not exists'),
  within: i18n.t('within'),
  olderThan: i18n.t('older than'),
  triggered: i18n.t('triggered'),
  notTriggered: i18n.t('not triggered'),
  triggeredWithin: i18n.t('triggered within'),
  triggeredOlderThan: i18n.t('triggered older than'),
  notTriggeredWithin: i18n.t('not triggered within'),
  triggeredAtLeast: i18n.t('triggered at least'),
  triggeredAtMost: i18n.t('triggered at most'),
  memberOfSegment: i18n.t('member of segment'),
  notMemberOfSegment: i18n.t('not member of segment'),
};

/** An operator of a filter as the reader sees it; one that this version does not know is shown as the API writes it. */
export const operatorWords = (operator: string): string => words[operator] ?? operator;

/** The units of a time that a filter compares with; they follow a number and a preposition. */
export const unitChoices = [
  { value: 'days', label: i18n.t({ id: 'within days', message: 'days' }) },
  { value: 'hours', label: i18n.t({ id: 'within hours', message: 'hours' }) },
  { value: 'minutes', label: i18n.t({ id: 'within minutes', message: 'minutes' }) },
];
