import { Checkbox } from '@mantine/core';
import { ScreenLink } from '../../parts/link/screen-link';
import { Moment } from '../../parts/moment/moment';
import type { Column } from '../../parts/record-list/column';
import { StatusBadge, ToneBadge } from '../../parts/status/status-badge';
import type { Contact } from '../contact.queries';
import { everything, isEmpty, isSelected, nothing, toggled, type Selection } from './selection';

const columns: Column<Contact>[] = [
  {
    key: 'email',
    title: 'Email',
    sort: 'email',
    width: 'minmax(0, 2fr)',
    cell: ({ id, email }) => <ScreenLink to={`/contacts/${id}`}>{email}</ScreenLink>,
  },
  {
    key: 'subscription',
    title: 'Subscription',
    width: '140px',
    cell: ({ subscribed, suppression }) =>
      suppression ? (
        <ToneBadge tone="bad">Suppressed</ToneBadge>
      ) : (
        <StatusBadge kind="subscription" state={subscribed} />
      ),
  },
  { key: 'data', title: 'Data', wideOnly: true, width: 'minmax(0, 3fr)', cell: ({ data }) => shortData(data) },
  {
    key: 'updatedAt',
    title: 'Changed',
    sort: 'updatedAt',
    width: '130px',
    wideOnly: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  {
    key: 'createdAt',
    title: 'Added',
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
    title: 'Selected',
    width: '24px',
    head: (
      <Checkbox
        size="sm"
        aria-label="Select all that match"
        checked={isWhole && selection.except.size === 0}
        indeterminate={isWhole ? selection.except.size > 0 : !isEmpty(selection)}
        onChange={() => onSelect(isEmpty(selection) ? everything : nothing)}
      />
    ),
    cell: ({ id, email }) => (
      <Checkbox
        size="sm"
        tabIndex={-1}
        aria-label={`Select ${email}`}
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
