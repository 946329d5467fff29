import { idTime } from '@waybill/database/ids';

/** What a search knows of a project before it chooses its way; only its speed hangs on it. */
export class AddressSample {
  /** How many addresses there are. */
  readonly seen: number;
  /** How many of them have each part that the index knows. */
  private readonly counts = new Map<string, number>();
  /** The addresses, one to a line. */
  private readonly lines: string;

  /**
   * `ids` are those of contacts from everywhere in the project, in ascending order; `size` is how many contacts the project
   * has, `everyone` how many all projects have, as the database last counted; negative before it did.
   */
  constructor(
    addresses: string[],
    readonly ids: string[],
    readonly size: number,
    readonly everyone: number,
  ) {
    this.seen = addresses.length;
    this.lines = `${addresses.join('\n')}\n`;
    for (const address of addresses) {
      for (const part of new Set(partsOf(address))) this.counts.set(part, (this.counts.get(part) ?? 0) + 1);
    }
  }

  /** How many of the addresses contain the text. */
  matches(text: string): number {
    let found = 0;
    // One long text is looked through many times faster than thousands of short ones.
    for (let at = this.lines.indexOf(text); at >= 0; found++)
      at = this.lines.indexOf(text, this.lines.indexOf('\n', at));
    return found;
  }

  /** Which share of the addresses the index would answer for a part: see {@link partsOf}. */
  shareOf(part: string): number {
    return this.seen === 0 ? 0 : (this.counts.get(part) ?? 0) / this.seen;
  }

  /**
   * An id with about `count` contacts between it and `key`, where a list begins that goes up or down; null where the project
   * has not so many there, is too little known, or took years for them: then the index knows them by too many ages.
   */
  idBeyond(key: string | undefined, count: number, dir: 'asc' | 'desc'): string | null {
    if (this.ids.length < leastKnown) return null;
    const step = Math.ceil((count / this.size) * this.ids.length);
    const past = key === undefined ? 0 : this.ids.filter((id) => (dir === 'asc' ? id <= key : id >= key)).length;
    const end = this.ids.at(dir === 'asc' ? past + step : -1 - past - step);
    const begin = key ?? this.ids.at(dir === 'asc' ? 0 : -1);
    if (end === undefined || begin === undefined) return null;
    return Math.abs(+idTime(end) - +idTime(begin)) > longestStretch ? null : end;
  }
}

/** Three years, in milliseconds. */
const longestStretch = 3 * 365 * 86_400_000;
const leastKnown = 100;

const words = /[a-z0-9]+/g;

/** What the index knows of a text: three letters or digits in a row, and two at the end of a word, here with a space. */
export function partsOf(text: string): string[] {
  return Array.from(text.matchAll(words), ([word]) => [...triplesOf(word), `${word.slice(-2)} `]).flat();
}

const triplesOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3));

/** Words of which a text knows the end, because something follows, and the last, whose end it may not be. */
const wordOrEnd = /([a-z0-9]+)([^a-z0-9]?)/g;
/** A part that a larger share of the addresses has costs more than it spares. */
const frequentShare = 0.05;
const mostParts = 6;

/** Two letters or digits: all that the index finds without three in a row. */
export const pair = /^[a-z0-9]{2}$/;

/**
 * The piece of the text by which the index is asked, with rare parts only: reading the index costs as much as the most
 * frequent part is found. Null when nothing in the text is rare.
 */
export function rarePiece(text: string, sample: AddressSample): string | null {
  if (pair.test(text)) return sample.matches(text) <= sample.seen * frequentShare ? text : null;
  let best: { piece: string; share: number } | null = null;
  for (const [, word = '', after = ''] of text.matchAll(wordOrEnd)) {
    const parts = [...triplesOf(word), ...(after && word.length > 1 ? [`${word.slice(-2)} `] : [])];
    const shares = parts.map((part) => sample.shareOf(part));
    const share = Math.min(...shares);
    if (share > frequentShare || (best && best.share <= share)) continue;
    let [first, end] = [shares.indexOf(share), shares.indexOf(share) + 1];
    const isRare = (at: number): boolean => end - first < mostParts && (shares[at] ?? 1) <= frequentShare;
    while (isRare(end)) end++;
    while (isRare(first - 1)) first--;
    best = { piece: `${word}${after}`.slice(first, end + 2), share };
  }
  return best?.piece ?? null;
}
