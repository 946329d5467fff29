import type { PageRow } from './contact-list.sql';
import type { StoredContact } from './contact-view';

/** What a list found for a page. */
export interface Found {
  /** At least one more than the page holds, where there are so many. */
  rows: StoredContact[];
  /** How many contacts match; of no meaning on later pages. */
  total: number;
  /** Where the next page begins although this one is not full: the key of the last contact looked at. */
  lastSeen?: string | null;
}

/** The contact of a row, which is null throughout in the one row of an empty page. */
export type ContactOrNull = StoredContact | { [K in keyof StoredContact]: null };

export const contactsOf = <R extends ContactOrNull>(rows: R[]): StoredContact[] =>
  rows.filter((row): row is R & StoredContact => row.id !== null);

/** How many contacts a list without a search has. */
export function totalOf(row: PageRow | undefined, subscribed: boolean | undefined): number {
  const { all, subscribedAll: yes } = { all: row?.all ?? 0, subscribedAll: row?.subscribedAll ?? 0 };
  return subscribed === undefined ? all : subscribed ? yes : all - yes;
}
