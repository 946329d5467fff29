import type { CSSProperties, ReactNode } from 'react';

/** One column of a list. */
export interface Column<Row> {
  key: string;
  title: string;
  /** In the head in place of the title. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Width as a track of a CSS grid; `minmax(0, 1fr)` unless given. */
  width?: string;
  align?: 'right';
  /** Left out where the window is narrower than 768 px. */
  wideOnly?: boolean;
  /** The name under which the API sorts by this column. */
  sort?: string;
}

export interface Sort {
  by: string;
  dir: 'asc' | 'desc';
}

/** The tracks of the grid as CSS variables; in a narrow window only those of the columns that stay. */
export function trackStyle(columns: readonly { width?: string; wideOnly?: boolean }[]): CSSProperties {
  const tracks = (some: typeof columns): string => some.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ');
  const variables = { '--columns': tracks(columns), '--narrow': tracks(columns.filter(({ wideOnly }) => !wideOnly)) };
  return variables as CSSProperties;
}
