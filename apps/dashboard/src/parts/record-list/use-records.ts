import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { firstPlace, pagesKept, placeAfter, windowOf, type Place, type RecordPage, type Window } from './pages';

/** A long list: what is in memory, and how to read on in both directions. */
export interface Records<Row> extends Window<Row> {
  query: UseInfiniteQueryResult<InfiniteData<RecordPage<Row>, Place>>;
  /** Rows of the whole list as its first page counted them; null before it is read or where it is no longer kept. */
  total: number | null;
}

/**
 * Reads a cursor list. `key` begins with the project's id and holds every filter; `read` asks for one page of 100 behind a
 * cursor. Rows of the filter before stay until the new ones are there.
 */
export function useRecords<Row>(
  key: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<RecordPage<Row>>,
): Records<Row> {
  const query = useInfiniteQuery<RecordPage<Row>, Error, InfiniteData<RecordPage<Row>, Place>, QueryKey, Place>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam.cursor, signal),
    initialPageParam: firstPlace,
    getNextPageParam: (page, _pages, place) => placeAfter(page, place),
    getPreviousPageParam: (_page, _pages, place) => place.before,
    maxPages: pagesKept,
    placeholderData: keepPreviousData,
  });
  const { pages = [], pageParams = [] } = query.data ?? {};
  const first = pageParams[0]?.index === 0 ? pages[0]?.total : undefined;
  return { ...windowOf(pages, pageParams), query, total: first ?? null };
}
