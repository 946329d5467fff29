import { rarePiece, type AddressSample } from './address-sample';

/** How a search goes on. */
export type SearchPlan =
  /** The index finds the contacts that have this piece of the text. */
  | { piece: string }
  /** The next contacts of the list are looked at, so many. */
  | { walk: number };

/** What is known of a search before it goes on. */
export interface Knowledge {
  /** The text searched for, trimmed and in lower case. */
  text: string;
  /** Contacts looked at, and how many of them match. */
  seen: number;
  hits: number;
  /** Matches that fill the page. */
  limit: number;
  sample: AddressSample;
}

/** The most contacts that one page looks at: a search whose page needs more answers a shorter page and a cursor. */
export const longestWalk = 3_000;
/** Few lengths, so that few statements have to be kept prepared. */
const walks = [50, 200, 500, 1_000, longestWalk];
/** A walk as long as this costs no more than the index. */
const shortWalk = 1_000;
/** Matches in the whole project of which the index need not be asked. */
const manyMatches = 20_000;

/**
 * Frequent texts fill a page from the next few contacts. For others the index is asked by a rare piece; whether a contact
 * that has it has the whole text is seen at the contact. A text without a rare piece is frequent or is not there; the list
 * is then walked through, a bounded number of contacts for each page.
 */
export function planSearch({ text, seen, hits, limit, sample }: Knowledge): SearchPlan {
  const needed = hits === 0 ? longestWalk : (1.3 * limit * seen) / hits;
  const walk = walks.find((each) => each >= Math.min(needed, sample.size)) ?? longestWalk;
  if (walk <= shortWalk || isFrequent({ seen, hits, sample })) return { walk };
  const piece = rarePiece(text, sample);
  return piece === null ? { walk } : { piece };
}

/** Would the index find very many? */
export const isFrequent = ({ seen, hits, sample }: Pick<Knowledge, 'seen' | 'hits' | 'sample'>): boolean =>
  (sample.size * hits) / seen > manyMatches;

/** Contacts among which the newest matches of a text are sought first that is not known to be more frequent. */
const farLook = 40_000;
/** So much of an address has few matches, which lie anywhere. */
const nearlyWhole = /[^@]{3}@/;

/** Among how many contacts of the list the index seeks first; null where it had better seek among all at once. */
export function stretchOf({ text, seen, hits, limit, sample }: Knowledge): number | null {
  if (nearlyWhole.test(text) || sample.size < 2 * farLook) return null;
  // So many matches there are at least among as many contacts: a few hits may be luck.
  const sure = hits - 1.5 * Math.sqrt(hits);
  return sure <= 0 ? farLook : Math.min(farLook, Math.ceil((1.2 * limit * seen) / sure));
}
