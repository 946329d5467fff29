import { viewColumns } from './contact-view';

/** The order and the filters of a list; every text here is chosen by us, values travel as parameters. */
export interface ListShape {
  sort: 'createdAt' | 'email';
  dir: 'asc' | 'desc';
  /** Is there a filter on the subscription, a cursor? */
  subscribed: boolean;
  cursor: boolean;
}

/**
 * How many contacts a search looks at one by one, first and then, before it asks the trigram index: a frequent text fills
 * its page from the first few, one that is not among them at all or does not fill its page from the second is rare enough
 * for the index.
 */
export const searchWindows = [500, 4_000] as const;

// Ids are UUIDv7 made when the contact was: their order is the order of making, and the primary key serves it.
const sortColumn = { createdAt: 'id', email: 'email' } as const;
const sortType = { createdAt: 'uuid', email: 'text' } as const;

const conditions = (shape: ListShape, { cursor }: { cursor: boolean }): string => {
  const column = sortColumn[shape.sort];
  const after = shape.dir === 'asc' ? '>' : '<';
  return [
    'c.project_id = $1',
    ...(shape.subscribed ? ['c.subscribed = $2'] : ['$2::bool IS NULL']),
    ...(cursor && shape.cursor ? [`c.${column} ${after} $3::${sortType[shape.sort]}`] : ['$3::text IS NULL']),
  ].join(' AND ');
};
const order = (shape: ListShape, alias: string): string =>
  `${alias}.${sortColumn[shape.sort]} ${shape.dir.toUpperCase()}`;

/** One page: `($1 project, $2 subscribed, $3 cursor, $4 limit)`. */
export const listPage = (shape: ListShape): string => `
  SELECT ${viewColumns} FROM contacts.contact c
  WHERE ${conditions(shape, { cursor: true })} ORDER BY ${order(shape, 'c')} LIMIT $4`;

/**
 * The matches among the next `window` contacts of the list: `($1 project, $2 subscribed, $3 cursor, $4 limit,
 * $5 pattern)`. Every row tells how many contacts were looked at and how many matched; there is one row at least.
 */
export const searchInWindow = (shape: ListShape, window: number): string => `
  WITH seen AS MATERIALIZED (
    SELECT c.id, c.email, c.email LIKE $5 AS hit FROM contacts.contact c
    WHERE ${conditions(shape, { cursor: true })} ORDER BY ${order(shape, 'c')} LIMIT ${window}
  )
  SELECT n.seen, n.hits, p.*
  FROM (SELECT count(*)::int AS seen, count(*) FILTER (WHERE hit)::int AS hits FROM seen) AS n
  LEFT JOIN LATERAL (
    SELECT ${viewColumns} FROM (SELECT s.id FROM seen s WHERE s.hit ORDER BY ${order(shape, 's')} LIMIT $4) AS k
    JOIN contacts.contact c ON c.project_id = $1 AND c.id = k.id ORDER BY ${order(shape, 'c')}
  ) AS p ON true`;

/**
 * The matches of a rare text, found by trigrams: parameters and answer as {@link searchInWindow}; `hits` counts those of
 * all pages. The first step has neither order nor limit, so that nothing tempts the planner to walk through the project.
 */
export const searchByTrigram = (shape: ListShape): string => `
  WITH hit AS MATERIALIZED (
    SELECT c.id, c.email FROM contacts.contact c
    WHERE ${conditions(shape, { cursor: false }).replace(' AND $3::text IS NULL', '')} AND c.email LIKE $5
  ), page AS (
    SELECT c.id FROM (SELECT $1::uuid AS project_id, h.* FROM hit h) AS c
    WHERE ${conditions({ ...shape, subscribed: false }, { cursor: true })} ORDER BY ${order(shape, 'c')} LIMIT $4
  )
  SELECT 0 AS seen, (SELECT count(*)::int FROM hit) AS hits, p.*
  FROM (SELECT 1) AS one
  LEFT JOIN LATERAL (
    SELECT ${viewColumns} FROM page k
    JOIN contacts.contact c ON c.project_id = $1 AND c.id = k.id ORDER BY ${order(shape, 'c')}
  ) AS p ON true`;

/** How many contacts `($1 project)` has, all and subscribed ones, without counting them. */
export const countContacts = `
  SELECT coalesce(sum(contacts) FILTER (WHERE type = 'contact'), 0)::int AS "all",
         coalesce(sum(contacts) FILTER (WHERE type = 'subscribed'), 0)::int AS subscribed
  FROM (
    SELECT type, contacts FROM contacts.stat WHERE project_id = $1 AND field = ''
    UNION ALL SELECT type, contacts FROM contacts.stat_delta WHERE project_id = $1 AND field = ''
  ) AS counted`;
