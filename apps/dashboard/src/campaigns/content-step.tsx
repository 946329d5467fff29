import { TextInput } from '@mantine/core';
import { ContentEditor } from '../editor/content-editor';
import { PreviewTextField } from '../editor/preview-text-field';
import type { ContentDraft } from './campaign-draft';
import { i18n } from '../text/i18n';

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
      content={{ subject: draft.subject || null, previewText: draft.previewText || null, type: 'MARKETING' }}
      fields={
        <>
          {text('name', i18n.t('Name'), 200, i18n.t('Recipients do not see it'))}
          {text('from', i18n.t('Sender'), 254, i18n.t('An address of a verified domain'))}
          {text('fromName', i18n.t('Name of the sender'), 200)}
          {text('replyTo', i18n.t('Answers go to'), 254, i18n.t('The sender unless given'))}
          {text('subject', i18n.t('Subject'), 998)}
          <PreviewTextField
            value={draft.previewText}
            error={errorOf('previewText')}
            onChange={(previewText) => onChange({ previewText })}
          />
        </>
      }
      error={errorOf('body') ?? errorOf('design')}
      onChange={onChange}
    />
  );
}
