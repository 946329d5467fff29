const pattern =
  /^(?!0000)(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d+))?)?(?:Z|([+-])(0\d|1[0-4]):?([0-5]\d))?)?$/;

export const dayMs = 86_400_000;

/**
 * Milliseconds of an ISO 8601 date, with or without a time; UTC unless it names an offset, cut to milliseconds. Null for
 * any other text. `app.iso_time` is the same in SQL.
 */
export function isoTime(text: string): number | null {
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = pattern.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(0);
  date.setUTCFullYear(+year, +month! - 1, +day!);
  if (date.getUTCDate() !== +day!) return null;
  const ms = Math.trunc(+`0.${fraction?.slice(0, 3) ?? 0}` * 1_000 + 0.5);
  date.setUTCHours(+(hour ?? 0), +(minute ?? 0), +(second ?? 0), ms);
  const offset = (+(offsetHour ?? 0) * 60 + +(offsetMinute ?? 0)) * 60_000;
  return date.getTime() - (sign === '-' ? -offset : offset);
}

/** The UTC day of a moment: its first millisecond, and the one of the next day. */
export function utcDayOf(ms: number): [from: number, to: number] {
  const from = Math.floor(ms / dayMs) * dayMs;
  return [from, from + dayMs];
}
