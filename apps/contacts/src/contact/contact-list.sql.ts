import { viewColumns } from './contact-view';

/** The order of a list. */
export interface ListOrder {
  sort: 'createdAt' | 'email';
  dir: 'asc' | 'desc';
}

// Ids are UUIDv7 made when the contact was made: their order is the order of making.
const keys = { createdAt: 'id', email: 'email' } as const;
const keyTypes = { createdAt: 'uuid', email: 'text' } as const;

/** Conditions of a search for the text $6, whose LIKE wildcards are escaped; $7 is the whole text where $6 is a part of it. */
const searches = {
  none: '$6::text IS NULL AND $7::text IS NULL',
  text: `c.email LIKE '%' || $6 || '%' AND ($7::text IS NULL OR strpos(c.email, $7) > 0)`,
  // The index knows three characters in a row, and two at the end of a word: two letters are searched with every character
  // that an address may hold behind them.
  pair: `(c.email ~ ($6 || '[a-z0-9.@_+!#$%&''*/=?^\`{|}~-]') OR c.email LIKE '%' || $6) AND $7::text IS NULL`,
};
export type SearchKind = keyof typeof searches;

/**
 * One page of `($1 project, $2 subscribed or null, $3 key of the last contact of the page before or null, $4 limit,
 * $5 how many matches to count, $6 text or null, $7 whole text or null)`, with the count of the matches.
 *
 * Run it without a name: the planner then sees the values, drops the filters that are null, and knows how frequent the text
 * is. Frequent texts are found by walking through the list, rare ones by the search index.
 */
export function listContacts({ sort, dir }: ListOrder, search: SearchKind): string {
  const key = keys[sort];
  const after = `c.${key} ${dir === 'asc' ? '>' : '<'} $3::${keyTypes[sort]}`;
  return `
    WITH match AS MATERIALIZED (
      -- The keys of the matches in the order of the list, as many as are counted.
      SELECT c.${key} AS key FROM contacts.contact c
      WHERE c.project_id = $1 AND ($2::bool IS NULL OR c.subscribed = $2) AND ($3::text IS NULL OR ${after})
        AND ${searches[search]}
      ORDER BY c.${key} ${dir} LIMIT $5
    )
    SELECT ${viewColumns}, (SELECT count(*)::int FROM match) AS matches
    FROM (SELECT key FROM match LIMIT $4) AS page
    JOIN contacts.contact c ON c.project_id = $1 AND c.${key} = page.key
    ORDER BY c.${key} ${dir}`;
}

/** How many contacts `($1 project)` has, all and subscribed ones, from the statistics. */
export const countContacts = `
  SELECT coalesce(sum(contacts) FILTER (WHERE type = 'contact'), 0)::int AS "all",
         coalesce(sum(contacts) FILTER (WHERE type = 'subscribed'), 0)::int AS "subscribed"
  FROM (
    SELECT type, contacts FROM contacts.stat WHERE project_id = $1 AND field = ''
    UNION ALL SELECT type, contacts FROM contacts.stat_delta WHERE project_id = $1 AND field = ''
  ) AS counted`;
