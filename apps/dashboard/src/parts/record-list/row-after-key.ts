/** Rows that a page key moves. */
const pageOfRows = 10;

/** The row that gets the focus after a key; null for a key that moves nothing. */
export function rowAfterKey(key: string, row: number, { first, last }: { first: number; last: number }): number | null {
  const moves: Record<string, number> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + pageOfRows,
    PageUp: row - pageOfRows,
    Home: first,
    End: last,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined ? null : Math.min(Math.max(next, first), last);
}
