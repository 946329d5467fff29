import { parse } from 'tldts';

/** Endings that are typed instead of a common one. */
const endings: Record<string, string> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  comm: 'com',
  vom: 'com',
  xom: 'com',
  cpm: 'com',
  nte: 'net',
  ent: 'net',
  ner: 'net',
  ogr: 'org',
  orgg: 'org',
};

/**
 * The domain that was probably meant; null when the typed one may well be right. `common` are the most used domains, the
 * most used first; `isKnown` says of a domain that people do have addresses there.
 */
export function suggestDomain(
  domain: string,
  common: readonly string[],
  isKnown: (domain: string) => boolean,
): string | null {
  if (isKnown(domain)) return null;
  const mended = mendEnding(domain);
  if (mended && isKnown(mended)) return mended;
  const near = common.find((candidate) => differsByOneSlip(domain, candidate));
  return near ?? common.find((candidate) => mended !== null && differsByOneSlip(mended, candidate)) ?? mended;
}

/** A last label that no registry has, and that is a slip of one that every registry has. */
function mendEnding(domain: string): string | null {
  const at = domain.lastIndexOf('.');
  const ending = endings[domain.slice(at + 1)];
  return ending && !parse(domain).isIcann ? `${domain.slice(0, at + 1)}${ending}` : null;
}

/**
 * One letter wrong, missing, too many, or two neighbours swapped; the first label must have four letters, because short
 * names are all near each other.
 */
export function differsByOneSlip(typed: string, meant: string): boolean {
  if (typed === meant || meant.indexOf('.') < 4 || Math.abs(typed.length - meant.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  let end = 0;
  const most = Math.min(typed.length, meant.length) - start;
  while (end < most && typed[typed.length - 1 - end] === meant[meant.length - 1 - end]) end++;
  const [left, right] = [typed.slice(start, typed.length - end), meant.slice(start, meant.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
