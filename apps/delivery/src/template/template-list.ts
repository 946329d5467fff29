import { isUuid } from '@waybill/contracts/ids';
import { AppError, validationError } from '@waybill/contracts/errors';
import type { ListTemplates, TemplatePage } from '@waybill/contracts/templates/template';
import { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { toView } from './template-fields';
import type { Template } from './template.entity';

type Query = Partial<ListTemplates>;

// A UUIDv7 grows with its moment: the id is the order of making.
const columns = { createdAt: 't.id', updatedAt: 't.updatedAt', name: 't.name' } as const;
const values = {
  createdAt: (template: Template) => template.id,
  updatedAt: (template: Template) => template.updatedAt.toISOString(),
  name: (template: Template) => template.name,
};

/** Bytes of the bodies of one page. */
const largestPage = 8 * 1024 * 1024;
const largePageBytes = 256 * 1024;

/**
 * One page of a project's templates, by cursor or by number. The count is exact: a project has
 * few templates.
 * @throws 400 for a cursor that is not one of this order; 422 `limit` (or `pageSize`) for a page of more than 8 MB.
 */
export async function listTemplates(
  repository: Repository<Template>,
  projectId: string,
  query: Query,
): Promise<TemplatePage | LargeAnswer<TemplatePage>> {
  const pageSize = query.pageSize ?? query.limit ?? 20;
  const sort = query.sort ?? 'createdAt';
  const direction = (query.dir ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 'ASC' : 'DESC';
  const select = matching(repository, projectId, query);
  const total = await select.getCount();
  const page = place(select, query, sort, direction, pageSize);
  select
    .orderBy(columns[sort], direction)
    .addOrderBy('t.id', direction)
    .limit(pageSize + 1);
  const bytes = await bytesOf(select, pageSize);
  if (bytes > largestPage) throw pageTooLarge(query);
  const read = async (): Promise<TemplatePage> => {
    const rows = await select.getMany();
    const shown = rows.slice(0, pageSize);
    const hasMore = rows.length > pageSize;
    const last = shown.at(-1);
    return {
      templates: shown.map(toView),
      total,
      page,
      pageSize,
      totalPages: Math.ceil(total / pageSize),
      cursor: hasMore && last ? encodeCursor([values[sort](last), last.id, page + 1]) : undefined,
      hasMore,
    };
  };
  return bytes > largePageBytes ? new LargeAnswer(bytes, read) : read();
}

/** Of the bodies on a page, which need not be read for that. */
async function bytesOf(select: SelectQueryBuilder<Template>, pageSize: number): Promise<number> {
  const sizes = await select
    .clone()
    .select(
      'octet_length(t.body) + COALESCE(octet_length(t.text), 0) + COALESCE(octet_length(t.design::text), 0)',
      'bytes',
    )
    .getRawMany<{ bytes: number }>();
  return sizes.slice(0, pageSize).reduce((sum, { bytes }) => sum + bytes, 0);
}

function pageTooLarge({ pageSize }: Query): AppError {
  const field = pageSize === undefined ? 'limit' : 'pageSize';
  const message = 'is too many: the templates of this page have more than 8 MB together';
  return validationError([{ field, code: 'too_big', message }]);
}

function matching(repository: Repository<Template>, projectId: string, query: Query): SelectQueryBuilder<Template> {
  const select = repository.createQueryBuilder('t').where('t.projectId = :projectId', { projectId });
  if (query.type) select.andWhere('t.type = :type', { type: query.type });
  if (query.search) {
    const pattern = `%${query.search.replace(/[\\%_]/g, '\\$&')}%`;
    select.andWhere('(t.name ILIKE :pattern OR t.description ILIKE :pattern OR t.subject ILIKE :pattern)', { pattern });
  }
  return select;
}

/** Moves the query to its page and answers the page's number. */
function place(
  select: SelectQueryBuilder<Template>,
  { cursor, page = 1 }: Query,
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
  select.andWhere(`(${columns[sort]}, t.id) ${direction === 'ASC' ? '>' : '<'} (:value, :id)`, {
    value: String(value),
    id,
  });
  return number as number;
}
