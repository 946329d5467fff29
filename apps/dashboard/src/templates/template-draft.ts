import type { Schema } from '../api/client';
import { writingChanges, type Design } from '../editor/document/design';
import type { Template, TemplateType } from './template.queries';

/** The fields of a template as they are typed; an empty text stands for none. */
export interface TemplateDraft {
  name: string;
  subject: string;
  body: string;
  design: Design | null;
  type: TemplateType;
  from: string;
}

export const draftOf = ({ name, subject, body, design, type, from }: Template): TemplateDraft => ({
  name,
  subject,
  body,
  design,
  type,
  from: from ?? '',
});

/** The fields of a draft that differ from what is stored, as the API takes them. */
export function changesOf(draft: TemplateDraft, stored: Template): Schema<'UpdateTemplate'> {
  const { body: _body, design: _design, ...before } = draftOf(stored);
  const changed = Object.entries(before)
    .map(([key]) => [key, draft[key as keyof typeof before]] as const)
    .filter(([key, value]) => before[key as keyof typeof before] !== value);
  return {
    ...Object.fromEntries(changed.map(([key, value]) => [key, key === 'from' && value === '' ? null : value])),
    ...writingChanges(draft, stored),
  };
}
