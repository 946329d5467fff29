import { Injectable } from '@nestjs/common';
import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import { JsonText } from '@waybill/contracts/wire/json-text';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { ProjectTurns } from '@waybill/database/turns';
import { listPage, type ListShape } from './contact-list.sql';
import { linesOf, totalOf, type Found, type PageRow } from './contact-page';
import { ContactSearch } from './contact.search';
import { keyOf, viewJson } from './contact-view';
import type { QueryResultRow } from 'pg';

/**
 * Pages and searches of one project that the database is asked for at once: more take longer together than one after the
 * other, and those of one project do not take the connections of all.
 */
const atOnce = 3;
const mostWaiting = 200;

/** `GET /contacts`: pages by keyset, whose cost does not grow with the project or the depth of the page. */
@Injectable()
export class ContactLists {
  private readonly turns = new ProjectTurns(atOnce, mostWaiting, 'Too many lists of this project are asked for');

  constructor(
    private readonly db: Db,
    private readonly search: ContactSearch,
  ) {}

  /**
   * One page. `total` is exact, except where a search has many matches in a large project: then it is projected, because
   * counting would cost more than the page. A search that would have to look at too many contacts answers what it has
   * found until then: a page may be short, or empty, and have a next one.
   * @throws AppError 400 for a cursor that this list did not make; 503 when too many lists of the project wait.
   */
  async list(query: ListContactsAsk): Promise<JsonText<Page<ContactView>>> {
    const { sort, subscribed, limit } = query;
    const dir = query.dir ?? (sort === 'email' ? 'asc' : 'desc');
    const key = query.cursor === undefined ? undefined : cursorKey(query.cursor, sort);
    const shape: ListShape = { sort, dir, subscribed: subscribed !== undefined, cursor: key !== undefined };
    const text = query.search?.trim().toLowerCase();
    const { lines, total, lastSeen } = await this.turns.take(query.projectId, () =>
      text ? this.search.find(shape, { ...query, key, text }) : this.page(shape, query, key),
    );
    const data = lines.slice(0, limit);
    const last = data.at(-1);
    const next = (lines.length > limit && last ? keyOf(last, sort) : lastSeen) ?? null;
    return pageJson(data, {
      ...(next === null ? {} : { cursor: encodeCursor([sort, next]) }),
      hasMore: next !== null,
      total: key === undefined ? total : 0,
    });
  }

  private async page(shape: ListShape, query: ListContactsAsk, key: string | undefined): Promise<Found> {
    const { projectId, subscribed, limit } = query;
    const values = [projectId, subscribed ?? null, key ?? null];
    const [row] = await this.db.query<PageRow & QueryResultRow>(listPage(shape, limit + 1), values);
    return { lines: linesOf(row as PageRow), total: totalOf(row as PageRow, subscribed) };
  }
}

function pageJson(lines: string[], rest: Omit<Page<ContactView>, 'data'>): JsonText<Page<ContactView>> {
  return new JsonText(`{"data":[${lines.map(viewJson).join(',')}],${JSON.stringify(rest).slice(1)}`);
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
