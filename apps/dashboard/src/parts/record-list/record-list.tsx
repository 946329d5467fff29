import { Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { Waiting } from '../loaded/loaded';
import { Problem } from '../problem/problem';
import { trackStyle, type Column, type Sort } from './column';
import { ListHead } from './list-head';
import { rowAfterKey } from './row-after-key';
import type { Records } from './use-records';
import classes from './record-list.module.css';

export interface RowSelection<Row> {
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
}

export interface RecordListProps<Row> {
  /** Name of the list for screen readers, for example "Contacts". */
  label: string;
  records: Records<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Opens the screen of a row, by click or Enter. */
  onOpen?: (row: Row) => void;
  /** Rows can be selected, with Space too. */
  selection?: RowSelection<Row>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** In place of the list where it has no rows. */
  empty: ReactNode;
}

const rowHeight = 40;
/** Rows that stand for those behind the last one in memory while more is read. */
const rowsAhead = 8;

/** A list of any length as a table: only the rows in sight are in the page, pages are read as they come into sight. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const { records, empty } = props;
  const { query, rows, offset } = records;
  if (query.error && rows.length === 0) {
    return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.isPending) return <ListSkeleton reason={query.failureReason} />;
  if (rows.length === 0 && offset === 0) return empty;
  return (
    <>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <VirtualTable {...props} />
    </>
  );
}

function VirtualTable<Row>(props: RecordListProps<Row>) {
  const { label, records, columns, rowKey, onOpen, selection, sort, onSort } = props;
  const { query, rows, offset, total } = records;
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(offset);
  const last = offset + rows.length;
  const count = last + (query.hasNextPage ? rowsAhead : 0);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  useReading(records, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = rowAfterKey(event.key, current, { first: offset, last: last - 1 });
    if (next === null || event.target !== event.currentTarget.querySelector(`[data-row="${current}"]`)) return;
    event.preventDefault();
    setCurrent(next);
    virtual.scrollToIndex(next);
    // The row may come into the page with the next frame.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };
  const focusable = Math.min(Math.max(current, items[0]?.index ?? 0), items.at(-1)?.index ?? 0);
  return (
    <div ref={scroller} className={classes['scroller']} data-dimmed={query.isPlaceholderData}>
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={query.hasNextPage ? (total ?? -1) : last + 1}
        aria-busy={query.isFetching}
        aria-multiselectable={selection ? true : undefined}
        onKeyDown={onKeyDown}
      >
        <ListHead columns={columns} sort={sort} onSort={onSort} />
        <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start }) => (
            <ListRow
              key={index}
              index={index}
              top={start}
              row={rows[index - offset]}
              columns={columns}
              rowKey={rowKey}
              onOpen={onOpen}
              selection={selection}
              isFocusable={index === focusable}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Reads on where the end of what is in memory comes into sight, at either end. */
function useReading<Row>({ query, rows, offset }: Records<Row>, firstShown: number, lastShown: number): void {
  const { hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage, isError } = query;
  useEffect(() => {
    if (isFetching || isError) return;
    if (hasNextPage && lastShown >= offset + rows.length - rowsAhead) void fetchNextPage();
    else if (hasPreviousPage && firstShown < offset + rowsAhead) void fetchPreviousPage();
  }, [
    isFetching,
    isError,
    hasNextPage,
    hasPreviousPage,
    fetchNextPage,
    fetchPreviousPage,
    firstShown,
    lastShown,
    offset,
    rows.length,
  ]);
}

interface ListRowProps<Row> extends Pick<RecordListProps<Row>, 'columns' | 'rowKey' | 'onOpen' | 'selection'> {
  index: number;
  top: number;
  /** Undefined while its page is read. */
  row: Row | undefined;
  isFocusable: boolean;
}

function ListRow<Row>({ index, top, row, columns, rowKey, onOpen, selection, isFocusable }: ListRowProps<Row>) {
  const place: CSSProperties = { transform: `translateY(${top}px)`, ...trackStyle(columns) };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!row || event.target !== event.currentTarget) return;
    if (event.key === 'Enter') onOpen?.(row);
    if (event.key !== ' ' || !selection) return;
    event.preventDefault();
    selection.toggle(row);
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={row && selection ? selection.has(row) : undefined}
      data-row={index}
      data-key={row && rowKey(row)}
      data-opens={onOpen !== undefined}
      tabIndex={isFocusable ? 0 : -1}
      className={classes['row']}
      style={place}
      onClick={(event) => row && !isControl(event.target) && onOpen?.(row)}
      onKeyDown={onKeyDown}
    >
      {columns.map(({ key, cell, align, wideOnly }) => (
        <div key={key} role="gridcell" className={classes['cell']} data-align={align} data-wide-only={wideOnly}>
          {row ? cell(row) : <Skeleton height={12} width="60%" />}
        </div>
      ))}
    </div>
  );
}

/** Links, buttons and checkboxes of a row do what they do, and do not open the row as well. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

function ListSkeleton({ reason }: { reason: Error | null }) {
  return (
    <Waiting reason={reason}>
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={index} height={24} mb={16} width={`${100 - ((index * 13) % 30)}%`} />
      ))}
    </Waiting>
  );
}
