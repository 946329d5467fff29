import type { Schema } from '../api/client';
import type { Template, TemplateType } from './template.queries';

/** The fields of a template as they are typed; an empty text stands for none. */
export interface TemplateDraft {
  name: string;
  subject: string;
  body: string;
  type: TemplateType;
  from: string;
}

export const draftOf = ({ name, subject, body, type, from }: Template): TemplateDraft => ({
  name,
  subject,
  body,
  type,
  from: from ?? '',
});

/** The fields of a draft that differ from what is stored, as the API takes them. */
export function changesOf(draft: TemplateDraft, stored: Template): Schema<'UpdateTemplate'> {
  const before = draftOf(stored);
  const changed = Object.entries(draft).filter(([key, value]) => before[key as keyof TemplateDraft] !== value);
  return Object.fromEntries(changed.map(([key, value]) => [key, key === 'from' && value === '' ? null : value]));
}
