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

/** What is read for an `AddressSample`. */
export interface SampleRow {
  /** Addresses of the newest contacts, one to a line; null for none. */
  newest: string | null;
  /** Id and address, parted by a tab, of contacts from all over the table, one to a line and in the order of ids. */
  anywhere: string | null;
  /** How many contacts the project has. */
  size: number;
  /** How many all projects have, as the database last counted; negative before it did. */
  everyone: number;
}

/** The {@link SampleRow} of `($1 project)`: about 400 pages of the table are read, whatever its size, and few rows of each. */
export const searchSample: Statement = {
  name: 'contacts_search_sample',
  text: `
    SELECT (SELECT string_agg(email, E'\\n') FROM (
        SELECT email FROM contacts.contact WHERE project_id = $1 ORDER BY id DESC LIMIT 300
      ) AS recent) AS newest,
      (SELECT string_agg(id || E'\\t' || email, E'\\n' ORDER BY id)
        FROM contacts.contact
          TABLESAMPLE SYSTEM (100 * 400.0 / greatest(400, pg_relation_size('contacts.contact') / current_setting('block_size')::int))
        WHERE project_id = $1 AND get_byte(uuid_send(id), 15) < 80) AS anywhere,
      n."all" AS size, (SELECT reltuples FROM pg_class WHERE oid = 'contacts.contact'::regclass) AS everyone
    FROM (${countContacts}) AS n`,
};

/** How many contacts a search by the index compares at most; a text with so many candidates is too frequent for it. */
export const mostCandidates = 5_000;
/** How many it compares at first of a text that hardly occurs. */
export const fewCandidates = 100;

/** What a search by the index answers, in its only row. */
export interface IndexRow extends Pick<PageRow, 'lines'> {
  /** How many contacts the index found: of {@link IndexScope.most} there may be more, and the answer is of no use. */
  candidates: number;
  /** How many of them match, on all pages. */
  hits: number;
  /** Whether they were sought in the stretch alone, because its matches fill the page. */
  near: boolean;
}

/** Where the index looks. */
export interface IndexScope {
  /** Whether it looks for the project too, or is read for all projects. */
  ownKey: boolean;
  /**
   * Whether it first looks at a part of the list, from its beginning or the cursor to the id `$7`, and at all of it only where
   * that does not fill the page; of lists in the order of making only.
   */
  stretch: boolean;
  /** How many contacts it finds at most. */
  most: number;
}

/**
 * Which contacts the index finds: those with the LIKE pattern `$6`, with the pair of letters or digits `$6`, or with `$6`, four
 * characters and an @, at the end of their local part. It knows a pair only with what follows, so all that may follow in an
 * address is listed (`parseAddress`). The planner must not see the texts: it would plan each time anew, which takes longer
 * than the search.
 */
const found = {
  localEnd: "contacts.search_keys(c.id, c.email) && (SELECT ARRAY[convert_to($6, 'UTF8')])",
  pattern: 'c.email LIKE (SELECT $6)',
  pair: "(c.email ~ (SELECT $6 || '[a-z0-9.@_+!#$%&''*/=?^`{|}~-]') OR c.email LIKE (SELECT '%' || $6))",
};

/** A part of the list, to the id `$7`: as the index knows it, in which others made at about that time are too, and exactly. */
function stretchOf(shape: ListShape): { byAge: string; inside: string; beyond: string } {
  const { dir, cursor } = shape;
  const first = `(SELECT id FROM contacts.contact WHERE project_id = $1 ORDER BY id ${dir.toUpperCase()} LIMIT 1)`;
  const ages = `contacts.ages_between($7::uuid, ${cursor ? '$3::uuid' : first})`;
  return {
    byAge: `contacts.search_keys(c.id, c.email) && (SELECT ${ages})`,
    inside: `AND c.id ${dir === 'asc' ? '<=' : '>='} (SELECT $7::uuid) AND ${afterCursor(shape)}`,
    beyond: `AND c.id ${dir === 'asc' ? '>' : '<'} (SELECT $7::uuid)`,
  };
}

/** Of `($1 project, $2 subscribed, $3 cursor, $4 limit, $5 pattern, $6 what the index finds, $7 end of the stretch)`. */
const nearSuffices = (most: number): string =>
  `((SELECT count(*) FROM near) = ${most} OR (SELECT count(*) FROM near_hit) >= $4)`;

/**
 * The matches of a rare text: `($1 project, $2 subscribed, $3 cursor, $4 limit, $5 pattern, $6 what the index finds)`, and
 * with a stretch its end as `$7`.
 */
export function searchByIndex(
  shape: ListShape,
  by: keyof typeof found,
  { ownKey, stretch, most }: IndexScope,
): Statement {
  // No index serves the second form.
  const ofProject = ownKey ? 'c.project_id = $1' : 'c.project_id IS NOT DISTINCT FROM $1';
  const candidates = (where: string): string => `
        SELECT c.ctid AS at, c.id, c.email, c.subscribed FROM contacts.contact c
        WHERE ${ofProject} AND ${where} AND ${found[by]} LIMIT ${most}`;
  const hits = (of: string, where: string): string => `
        SELECT c.at, c.id, c.email FROM ${of} c WHERE c.email LIKE (SELECT $5) AND ${ofSubscription(shape)} ${where}`;
  const { byAge, inside, beyond } = stretchOf(shape);
  const [ctes, counts] = stretch
    ? [
        `near AS MATERIALIZED (${candidates(byAge)}), near_hit AS MATERIALIZED (${hits('near', inside)}),
        candidate AS MATERIALIZED (${candidates(`NOT ${nearSuffices(most)}`)}),
        hit AS MATERIALIZED (SELECT * FROM near_hit UNION ALL ${hits('candidate', beyond)})`,
        `greatest((SELECT count(*)::int FROM near), (SELECT count(*)::int FROM candidate)) AS candidates,
        (SELECT count(*) FROM near_hit) >= $4 AS near`,
      ]
    : [
        `candidate AS MATERIALIZED (${candidates('true')}), hit AS MATERIALIZED (${hits('candidate', '')})`,
        '(SELECT count(*)::int FROM candidate) AS candidates, false AS near',
      ];
  return {
    name: `contacts_by_${by}_${nameOf(shape)}_${ownKey ? 'own' : 'any'}_${stretch ? 'near' : most}`,
    text: `
      WITH ${ctes}
      SELECT ${counts}, (SELECT count(*)::int FROM hit) AS hits, p.*
      FROM (${linesOf(`
        SELECT * FROM contacts.contact c WHERE c.ctid = ANY (ARRAY(
          SELECT c.at FROM hit c WHERE ${afterCursor(shape)} ORDER BY ${order(shape, 'c')} LIMIT $4
        )) ORDER BY ${order(shape, 'c')}
      `)}) AS p`,
  };
}
