import { TextInput } from '@mantine/core';
import { ContentEditor } from '../editor/content-editor';
import type { ContentDraft } from './campaign-draft';

interface ContentStepProps {
  draft: ContentDraft;
  onChange: (part: Partial<ContentDraft>) => void;
  errorOf: (field: string) => string | null;
}

/** The content and its sender, beside the preview. */
export function ContentStep({ draft, onChange, errorOf }: ContentStepProps) {
  const text = (
    field: Exclude<keyof ContentDraft, 'design'>,
    label: string,
    maxLength: number,
    description?: string,
  ) => (
    <TextInput
      label={label}
      description={description}
      maxLength={maxLength}
      value={draft[field]}
      error={errorOf(field)}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <ContentEditor
      writing={draft}
      content={{ subject: draft.subject || null, type: 'MARKETING' }}
      fields={
        <>
          {text('name', 'Name', 200, 'Recipients do not see it')}
          {text('from', 'Sender', 254, 'An address of a verified domain')}
          {text('fromName', 'Name of the sender', 200)}
          {text('replyTo', 'Answers go to', 254, 'The sender unless given')}
          {text('subject', 'Subject', 998)}
        </>
      }
      error={errorOf('body') ?? errorOf('design')}
      onChange={onChange}
    />
  );
}
