import { isUuid } from '@waybill/contracts/ids';
import { AppError, validationError } from '@waybill/contracts/errors';
import { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';

/** A row with content, of which a project has few: a template or a campaign. Its table has `body`, `text` and `design`. */
interface ContentRow extends ObjectLiteral {
  projectId: string;
  id: string;
  name: string;
  updatedAt: Date;
}

/** The rows that are listed: those with these values; `search` looks into the columns `searched`. */
export interface ContentFilter {
  where: { projectId: string } & Record<string, string | undefined>;
  searched: string[];
  /** For the message of a page that is too large. */
  plural: string;
}

export interface ContentQuery {
  page?: number;
  limit?: number;
  /** Another name of `limit`. */
  pageSize?: number;
  cursor?: string;
  sort?: keyof typeof columns;
  dir?: 'asc' | 'desc';
  search?: string;
}

/** One page: its rows, and what every list answers beside them. */
export interface ContentPage<Row> {
  rows: Row[];
  place: { total: number; page: number; pageSize: number; totalPages: number; cursor?: string; hasMore: boolean };
}

// A UUIDv7 grows with its time: the id is the order of creation.
const columns = { createdAt: 'item.id', updatedAt: 'item.updatedAt', name: 'item.name' } as const;
const values = {
  createdAt: (row: ContentRow) => row.id,
  updatedAt: (row: ContentRow) => row.updatedAt.toISOString(),
  name: (row: ContentRow) => row.name,
};

/** Bytes of the content of one page. */
const maxPageBytes = 8 * 1024 * 1024;
const largePageBytes = 256 * 1024;

/**
 * One page of the rows of a project, by cursor or by number, as `toAnswer` makes it of them. The count is exact. The rows of a
 * large page are read when the process has memory for them.
 * @throws 400 for a cursor that is not one of this order; 422 `limit` (or `pageSize`) for a page of more than 8 MB.
 */
export async function listContents<Row extends ContentRow, Answer>(
  repository: Repository<Row>,
  filter: ContentFilter,
  query: ContentQuery,
  toAnswer: (page: ContentPage<Row>) => Answer | Promise<Answer>,
): Promise<Answer | LargeAnswer<Answer>> {
  const pageSize = query.pageSize ?? query.limit ?? 20;
  const sort = query.sort ?? 'createdAt';
  const direction = (query.dir ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 'ASC' : 'DESC';
  const select = matching(repository, filter, query.search);
  const total = await select.getCount();
  const page = place(select, query, sort, direction, pageSize);
  select
    .orderBy(columns[sort], direction)
    .addOrderBy('item.id', direction)
    .limit(pageSize + 1);
  const bytes = await bytesOf(select, pageSize);
  if (bytes > maxPageBytes) throw pageTooLarge(query, filter.plural);
  const read = async (): Promise<Answer> => {
    const rows = await select.getMany();
    const hasMore = rows.length > pageSize;
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    const cursor = hasMore && last ? encodeCursor([values[sort](last), last.id, page + 1]) : undefined;
    const totalPages = Math.ceil(total / pageSize);
    return toAnswer({ rows: shown, place: { total, page, pageSize, totalPages, cursor, hasMore } });
  };
  return bytes > largePageBytes ? new LargeAnswer(bytes, read) : read();
}

/** Of the content on a page, which need not be read for that. */
async function bytesOf<Row extends ContentRow>(select: SelectQueryBuilder<Row>, pageSize: number): Promise<number> {
  const sizes = await select
    .clone()
    .select(
      'octet_length(item.body) + COALESCE(octet_length(item.text), 0) + COALESCE(octet_length(item.design::text), 0)',
      'bytes',
    )
    .getRawMany<{ bytes: number }>();
  return sizes.slice(0, pageSize).reduce((sum, { bytes }) => sum + bytes, 0);
}

function pageTooLarge({ pageSize }: ContentQuery, plural: string): AppError {
  const field = pageSize === undefined ? 'limit' : 'pageSize';
  const message = `${field} is too large: the ${plural} of this page have more than 8 MB together`;
  return validationError([{ field, code: 'too_big', message }]);
}

function matching<Row extends ContentRow>(
  repository: Repository<Row>,
  { where, searched }: ContentFilter,
  search: string | undefined,
): SelectQueryBuilder<Row> {
  const select = repository.createQueryBuilder('item');
  for (const [field, value] of Object.entries(where))
    if (value !== undefined) select.andWhere(`item.${field} = :${field}`, { [field]: value });
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    select.andWhere(`(${searched.map((field) => `item.${field} ILIKE :pattern`).join(' OR ')})`, { pattern });
  }
  return select;
}

/** Moves the query to its page; returns the page's number. */
function place<Row extends ContentRow>(
  select: SelectQueryBuilder<Row>,
  { cursor, page = 1 }: ContentQuery,
  sort: keyof typeof columns,
  direction: 'ASC' | 'DESC',
  pageSize: number,
): number {
  if (cursor === undefined) {
    select.offset((page - 1) * pageSize);
    return page;
  }
  const [value, id, number] = decodeCursor(cursor, 3);
  const readable = sort === 'updatedAt' ? !Number.isNaN(Date.parse(String(value))) : sort === 'name' || isUuid(value);
  if (!readable || !isUuid(id) || !Number.isInteger(number))
    throw new AppError('BAD_REQUEST', 'The cursor is not valid');
  select.andWhere(`(${columns[sort]}, item.id) ${direction === 'ASC' ? '>' : '<'} (:value, :id)`, {
    value: String(value),
    id,
  });
  return number as number;
}
