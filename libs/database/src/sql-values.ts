/**
 * Ids as the text of an array parameter. They need no quotes, which the driver sets and looks for escapes in; a text that
 * is no id is refused by the server.
 */
export const uuidArray = (ids: string[]): string => `{${ids.join(',')}}`;

/**
 * The next `updated_at` of a row, in SQL: in milliseconds, as `updatedAt` is shown, and always later than the last one, so that two
 * versions of a record never show the same `updatedAt`.
 */
export const nextUpdatedAt = nextUpdatedAtOf('updated_at');

/** As {@link nextUpdatedAt}, where the column needs the name of its table. */
export function nextUpdatedAtOf(column: string): string {
  return `greatest(date_trunc('milliseconds', app.now()), date_trunc('milliseconds', ${column}) + interval '1 millisecond')`;
}
