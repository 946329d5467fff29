import { Button } from '@mantine/core';
import type { BulkOperation } from '../contact.queries';
import classes from './contact-list.module.css';
import { everything, isFull, nothing, sizeOf, type Selection } from './selection';
import { i18n } from '../../text/i18n';

interface SelectionBarProps {
  selection: Selection;
  /** How many contacts match the filter; null where it is not known. */
  matching: number | null;
  onChange: (selection: Selection) => void;
  onOperate: (operation: BulkOperation) => void;
}

/** The selected contacts in numbers, and the operations on them. */
export function SelectionBar({ selection, matching, onChange, onOperate }: SelectionBarProps) {
  const size = sizeOf(selection, matching);
  return (
    <div className={classes['selection']} role="group" aria-label={i18n.t('Selected contacts')}>
      <span role="status">
        {size === null
          ? i18n.t('All that match are selected')
          : i18n.t('{size, plural, one {# contact} other {# contacts}} selected', { size })}
        {isFull(selection) && `: ${i18n.t('more than 1,000 can only be selected together')}`}
      </span>
      {selection.kind === 'rows' && (
        <Button size="xs" variant="subtle" onClick={() => onChange(everything)}>
          {matching !== null && matching > 0
            ? i18n.t('Select all {matching, plural, one {# contact} other {# contacts}} that match', { matching })
            : i18n.t('Select all that match')}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => onChange(nothing)}>
        {i18n.t('Clear the selection')}
      </Button>
      <span className={classes['operations']}>
        <Button size="xs" variant="default" onClick={() => onOperate('subscribe')}>
          {i18n.t('Subscribe')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onOperate('unsubscribe')}>
          {i18n.t('Unsubscribe')}
        </Button>
        <Button size="xs" variant="default" onClick={() => onOperate('delete')}>
          {i18n.t('Delete')}
        </Button>
      </span>
    </div>
  );
}
