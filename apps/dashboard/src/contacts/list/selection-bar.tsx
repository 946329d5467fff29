import { Button } from '@mantine/core';
import { countOf } from '../../parts/format/format';
import type { BulkOperation } from '../contact.queries';
import classes from './contact-list.module.css';
import { everything, isFull, nothing, sizeOf, type Selection } from './selection';

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
    <div className={classes['selection']} role="group" aria-label="Selected contacts">
      <span role="status">
        {size === null ? 'All that match are selected' : `${countOf(size, 'contact')} selected`}
        {isFull(selection) && ': more than 1,000 can only be selected together'}
      </span>
      {selection.kind === 'rows' && (
        <Button size="xs" variant="subtle" onClick={() => onChange(everything)}>
          Select all {matching !== null && matching > 0 ? `${countOf(matching, 'contact')} that match` : 'that match'}
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => onChange(nothing)}>
        Clear the selection
      </Button>
      <span className={classes['operations']}>
        <Button size="xs" variant="default" onClick={() => onOperate('subscribe')}>
          Subscribe
        </Button>
        <Button size="xs" variant="default" onClick={() => onOperate('unsubscribe')}>
          Unsubscribe
        </Button>
        <Button size="xs" variant="default" onClick={() => onOperate('delete')}>
          Delete
        </Button>
      </span>
    </div>
  );
}
