import { Tooltip } from '@mantine/core';
import { formatMoment, formatRelative } from '../format/format';
import classes from './moment.module.css';

/** How long ago something was; the exact moment, here and in UTC, on hover and on focus. */
export function Moment({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  if (!at) return <span className={classes['none']}>{none}</span>;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const exact = `${formatMoment(at)} (${zone})\n${formatMoment(at, 'UTC')} UTC`;
  return (
    <Tooltip label={<span className={classes['exact']}>{exact}</span>}>
      <time dateTime={at} tabIndex={0} className={classes['moment']}>
        {formatRelative(at)}
      </time>
    </Tooltip>
  );
}
