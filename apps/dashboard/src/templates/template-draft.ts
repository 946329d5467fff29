import type { Schema } from '../api/client';
import { writingChanges } from '../editor/document/design';
import { typedContent, type TypedContent } from '../editor/document/preview-text';
import type { Template, TemplateType } from './template.queries';

/** The fields of a template as they are typed; an empty text stands for none. */
export interface TemplateDraft extends TypedContent {
  name: string;
  subject: string;
  type: TemplateType;
  from: string;
}

export const draftOf = ({ name, subject, type, from, ...content }: Template): TemplateDraft => ({
  name,
  subject,
  ...typedContent(content),
  type,
  from: from ?? '',
});

/** The fields of a draft that differ from what is stored, as the API takes them. */
export function changesOf(draft: TemplateDraft, stored: Template): Schema<'UpdateTemplate'> {
  const { name, subject, type } = stored;
  const before = { name, subject, type, from: stored.from ?? '', previewText: stored.previewText ?? '' };
  const optional = new Set(['from', 'previewText']);
  const changed = Object.entries(before)
    .map(([key]) => [key, draft[key as keyof typeof before]] as const)
    .filter(([key, value]) => before[key as keyof typeof before] !== value);
  return {
    ...Object.fromEntries(changed.map(([key, value]) => [key, optional.has(key) && value === '' ? null : value])),
    ...writingChanges(draft, stored),
  };
}
