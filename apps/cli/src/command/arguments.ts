import { InvalidArgumentError } from 'commander';

/** Collects an option that may be given more than once. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** `name=value`; the value is JSON where it can be read as such, else text. */
export function pair(text: string, before: Record<string, unknown> = {}): Record<string, unknown> {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Give it as name=value.');
  return { ...before, [text.slice(0, at)]: valueOf(text.slice(at + 1)) };
}

/** A whole number above 0. */
export function count(text: string): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text) || number < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return number;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
