import { i18n } from '../../text/i18n';

/** Numbers and moments are written as in the language of the texts, in the variant of the browser where that is the same language. */
function language(): string {
  const ofBrowser = typeof navigator === 'undefined' ? '' : navigator.language;
  return ofBrowser.split('-')[0] === i18n.locale ? ofBrowser : i18n.locale;
}

/** 48211 as 48,211. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(language(), options).format(value);

/** 1234567 as 1.2M. */
export const formatShort = (value: number): string =>
  formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 });

/** A rate that the API gives in percent, with at most one decimal. */
export const formatPercent = (percent: number): string => `${formatNumber(percent, { maximumFractionDigits: 1 })} %`;

/** Bytes with the unit that keeps them below 1,000. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[step]!;
  // The short name of this unit has no plural.
  const unitDisplay = step === 0 ? 'long' : 'short';
  return formatNumber(bytes / 1_000 ** step, {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: step === 0 ? 0 : 1,
  });
}

/** An amount in minor units, for example 1999 and `eur`. */
export const formatMoney = (minor: number, currency: string): string =>
  formatNumber(minor / 100, { style: 'currency', currency: currency.toUpperCase() });

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How far a moment is from now: `3 minutes ago`, `in 2 days`, `now`. */
export function formatRelative(moment: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(moment).getTime() - now) / 1_000;
  const format = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' });
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(Math.abs(seconds) < 10 ? 0 : Math.trunc(seconds), 'second');
}

/** A length of time in its largest unit: `90 seconds`, `1 day`. */
export function formatSpan(seconds: number): string {
  const [unit, size] = steps.find(([, size]) => seconds >= 2 * size || seconds === size) ?? (['second', 1] as const);
  return formatNumber(seconds / size, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
}

/** Day and time, to the second, in the zone of the reader or in UTC. */
export const formatMoment = (moment: string | number | Date, timeZone?: string): string =>
  new Intl.DateTimeFormat(language(), {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone,
  }).format(new Date(moment));

/** The day alone. */
export const formatDay = (moment: string | number | Date): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(new Date(moment));

/** The change from one figure to the next in percent; null where there was nothing before. */
export const changeInPercent = (before: number, now: number): number | null =>
  before === 0 ? null : ((now - before) / before) * 100;

/** Words of an identifier of the API as a reader writes them: `MARKETING_ONLY` becomes `Marketing only`. */
export function wordsOf(identifier: string): string {
  const words = identifier.toLowerCase().replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
