import type { ReactNode } from 'react';
import { formatPercent } from '../format/format';
import classes from './figure.module.css';
import { i18n } from '../../text/i18n';

interface FigureProps {
  name: string;
  value: string;
  /** Change against the period before, in percent; null where there is nothing to compare with. */
  change?: number | null;
  hint?: ReactNode;
}

/** One large figure with its name. */
export function Figure({ name, value, change, hint }: FigureProps) {
  return (
    <div className={classes['figure']}>
      <dt className={classes['name']}>{name}</dt>
      <dd className={classes['value']}>{value}</dd>
      {change !== undefined && <dd className={classes['hint']}>{changeWords(change)}</dd>}
      {hint && <dd className={classes['hint']}>{hint}</dd>}
    </div>
  );
}

/** Figures beside each other, as many in a line as fit. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={classes['figures']} aria-label={label}>
      {children}
    </dl>
  );
}

function changeWords(change: number | null): string {
  if (change === null) return i18n.t('nothing in the period before');
  if (Math.abs(change) < 0.05) return i18n.t('as in the period before');
  const words = `${change > 0 ? '▲' : '▼'} ${formatPercent(Math.abs(change))}`;
  return i18n.t('{words} against the period before', { words });
}
