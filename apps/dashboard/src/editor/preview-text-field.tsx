import { TextInput } from '@mantine/core';
import { maxPreviewText } from './document/preview-text';
import { i18n } from '../text/i18n';

interface PreviewTextFieldProps {
  value: string;
  error: string | null;
  onChange: (text: string) => void;
}

/** The text behind the subject in the list of a mailbox, with the number of its characters. */
export function PreviewTextField({ value, error, onChange }: PreviewTextFieldProps) {
  const count = Array.from(value).length;
  return (
    <TextInput
      label={i18n.t('Preview text')}
      description={
        <>
          {i18n.t('Mailboxes show it behind the subject; without it they show the first words')}
          {' · '}
          {i18n.t('{count} of {max} characters', { count, max: maxPreviewText })}
        </>
      }
      maxLength={maxPreviewText}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
