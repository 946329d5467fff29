import { Collapse, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Moment } from '../moment/moment';
import type { Tone } from '../status/status';
import classes from './waybill.module.css';
import { i18n } from '../../text/i18n';

/** One stamp on the slip. */
export interface WaybillEntry {
  key: string;
  /** ISO 8601; null where the moment is not known. */
  at: string | null;
  tone: Tone;
  what: ReactNode;
  /** The person, program or server that did it. */
  who?: ReactNode;
  /** Folded away until it is asked for. */
  detail?: ReactNode;
}

interface WaybillProps {
  label: string;
  /** Above the stamps: what travels, from where to where. */
  head?: ReactNode;
  entries: readonly WaybillEntry[];
  /** In place of stamps where there are none. */
  none?: string;
}

/** The waybill: a vertical slip with a perforated edge and one stamp for each thing that happened. */
export function Waybill({ label, head, entries, none = i18n.t('Nothing has happened yet.') }: WaybillProps) {
  return (
    <div className={classes['slip']} role="group" aria-label={label}>
      {head && <div className={classes['head']}>{head}</div>}
      {entries.length === 0 && <p className={classes['none']}>{none}</p>}
      <ol className={classes['entries']}>
        {entries.map((entry) => (
          <Stamp key={entry.key} entry={entry} />
        ))}
      </ol>
    </div>
  );
}

function Stamp({ entry: { at, tone, what, who, detail } }: { entry: WaybillEntry }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={classes['entry']} data-tone={tone}>
      <span className={classes['stamp']} aria-hidden />
      <div className={classes['line']}>
        <span className={classes['what']}>{what}</span>
        <span className={classes['meta']}>
          {who && <span>{who}</span>}
          <Moment at={at} none="" />
        </span>
      </div>
      {detail && (
        <>
          <UnstyledButton
            className={classes['more']}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronDown size={14} aria-hidden className={classes['chevron']} data-open={isOpen} />
            {isOpen ? i18n.t('Hide the detail') : i18n.t('Show the detail')}
          </UnstyledButton>
          <Collapse expanded={isOpen} id={id}>
            <div className={classes['detail']}>{detail}</div>
          </Collapse>
        </>
      )}
    </li>
  );
}
