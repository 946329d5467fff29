/** A list of the API, as every cursor route answers it. */
export interface RecordPage<Row> {
  data: Row[];
  cursor?: string;
  hasMore: boolean;
  /** Counted on the first page only. */
  total?: number;
}

/** Where a page begins. Each place knows the one before it, because a cursor leads forward only. */
export interface Place {
  index: number;
  cursor?: string;
  before?: Place;
}

export const firstPlace: Place = { index: 0 };
export const pageSize = 100;
/** Pages that are kept; what is scrolled past is dropped and read again on the way back. */
export const pagesKept = 10;

/** The place of the page behind this one; undefined at the end of the list. */
export const placeAfter = (page: RecordPage<unknown>, place: Place): Place | undefined =>
  page.hasMore && page.cursor ? { index: place.index + 1, cursor: page.cursor, before: place } : undefined;

/** The rows that are in memory, and which row of the whole list is the first of them. */
export interface Window<Row> {
  offset: number;
  rows: Row[];
}

/** The pages in memory as one window. */
export function windowOf<Row>(pages: readonly RecordPage<Row>[], places: readonly Place[]): Window<Row> {
  return { offset: (places[0]?.index ?? 0) * pageSize, rows: pages.flatMap(({ data }) => data) };
}
