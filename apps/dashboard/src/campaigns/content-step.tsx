import { TextInput } from '@mantine/core';
import { CodeField } from '../editor/code-field';
import { ContentPreview } from '../editor/content-preview';
import type { ContentDraft } from './campaign-draft';
import classes from './content-step.module.css';

interface ContentStepProps {
  draft: ContentDraft;
  onChange: (part: Partial<ContentDraft>) => void;
  errorOf: (field: string) => string | null;
}

/** The content and its sender, beside the preview. */
export function ContentStep({ draft, onChange, errorOf }: ContentStepProps) {
  const text = (field: keyof ContentDraft, label: string, maxLength: number, description?: string) => (
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
    <div className={classes['columns']}>
      <div className={classes['form']}>
        {text('name', 'Name', 200, 'Recipients do not see it')}
        {text('from', 'Sender', 254, 'An address of a verified domain')}
        {text('fromName', 'Name of the sender', 200)}
        {text('replyTo', 'Answers go to', 254, 'The sender unless given')}
        {text('subject', 'Subject', 998)}
        <CodeField
          label="HTML with Liquid"
          description="{{ name ?? there }} shows a field of the contact. Tab indents, Escape leaves the field."
          value={draft.body}
          error={errorOf('body')}
          onChange={(body) => onChange({ body })}
        />
      </div>
      <ContentPreview content={{ subject: draft.subject || null, body: draft.body || ' ', type: 'MARKETING' }} />
    </div>
  );
}
