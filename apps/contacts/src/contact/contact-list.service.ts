import { Injectable } from '@nestjs/common';
import { KeyedSemaphore } from '@waybill/concurrency/semaphore';
import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { errorCode } from '@waybill/database/database-errors';
import { Db } from '@waybill/database/db';
import { countContacts, listContacts, type ListOrder } from './contact-list.sql';
import { toView, type StoredContact } from './contact-view';
import { escapeLike } from './like-pattern';

/** More lists of one project at once take longer together than one after the other, and take the connections of others. */
const perProject = {
  capacity: 3,
  maxWaiting: 200,
  tooMany: 'Too many lists of contacts of this project are being read',
};
/** Matches of a search are counted up to this number. */
export const maxCountedMatches = 10_000;
const listTimeoutMs = 500;
const queryCanceled = '57014';

type Row = StoredContact & Record<string, unknown> & { matches: number };

/** `GET /contacts`: pages by keyset, whose cost does not grow with the depth of the page. */
@Injectable()
export class ContactListService {
  private readonly reads = new KeyedSemaphore(perProject);

  constructor(private readonly db: Db) {}

  /**
   * One page. On the first page `total` is the number of contacts, or of the matches of a search up to 10,000; later it is 0.
   * @throws AppError 400 for a cursor that this list did not make; 503 when a search takes longer than 500 ms, or when too many
   * lists of the project wait.
   */
  async list(query: ListContactsAsk): Promise<Page<ContactView>> {
    const { projectId, sort, limit, cursor } = query;
    const order: ListOrder = { sort, dir: query.dir ?? (sort === 'email' ? 'asc' : 'desc') };
    const after = cursor === undefined ? null : cursorKey(cursor, sort);
    const search = query.search?.trim().toLowerCase() || null;
    return this.reads.run(projectId, async () => {
      const [rows, size] = await Promise.all([
        this.rows(query, order, after, search),
        search === null && after === null ? this.size(query) : 0,
      ]);
      const data = rows.slice(0, limit).map(toView);
      const last = rows[limit - 1];
      const hasMore = rows.length > limit && last !== undefined;
      const total = after !== null ? 0 : search === null ? size : (rows[0]?.matches ?? 0);
      const next = hasMore ? { cursor: encodeCursor([sort, sort === 'email' ? last.email : last.id]) } : {};
      return { data, ...next, hasMore, total };
    });
  }

  /** Up to `limit + 1` contacts: the last one shows that another page follows. */
  private async rows(
    { projectId, subscribed, limit }: ListContactsAsk,
    order: ListOrder,
    after: string | null,
    search: string | null,
  ): Promise<Row[]> {
    const kind = search === null ? 'none' : isPair(search) ? 'pair' : 'text';
    const counted = search !== null && after === null ? maxCountedMatches : limit + 1;
    const asked = search === null ? null : askedOfIndex(search);
    const whole = asked === search ? null : search;
    const text = asked === null ? null : escapeLike(asked);
    const values = [projectId, subscribed ?? null, after, limit + 1, counted, text, whole];
    try {
      return await this.db.transaction(async (tx) => {
        const [, rows] = await Promise.all([
          tx.query(`SET LOCAL statement_timeout = ${listTimeoutMs}`),
          tx.query<Row>(listContacts(order, kind), values),
        ]);
        return rows;
      });
    } catch (error) {
      if (errorCode(error) !== queryCanceled) throw error;
      const advice = 'Search for a longer part of the address.';
      throw new AppError('SERVICE_UNAVAILABLE', 'The search took longer than 500 ms', undefined, advice);
    }
  }

  private async size({ projectId, subscribed }: ListContactsAsk): Promise<number> {
    const [row] = await this.db.query<{ all: number; subscribed: number }>(countContacts, [projectId]);
    const { all, subscribed: yes } = row ?? { all: 0, subscribed: 0 };
    return subscribed === undefined ? all : subscribed ? yes : all - yes;
  }
}

/**
 * The part of a text that the index is asked for: all of it, or what stands before the @. Domains repeat, and the index takes as
 * long as their parts are frequent.
 */
function askedOfIndex(text: string): string {
  const end = text.indexOf('@') + 1;
  return end > 3 ? text.slice(0, end) : text;
}

const isPair = (text: string): boolean => /^[a-z0-9]{2}$/.test(text);

function cursorKey(cursor: string, sort: string): string {
  const [made, key] = decodeCursor(cursor, 2);
  const fits = made === sort && typeof key === 'string' && (sort === 'email' ? !key.includes('\0') : isUuid(key));
  if (fits) return key;
  const advice = 'Keep sort as it was on the first page.';
  throw new AppError('BAD_REQUEST', 'The cursor is not of this list', undefined, advice);
}
