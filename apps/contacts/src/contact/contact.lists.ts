import { Injectable } from '@nestjs/common';
import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { listPage, type ListShape, type PageRow } from './contact-list.sql';
import { contactsOf, totalOf, type ContactOrNull, type Found } from './contact-page';
import { ContactSearch } from './contact.search';
import { toView } from './contact-view';

/** `GET /contacts`: pages by keyset, whose cost does not grow with the project or the depth of the page. */
@Injectable()
export class ContactLists {
  constructor(
    private readonly db: Db,
    private readonly search: ContactSearch,
  ) {}

  /**
   * One page. `total` is exact, except where a search has many matches in a large project: then it is projected, because
   * counting would cost more than the page. A search that would have to look at too many contacts answers what it has
   * found until then: a page may be short, or empty, and have a next one.
   * @throws AppError 400 for a cursor that this list did not make.
   */
  async list(query: ListContactsAsk): Promise<Page<ContactView>> {
    const { sort, subscribed, limit } = query;
    const dir = query.dir ?? (sort === 'email' ? 'asc' : 'desc');
    const key = query.cursor === undefined ? undefined : cursorKey(query.cursor, sort);
    const shape: ListShape = { sort, dir, subscribed: subscribed !== undefined, cursor: key !== undefined };
    const text = query.search?.trim().toLowerCase();
    const { rows, total, lastSeen } = text
      ? await this.search.find(shape, { ...query, key, text })
      : await this.page(shape, query, key);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const full = rows.length > limit && last ? (sort === 'email' ? last.email : last.id) : null;
    const next = full ?? lastSeen ?? null;
    return {
      data: data.map(toView),
      ...(next === null ? {} : { cursor: encodeCursor([sort, next]) }),
      hasMore: next !== null,
      total: key === undefined ? total : 0,
    };
  }

  private async page(shape: ListShape, query: ListContactsAsk, key: string | undefined): Promise<Found> {
    const { projectId, subscribed, limit } = query;
    const statement = listPage(shape, limit + 1);
    const found = await this.db.query<PageRow & ContactOrNull>(statement, [projectId, subscribed ?? null, key ?? null]);
    return { rows: contactsOf(found), total: totalOf(found[0], subscribed) };
  }
}

function cursorKey(cursor: string, sort: string): string {
  const [made, key] = decodeCursor(cursor, 2);
  const fits = made === sort && typeof key === 'string' && (sort === 'email' ? !key.includes('\0') : isUuid(key));
  if (fits) return key;
  throw new AppError(
    'BAD_REQUEST',
    'The cursor is not of this list',
    undefined,
    'Keep sort as it was on the first page.',
  );
}
