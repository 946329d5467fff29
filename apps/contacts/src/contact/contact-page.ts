/** What every statement of a list answers, in its only row. */
export interface PageRow {
  /** The contacts of the page as lines of `viewLine`, one more than it holds where there are so many; null for none. */
  lines: string | null;
  /** How many contacts the project has, all and subscribed ones. Null on later pages. */
  all: number | null;
  subscribedAll: number | null;
}

/** What a list found for a page. */
export interface Found {
  /** At least one more than the page holds, where there are so many. */
  lines: string[];
  /** How many contacts match; of no meaning on later pages. */
  total: number;
  /** Where the next page begins although this one is not full: the key of the last contact looked at. */
  lastSeen?: string | null;
}

export const linesOf = ({ lines }: Pick<PageRow, 'lines'>): string[] => lines?.split('\n') ?? [];

/** How many contacts a list without a search has. */
export function totalOf(row: Pick<PageRow, 'all' | 'subscribedAll'>, subscribed: boolean | undefined): number {
  const { all, subscribedAll: yes } = { all: row.all ?? 0, subscribedAll: row.subscribedAll ?? 0 };
  return subscribed === undefined ? all : subscribed ? yes : all - yes;
}
