import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import classes from './filter-bar.module.css';
import { i18n } from '../../text/i18n';

interface FilterBarProps {
  /** Rows that the filter finds; null while it is not known. */
  count: number | null;
  /** The number with its noun, for example "2 contacts". */
  inWords: (count: number) => string;
  children: ReactNode;
}

/** The line above a list: what narrows it, and how many rows there are. */
export function FilterBar({ count, inWords, children }: FilterBarProps) {
  return (
    <div className={classes['bar']} role="search" aria-label={i18n.t('Filter')}>
      {children}
      <span className={classes['count']} role="status">
        {count !== null && inWords(count)}
      </span>
    </div>
  );
}

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Milliseconds after the last key until the list is asked. */
const settleMs = 250;

/** A search that asks when the typing pauses; `/` leads to it. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  const ask = useDebouncedCallback((given: string) => onChange(given.trim() || undefined), settleMs);
  const change = (given: string): void => {
    setText(given);
    ask(given);
  };
  return (
    <TextInput
      className={classes['search']}
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      data-search
      leftSection={<Search size={16} aria-hidden />}
      rightSection={
        text ? <CloseButton size="sm" aria-label={i18n.t('Clear the search')} onClick={() => change('')} /> : null
      }
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
