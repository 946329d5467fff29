import type { Statement } from '@waybill/database/db';
import type { PageRow } from './contact-page';
import { viewLine } from './contact-view';

/** The order and the filters of a list; every text here is chosen by us, values travel as parameters. */
export interface ListShape {
  sort: 'createdAt' | 'email';
  dir: 'asc' | 'desc';
  /** Is there a filter on the subscription, a cursor? */
  subscribed: boolean;
  cursor: boolean;
}

// Ids are UUIDv7 made when the contact was: their order is the order of making, and the primary key serves it.
const sortColumn = { createdAt: 'id', email: 'email' } as const;
const sortType = { createdAt: 'uuid', email: 'text' } as const;

const ofSubscription = ({ subscribed }: ListShape): string => (subscribed ? 'c.subscribed = $2' : '$2::bool IS NULL');
const afterCursor = ({ sort, dir, cursor }: ListShape): string =>
  cursor ? `c.${sortColumn[sort]} ${dir === 'asc' ? '>' : '<'} $3::${sortType[sort]}` : '$3::text IS NULL';
const rest = (shape: ListShape): string =>
  `c.project_id = $1 AND ${ofSubscription(shape)} AND ${afterCursor(shape)} ORDER BY ${order(shape, 'c')}`;
const order = (shape: ListShape, alias: string): string =>
  `${alias}.${sortColumn[shape.sort]} ${shape.dir.toUpperCase()}`;

const nameOf = ({ sort, dir, subscribed, cursor }: ListShape): string => `${sort}_${dir}_${subscribed}_${cursor}`;

/** How many contacts `($1 project)` has, all and subscribed ones, without counting them. */
export const countContacts = `
  SELECT coalesce(sum(contacts) FILTER (WHERE type = 'contact'), 0)::int AS "all",
         coalesce(sum(contacts) FILTER (WHERE type = 'subscribed'), 0)::int AS "subscribedAll"
  FROM (
    SELECT type, contacts FROM contacts.stat WHERE project_id = $1 AND field = ''
    UNION ALL SELECT type, contacts FROM contacts.stat_delta WHERE project_id = $1 AND field = ''
  ) AS counted`;
const counts = (shape: ListShape): string =>
  shape.cursor ? 'SELECT NULL::int AS "all", NULL::int AS "subscribedAll"' : countContacts;

/** The contacts that a sorted `query` selects, as {@link PageRow.lines}. */
const linesOf = (query: string): string => `SELECT string_agg(${viewLine}, E'\\n') AS lines FROM (${query}) AS c`;

/** Pages are read a little longer than asked, in three sizes, so that few statements have to be kept prepared. */
const pageSizes = [21, 51, 101];

/**
 * One page with at least `limit` rows where there are so many: `($1 project, $2 subscribed, $3 cursor)`. Prepared, with
 * the limit in its text: planning takes longer than reading the page, and a limit that is a parameter is planned each time.
 */
export function listPage(shape: ListShape, limit: number): Statement {
  const size = pageSizes.find((each) => each >= limit) ?? limit;
  return {
    name: `contacts_list_${nameOf(shape)}_${size}`,
    text: `
      SELECT n.*, p.* FROM (${counts(shape)}) AS n
      CROSS JOIN (${linesOf(`SELECT * FROM contacts.contact c WHERE ${rest(shape)} LIMIT ${size}`)}) AS p`,
  };
}

/** What a search by walking answers, in its only row. */
export interface SearchRow extends PageRow {
  /** How many contacts were looked at, and how many of them match. */
  seen: number;
  hits: number;
  /** Key of the last contact looked at, where the page is not full and there are more to look at. */
  lastSeen: string | null;
}

/**
 * The matches among the next `window` contacts of the list: `($1 project, $2 subscribed, $3 cursor, $4 limit, $5 pattern)`.
 * Only the index is read for those that do not match.
 */
export const searchInWindow = (shape: ListShape, window: number): Statement => {
  const key = sortColumn[shape.sort];
  return {
    name: `contacts_search_${nameOf(shape)}_${window}`,
    text: `
      WITH n AS (
        SELECT count(*)::int AS seen, count(*) FILTER (WHERE hit)::int AS hits,
          (array_agg(${key}) FILTER (WHERE hit))[1:$4] AS keys, (array_agg(${key}))[${window}]::text AS last
        FROM (
          SELECT c.${key}, c.email LIKE $5 AS hit FROM contacts.contact c WHERE ${rest(shape)} LIMIT ${window}
        ) AS looked_at
      )
      SELECT n.seen, n.hits, t.*, p.*, CASE WHEN n.hits < $4 THEN n.last END AS "lastSeen"
      FROM n CROSS JOIN (${counts(shape)}) AS t
      CROSS JOIN LATERAL (${linesOf(`
        SELECT * FROM contacts.contact c WHERE c.project_id = $1 AND c.${key} = ANY (n.keys) ORDER BY ${order(shape, 'c')}
      `)}) AS p`,
  };
};

/** A project as a search sees it before it chooses its way. */
export interface SearchSample {
  /** Addresses of the newest contacts, one to a line. */
  addresses: string | null;
  /** How many contacts the project has. */
  size: number;
  /** How many all projects have, as the database last counted; negative before it did. */
  everyone: number;
}

/** The {@link SearchSample} of `($1 project)`. */
export const searchSample: Statement = {
  name: 'contacts_search_sample',
  text: `
    SELECT (SELECT string_agg(email, E'\\n') FROM (
        SELECT email FROM contacts.contact WHERE project_id = $1 ORDER BY id DESC LIMIT 300
      ) AS newest) AS addresses, n."all" AS size,
      (SELECT reltuples FROM pg_class WHERE oid = 'contacts.contact'::regclass) AS everyone
    FROM (${countContacts}) AS n`,
};

/** How many contacts a search by trigrams compares at most; a text with so many candidates is too frequent for it. */
export const mostCandidates = 5_000;

/** What a search by trigrams answers, in its only row. */
export interface TrigramRow extends Pick<PageRow, 'lines'> {
  /** How many contacts the index found: of {@link mostCandidates} there may be more, and the answer is of no use. */
  candidates: number;
  /** How many of them match, on all pages. */
  hits: number;
}

/**
 * The matches of a rare text: `($1 project, $2 subscribed, $3 cursor, $4 limit, $5 pattern, $6... patterns of its parts)`.
 * The index finds the contacts with all `parts`, of all projects unless `ownKey` has it look for the project too.
 */
export function searchByTrigram(shape: ListShape, parts: number, ownKey: boolean): Statement {
  const key = sortColumn[shape.sort];
  const likes = Array.from({ length: parts }, (_, n) => `c.email LIKE $${6 + n}`).join(' AND ');
  // No index serves the second form.
  const ofProject = ownKey ? 'c.project_id = $1' : 'c.project_id IS NOT DISTINCT FROM $1';
  return {
    name: `contacts_trigram_${nameOf(shape)}_${parts}_${ownKey}`,
    text: `
      WITH candidate AS MATERIALIZED (
        SELECT c.id, c.email, c.subscribed FROM contacts.contact c WHERE ${ofProject} AND ${likes} LIMIT ${mostCandidates}
      ), hit AS MATERIALIZED (
        SELECT c.${key} FROM candidate c WHERE c.email LIKE $5 AND ${ofSubscription(shape)}
      )
      SELECT (SELECT count(*)::int FROM candidate) AS candidates, (SELECT count(*)::int FROM hit) AS hits, p.*
      FROM (${linesOf(`
        SELECT c.* FROM (SELECT c.${key} FROM hit c WHERE ${afterCursor(shape)} ORDER BY ${order(shape, 'c')} LIMIT $4) AS k
        JOIN contacts.contact c ON c.project_id = $1 AND c.${key} = k.${key} ORDER BY ${order(shape, 'c')}
      `)}) AS p`,
  };
}
