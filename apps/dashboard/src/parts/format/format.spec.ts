import {
  changeInPercent,
  formatBytes,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShort,
  formatSpan,
  wordsOf,
} from './format';

const now = Date.UTC(2026, 4, 1, 12);
const ago = (seconds: number): string => formatRelative(now - seconds * 1_000, now);

describe('numbers and moments in English', () => {
  it.each([
    [formatNumber(48_211), '48,211'],
    [formatShort(1_234_567), '1.2M'],
    [formatPercent(12.345), '12.3 %'],
    [formatMoney(1_999, 'eur'), '€19.99'],
    [formatBytes(999), '999 bytes'],
    [formatBytes(102_400), '102.4 kB'],
    [wordsOf('MARKETING_ONLY'), 'Marketing only'],
    [formatSpan(45), '45 seconds'],
    [formatSpan(90), '90 seconds'],
    [formatSpan(3_600), '1 hour'],
    [formatSpan(36 * 3_600), '36 hours'],
    [formatSpan(86_400), '1 day'],
  ])('are written as %s', (written, expected) => {
    expect(written).toBe(expected);
  });

  it.each([
    [3, 'now'],
    [42, '42 seconds ago'],
    [60, '1 minute ago'],
    [59 * 60, '59 minutes ago'],
    [3 * 3_600, '3 hours ago'],
    [30 * 3_600, 'yesterday'],
    [-2 * 86_400, 'in 2 days'],
    [400 * 86_400, 'last year'],
  ])('place a moment of %d seconds ago as %s', (seconds, words) => {
    expect(ago(seconds)).toBe(words);
  });

  it('compare two figures, unless there was nothing before', () => {
    expect(changeInPercent(200, 250)).toBe(25);
    expect(changeInPercent(0, 250)).toBeNull();
  });
});
