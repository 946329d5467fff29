/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Begins the next page; absent on the last one. */
  cursor?: string;
  hasMore: boolean;
  /** As far as it is known: docs/limits.md says where a count ends. */
  total: number;
}

/**
 * A list that is read page by page as it is iterated: `for await (const contact of waybill.contacts.list())`. Nothing is
 * asked before that. Each iteration begins at the first page.
 */
export class List<T> implements AsyncIterable<T> {
  constructor(private readonly read: (cursor: string | undefined) => Promise<Page<T>>) {}

  /** One page: the first, or the one that `cursor` begins. */
  page(cursor?: string): Promise<Page<T>> {
    return this.read(cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.read(cursor);
      yield* page.data;
      cursor = page.hasMore ? page.cursor : undefined;
    } while (cursor !== undefined);
  }
}
