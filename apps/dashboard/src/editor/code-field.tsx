import { Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import classes from './code-field.module.css';

interface CodeFieldProps {
  label: string;
  description?: string;
  value: string;
  error?: string | null;
  minRows?: number;
  onChange: (value: string) => void;
}

/** Two spaces for Tab; Escape leaves the field, so that the keyboard is not caught in it. */
function insertTab(event: KeyboardEvent<HTMLTextAreaElement>, onChange: (value: string) => void): void {
  const field = event.currentTarget;
  if (event.key === 'Escape') return field.blur();
  if (event.key !== 'Tab' || event.shiftKey) return undefined;
  event.preventDefault();
  const { selectionStart, selectionEnd, value } = field;
  field.setRangeText('  ', selectionStart, selectionEnd, 'end');
  return onChange(value.slice(0, selectionStart) + '  ' + value.slice(selectionEnd));
}

/** HTML with Liquid in a field with the face of code. */
export function CodeField({ label, description, value, error, minRows = 16, onChange }: CodeFieldProps) {
  return (
    <Textarea
      label={label}
      description={description}
      classNames={{ input: classes['input'] }}
      autosize
      minRows={minRows}
      maxRows={32}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
      value={value}
      error={error}
      onKeyDown={(event) => insertTab(event, onChange)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
