import { ArrowDown, ArrowUp } from 'lucide-react';
import { trackStyle, type Column, type Sort } from './column';
import classes from './record-list.module.css';

interface ListHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}

/** The names of the columns; a column that the API sorts by is a button. */
export function ListHead<Row>({ columns, sort, onSort }: ListHeadProps<Row>) {
  return (
    <div role="rowgroup" className={classes['head']}>
      <div role="row" aria-rowindex={1} className={classes['headRow']} style={trackStyle(columns)}>
        {columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className={classes['cell']}
            data-align={column.align}
            data-wide-only={column.wideOnly}
            aria-sort={ariaSortOf(column, sort)}
          >
            {column.sort && onSort ? (
              <SortButton title={column.title} by={column.sort} sort={sort} onSort={onSort} />
            ) : (
              (column.head ?? column.title)
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

function SortButton({
  title,
  by,
  sort,
  onSort,
}: {
  title: string;
  by: string;
  sort?: Sort;
  onSort: (s: Sort) => void;
}) {
  const isActive = sort?.by === by;
  const Icon = sort?.dir === 'asc' ? ArrowUp : ArrowDown;
  const dir = isActive && sort.dir === 'asc' ? 'desc' : 'asc';
  return (
    <button type="button" className={classes['sort']} onClick={() => onSort({ by, dir })}>
      {title}
      {isActive && <Icon size={14} aria-hidden />}
    </button>
  );
}

function ariaSortOf<Row>(column: Column<Row>, sort?: Sort): 'ascending' | 'descending' | undefined {
  if (!column.sort || sort?.by !== column.sort) return undefined;
  return sort.dir === 'asc' ? 'ascending' : 'descending';
}
