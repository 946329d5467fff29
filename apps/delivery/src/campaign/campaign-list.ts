import type { ListCampaigns } from '@waybill/contracts/campaigns/campaign';
import { AppError, validationError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import type { Campaign } from './campaign.entity';

type Query = Partial<ListCampaigns>;

// A UUIDv7 grows with its time: the id is the order of creation.
const columns = { createdAt: 'c.id', updatedAt: 'c.updatedAt', name: 'c.name' } as const;
const values = {
  createdAt: (campaign: Campaign) => campaign.id,
  updatedAt: (campaign: Campaign) => campaign.updatedAt.toISOString(),
  name: (campaign: Campaign) => campaign.name,
};

/** Bytes of the bodies of one page. */
const maxPageBytes = 8 * 1024 * 1024;

export interface CampaignRows {
  rows: Campaign[];
  total: number;
  page: number;
  pageSize: number;
  cursor?: string;
  bytes: number;
}

/**
 * One page of a project's campaigns, by cursor or by number. The count is exact: a project has few campaigns.
 * @throws 400 for a cursor that is not one of this order; 422 for a page of more than 8 MB.
 */
export async function listCampaigns(
  repository: Repository<Campaign>,
  projectId: string,
  query: Query,
): Promise<CampaignRows> {
  const pageSize = query.pageSize ?? query.limit ?? 20;
  const sort = query.sort ?? 'createdAt';
  const direction = (query.dir ?? (sort === 'name' ? 'asc' : 'desc')) === 'asc' ? 'ASC' : 'DESC';
  const select = matching(repository, projectId, query);
  const total = await select.getCount();
  const page = place(select, query, sort, direction, pageSize);
  select
    .orderBy(columns[sort], direction)
    .addOrderBy('c.id', direction)
    .limit(pageSize + 1);
  const bytes = await bytesOf(select, pageSize);
  if (bytes > maxPageBytes) {
    const field = query.pageSize === undefined ? 'limit' : 'pageSize';
    const message = `${field} is too big: the campaigns of this page have more than 8 MB together`;
    throw validationError([{ field, code: 'too_big', message }]);
  }
  const rows = await select.getMany();
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const cursor = last && encodeCursor([values[sort](last), last.id, page + 1]);
  return { rows: shown, total: query.cursor === undefined ? total : 0, page, pageSize, cursor, bytes };
}

async function bytesOf(select: SelectQueryBuilder<Campaign>, pageSize: number): Promise<number> {
  const sizes = await select
    .clone()
    .select(
      'octet_length(c.body) + COALESCE(octet_length(c.text), 0) + COALESCE(octet_length(c.design::text), 0)',
      'bytes',
    )
    .getRawMany<{ bytes: number }>();
  return sizes.slice(0, pageSize).reduce((sum, { bytes }) => sum + bytes, 0);
}

function matching(repository: Repository<Campaign>, projectId: string, query: Query): SelectQueryBuilder<Campaign> {
  const select = repository.createQueryBuilder('c').where('c.projectId = :projectId', { projectId });
  if (query.status) select.andWhere('c.status = :status', { status: query.status });
  if (query.search) {
    const pattern = `%${query.search.replace(/[\\%_]/g, '\\$&')}%`;
    select.andWhere('(c.name ILIKE :pattern OR c.subject ILIKE :pattern OR c.fromAddress ILIKE :pattern)', { pattern });
  }
  return select;
}

/** Moves the query to its page and answers the page's number. */
function place(
  select: SelectQueryBuilder<Campaign>,
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
  const sign = direction === 'ASC' ? '>' : '<';
  select.andWhere(`(${columns[sort]}, c.id) ${sign} (:value, :id)`, { value: String(value), id });
  return number as number;
}
