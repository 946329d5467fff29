import { Injectable } from '@nestjs/common';
import { toContactView, type ContactRow } from '@waybill/audience/contact-row';
import type { Condition } from '@waybill/audience/condition';
import { KeyedSemaphore } from '@waybill/concurrency/semaphore';
import type { ContactView, ListContactsAsk } from '@waybill/contracts/contacts/contact';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { errorCode } from '@waybill/database/database-errors';
import { Db } from '@waybill/database/db';
import { createHash } from 'node:crypto';
import { ConditionService, matching, type CheckedCondition } from '../condition/condition.service';
import { beginSet, countContacts, listContacts, type ListOrder } from './contact-list.sql';
import { escapeLike } from './like-pattern';

/** More lists of one project at once take longer together than one after the other, and take the connections of others. */
const perProject = {
  capacity: 3,
  maxWaiting: 200,
  tooMany: 'Too many lists of contacts of this project are being read',
};
/** Matches of a search or condition are counted up to this number. */
export const maxCountedMatches = 10_000;
const searchTimeoutMs = 500;
const conditionTimeoutMs = 2_000;
const queryCanceled = '57014';

type Row = ContactRow & { matches: number; cursor: string[] };

/** Everything that decides which contacts a list has, and in which order. */
export interface ListShape extends ListOrder {
  search: string | null;
  subscribed: boolean | null;
  condition: Condition | null;
}

/** A list as it is read: what it holds, and from where. */
interface Reading {
  projectId: string;
  limit: number;
  shape: ListShape;
  checked: CheckedCondition | null;
  /** Null for the first page. */
  after: string[] | null;
}

/** `GET /contacts`: pages by keyset, whose cost does not grow with the depth of the page. */
@Injectable()
export class ContactListService {
  private readonly reads = new KeyedSemaphore(perProject);

  constructor(
    private readonly db: Db,
    private readonly conditions: ConditionService,
  ) {}

  /**
   * One page. On the first page `total` is the number of contacts, or of the matches of a search or condition up to 10,000; later
   * it is 0.
   * @throws AppError 400 for a cursor that this list did not make; 422 for a condition that cannot be used; 503 when a search takes
   * longer than 500 ms or a condition longer than two seconds, or when too many lists of the project wait.
   */
  async list(query: ListContactsAsk): Promise<Page<ContactView>> {
    const { projectId, sort, limit, cursor } = query;
    const checked = query.condition ? await this.conditions.checkText(projectId, query.condition) : null;
    const shape: ListShape = {
      sort,
      dir: query.dir ?? (sort === 'email' ? 'asc' : 'desc'),
      search: query.search?.trim().toLowerCase() || null,
      subscribed: query.subscribed ?? null,
      condition: checked?.condition ?? null,
    };
    const after = cursor === undefined ? null : valuesOf(shape, cursor);
    const isWhole = shape.search === null && checked === null;
    return this.reads.run(projectId, async () => {
      const [rows, size] = await Promise.all([
        this.rows({ projectId, limit, shape, checked, after }),
        isWhole && after === null ? this.size(query) : 0,
      ]);
      const last = rows[limit - 1];
      const hasMore = rows.length > limit && last !== undefined;
      const total = after !== null ? 0 : isWhole ? size : (rows[0]?.matches ?? 0);
      const next = hasMore ? { cursor: cursorBehind(shape, last.cursor) } : {};
      return { data: rows.slice(0, limit).map(toContactView), ...next, hasMore, total };
    });
  }

  /** Up to `limit + 1` contacts: the last one shows that another page follows. */
  private async rows({ projectId, limit, shape, checked, after }: Reading): Promise<Row[]> {
    const { search, subscribed } = shape;
    const kind = search === null ? 'none' : isPair(search) ? 'pair' : 'text';
    const isCounted = after === null && (search !== null || checked !== null);
    const asked = search === null ? null : askedOfIndex(search);
    const whole = asked === search ? null : search;
    const text = asked === null ? null : escapeLike(asked);
    const counted = isCounted ? maxCountedMatches : limit + 1;
    const values: unknown[] = [projectId, subscribed, after, limit + 1, counted, text, whole];
    try {
      return await this.db.transaction(async (tx) => {
        if (checked) {
          const [begun] = await tx.query<{ now: Date }>(beginSet, [String(conditionTimeoutMs)]);
          const predicate = matching(checked, { values, now: begun!.now });
          return tx.query<Row>(listContacts(shape, kind, predicate), values);
        }
        const [, rows] = await Promise.all([
          tx.query(`SET LOCAL statement_timeout = ${searchTimeoutMs}`),
          tx.query<Row>(listContacts(shape, kind), values),
        ]);
        return rows;
      });
    } catch (error) {
      throw errorCode(error) === queryCanceled ? tookTooLong(checked !== null) : error;
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

function tookTooLong(isCondition: boolean): AppError {
  const [message, advice] = isCondition
    ? ['The condition took longer than 2 seconds', 'Use fewer filters, or a tracked segment with this condition.']
    : ['The search took longer than 500 ms', 'Search for a longer part of the address.'];
  return new AppError('SERVICE_UNAVAILABLE', message, undefined, advice);
}

/** The cursor behind a contact, from the values that its row has for the order of the list. */
export const cursorBehind = (shape: ListShape, values: string[]): string => encodeCursor([nameOf(shape), ...values]);

/** The values of a cursor. @throws AppError 400 for one that this list did not make */
export function valuesOf(shape: ListShape, cursor: string): string[] {
  const [made, ...values] = decodeCursor(cursor, shape.sort === 'updatedAt' ? 3 : 2);
  if (made === nameOf(shape) && values.every((value) => typeof value === 'string') && fits(shape, values))
    return values;
  const advice = 'Keep sort, dir, search, subscribed and condition as they were on the first page.';
  throw new AppError('BAD_REQUEST', 'The cursor is not of this list', undefined, advice);
}

function fits({ sort }: ListShape, [first = '', second = '']: string[]): boolean {
  if (sort === 'email') return first !== '';
  return sort === 'createdAt' ? isUuid(first) : /^\d{1,16}$/.test(first) && isUuid(second);
}

/** A name of the query, the same for the same query: no secret, and no protection but against mistakes. */
function nameOf({ sort, dir, search, subscribed, condition }: ListShape): string {
  const text = JSON.stringify([sort, dir, search, subscribed, condition]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
