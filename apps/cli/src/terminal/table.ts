/** Rows of text as aligned columns; the last column is not padded. Cells hold no control characters afterwards. */
export function table(rows: (string | number | null | undefined)[][]): string[] {
  const cells = rows.map((row) => row.map((cell) => printable(String(cell ?? ''))));
  const widths: number[] = [];
  for (const row of cells) row.forEach((cell, index) => (widths[index] = Math.max(widths[index] ?? 0, cell.length)));
  return cells.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index]!)))
      .join('  ')
      .trimEnd(),
  );
}

/**
 * Text of others as a terminal may show it: an email's subject could hold sequences that move the cursor, set the title or
 * change the order of what is read.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ');

/** `+1.2 s` after another time, for times as the API writes them. */
export function after(from: string, at: string): string {
  const milliseconds = Date.parse(at) - Date.parse(from);
  if (!Number.isFinite(milliseconds)) return '';
  const seconds = milliseconds / 1000;
  if (Math.abs(seconds) < 60) return `+${seconds.toFixed(1)} s`;
  if (Math.abs(seconds) < 3600) return `+${(seconds / 60).toFixed(1)} min`;
  return `+${(seconds / 3600).toFixed(1)} h`;
}

/** `[#####     ]  50 %` for a progress from 0 to 100. */
export function bar(percent: number, width = 30): string {
  const full = Math.round((Math.min(Math.max(percent, 0), 100) / 100) * width);
  return `[${'#'.repeat(full)}${' '.repeat(width - full)}] ${String(Math.round(percent)).padStart(3)} %`;
}
