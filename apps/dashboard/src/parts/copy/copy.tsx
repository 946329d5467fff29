import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import classes from './copy.module.css';
import { i18n } from '../../text/i18n';

/** Copies a text; says so for two seconds. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useClipboard({ timeout: 2_000 });
  const words = copied ? i18n.t('Copied') : label;
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={words} title={words} onClick={() => copy(value)}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
    </ActionIcon>
  );
}

/** A value in one line that is there to be copied: a key, a DNS value, an id. */
export function CopyField({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes['field']}>
      <code className={classes['value']}>{value}</code>
      <CopyButton value={value} label={i18n.t('Copy {label}', { label })} />
    </span>
  );
}

/** Code of several lines, to be read and copied. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className={classes['block']}>
      <pre className={classes['code']} tabIndex={0} role="group" aria-label={label}>
        {code}
      </pre>
      <span className={classes['corner']}>
        <CopyButton value={code} label={i18n.t('Copy: {label}', { label })} />
      </span>
    </div>
  );
}
