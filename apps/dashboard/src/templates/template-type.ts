import { wordsOf } from '../parts/format/format';
import { i18n } from '../text/i18n';
import type { Template } from './template.queries';

const names: Record<Template['type'], string> = {
  TRANSACTIONAL: i18n.t('Transactional'),
  MARKETING: i18n.t('Marketing'),
};

/** The types of a template, as the API writes them. */
export const templateTypes = ['TRANSACTIONAL', 'MARKETING'] as const satisfies Template['type'][];

/** The name of a type as the reader sees it; one that this version does not know is shown in the words of the API. */
export const templateTypeName = (type: Template['type']): string => names[type] ?? wordsOf(type);
