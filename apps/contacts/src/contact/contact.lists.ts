import { Injectable } from '@nestjs/common';
import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import {
  countContacts,
  listPage,
  searchByTrigram,
  searchInWindow,
  searchWindows,
  type ListShape,
} from './contact-list.sql';
import { toView, type StoredContact } from './contact-view';
import { containing } from './like-pattern';

interface Hits {
  rows: StoredContact[];
  /** How many contacts match. */
  total: number;
}
type HitRow = { seen: number; hits: number } & (StoredContact | { [K in keyof StoredContact]: null });

/** `GET /contacts`: pages by keyset, whose cost does not grow with the project or the depth of the page. */
@Injectable()
export class ContactLists {
  constructor(private readonly db: Db) {}

  /**
   * One page. `total` is exact, except where a search has many matches in a large project: then it is projected from the
   * newest contacts, because counting would cost more than the page.
   * @throws AppError 400 for a cursor that this list did not make.
   */
  async list(query: ListContactsAsk): Promise<Page<ContactView>> {
    const { projectId, subscribed, limit } = query;
    const dir = query.dir ?? (query.sort === 'email' ? 'asc' : 'desc');
    const key = query.cursor === undefined ? undefined : cursorKey(query.cursor, query.sort);
    const shape: ListShape = { sort: query.sort, dir, subscribed: subscribed !== undefined, cursor: key !== undefined };
    const values = [projectId, subscribed ?? null, key ?? null, limit + 1];
    const { rows, total } = query.search?.trim()
      ? await this.search(shape, values, query.search)
      : await this.page(shape, values, query);
    const data = rows.slice(0, limit);
    const last = data.at(-1);
    const hasMore = rows.length > limit;
    return {
      data: data.map(toView),
      ...(hasMore && last ? { cursor: encodeCursor([query.sort, query.sort === 'email' ? last.email : last.id]) } : {}),
      hasMore,
      total: key === undefined ? total : 0,
    };
  }

  private async page(shape: ListShape, values: unknown[], query: ListContactsAsk): Promise<Hits> {
    const total = shape.cursor ? 0 : await this.count(query.projectId, query.subscribed);
    return { rows: await this.db.query<StoredContact & Record<string, unknown>>(listPage(shape), values), total };
  }

  /** Frequent texts fill a page from the next few thousand contacts, rare ones are found by the index. */
  private async search(shape: ListShape, values: unknown[], text: string): Promise<Hits> {
    const all = [...values, containing(text)];
    for (const window of searchWindows) {
      const found = await this.db.query<HitRow>(searchInWindow(shape, window), all);
      const { seen, hits } = found[0] as HitRow;
      if (seen < window) return { rows: contactsOf(found), total: hits };
      if (hits === 0) break;
      if (hits < Number(values[3])) continue;
      const [projectId, subscribed] = values as [string, boolean | null];
      const size = shape.cursor ? 0 : await this.count(projectId, subscribed ?? undefined);
      return { rows: contactsOf(found), total: Math.round((size * hits) / seen) };
    }
    const rare = await this.db.query<HitRow>(searchByTrigram(shape), all);
    return { rows: contactsOf(rare), total: rare[0]?.hits ?? 0 };
  }

  private async count(projectId: string, subscribed: boolean | undefined): Promise<number> {
    const [row] = await this.db.query<{ all: number; subscribed: number }>(countContacts, [projectId]);
    const { all, subscribed: yes } = row ?? { all: 0, subscribed: 0 };
    return subscribed === undefined ? all : subscribed ? yes : all - yes;
  }
}

const contactsOf = (rows: HitRow[]): StoredContact[] =>
  rows.filter((row): row is HitRow & StoredContact => row.id !== null);

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
