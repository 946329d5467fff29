/** How a search goes on when its first look has not filled the page. */
export type SearchPlan =
  /** The index finds the contacts that have all these parts of the text. */
  | { trigrams: string[] }
  /** The next contacts of the list are looked at, so many. */
  | { walk: number };

/** What the first look found. */
export interface FirstLook {
  /** The text searched for, trimmed and in lower case. */
  text: string;
  /** Contacts looked at, and how many of them match. */
  seen: number;
  hits: number;
  /** Matches that fill the page. */
  limit: number;
  /** Contacts of the project. */
  size: number;
  /** Addresses of contacts of the project. */
  sample: string[];
}

/** The most contacts that one page looks at: a search whose page needs more answers a shorter page and a cursor. */
export const longestWalk = 10_000;
/** Few lengths, so that few statements have to be kept prepared. */
const walks = [1_000, 2_000, 5_000, longestWalk];
/** Matches in the whole project up to which the index is quicker than a walk. */
const fewMatches = 1_000;
/** A part that a larger share of the addresses has costs more than it spares. */
const frequentShare = 0.05;
const mostParts = 4;

/**
 * Reading the index costs as much as its most frequent part is found, so only rare parts are looked up; whether a contact
 * with all of them has the whole text is seen at the contact. A text without a rare part is frequent or is not there; the
 * list is then walked through, a bounded number of contacts for each page.
 */
export function planSearch({ text, seen, hits, limit, size, sample }: FirstLook): SearchPlan {
  const matches = (size * hits) / seen;
  const parts = matches > fewMatches ? [] : rareParts(text, sample);
  if (parts.length > 0) return { trigrams: parts };
  const needed = hits === 0 ? longestWalk : (2 * limit * seen) / hits;
  return { walk: walks.find((walk) => walk >= needed) ?? longestWalk };
}

/** What the index knows: three letters or digits in a row, or two at the end of a word, which any other character ends. */
const indexed = /(?=([a-z0-9]{3}|[a-z0-9]{2}[!-~]))/g;
const endOfWord = /[^a-z0-9]$/;

/** The rarest parts of the text, by a sample of the addresses. */
export function rareParts(text: string, sample: string[]): string[] {
  const parts = new Set(Array.from(text.matchAll(indexed), ([, part]) => part as string));
  const counted = [...parts].map((part) => ({ part, count: countWith(part, sample) }));
  return counted
    .filter(({ count }) => count <= sample.length * frequentShare)
    .sort((one, other) => one.count - other.count)
    .slice(0, mostParts)
    .map(({ part }) => part);
}

/** How many addresses the index would answer: it does not tell one end of a word from another. */
function countWith(part: string, sample: string[]): number {
  if (!endOfWord.test(part)) return sample.filter((email) => email.includes(part)).length;
  const wordEnd = new RegExp(`${part.slice(0, 2)}(?![a-z0-9])`);
  return sample.filter((email) => wordEnd.test(email)).length;
}
