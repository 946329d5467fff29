import { Checkbox } from '@mantine/core';
import { ScreenLink } from '../../parts/link/screen-link';
import { Moment } from '../../parts/moment/moment';
import type { Column } from '../../parts/record-list/column';
import { StatusBadge, ToneBadge } from '../../parts/status/status-badge';
import type { Contact } from '../contact.queries';
import { everything, isEmpty, isSelected, nothing, toggled, type Selection } from './selection';
import { i18n } from '../../text/i18n';

const columns: Column<Contact>[] = [
  {
    key: 'email',
    title: i18n.t('Email'),
    sort: 'email',
    width: 'minmax(0, 2fr)',
    cell: ({ id, email }) => <ScreenLink to={`/contacts/${id}`}>{email}</ScreenLink>,
  },
  {
    key: 'subscription',
    title: i18n.t('Subscription'),
    width: '140px',
    cell: ({ subscribed, suppression }) =>
      suppression ? (
        <ToneBadge tone="bad">{i18n.t('Suppressed')}</ToneBadge>
      ) : (
        <StatusBadge kind="subscription" state={subscribed} />
      ),
  },
  { key: 'data', title: i18n.t('Data'), wideOnly: true, width: 'minmax(0, 3fr)', cell: ({ data }) => shortData(data) },
  {
    key: 'updatedAt',
    title: i18n.t('Changed'),
    sort: 'updatedAt',
    width: '130px',
    wideOnly: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  {
    key: 'createdAt',
    title: i18n.t('Added'),
    sort: 'createdAt',
    width: '130px',
    wideOnly: true,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

/** The columns of the list, the first one for the selection. */
export function contactColumns(selection: Selection, onSelect: (selection: Selection) => void): Column<Contact>[] {
  const isWhole = selection.kind === 'matching';
  const select: Column<Contact> = {
    key: 'select',
    title: i18n.t('Selected'),
    width: '24px',
    head: (
      <Checkbox
        size="sm"
        aria-label={i18n.t('Select all that match')}
        checked={isWhole && selection.except.size === 0}
        indeterminate={isWhole ? selection.except.size > 0 : !isEmpty(selection)}
        onChange={() => onSelect(isEmpty(selection) ? everything : nothing)}
      />
    ),
    cell: ({ id, email }) => (
      <Checkbox
        size="sm"
        tabIndex={-1}
        aria-label={i18n.t('Select {email}', { email })}
        checked={isSelected(selection, id)}
        onChange={() => onSelect(toggled(selection, id))}
      />
    ),
  };
  return [select, ...columns];
}

/** The first fields of a contact in one line. */
function shortData(data: Record<string, unknown>): string {
  return Object.entries(data)
    .slice(0, 4)
    .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}
