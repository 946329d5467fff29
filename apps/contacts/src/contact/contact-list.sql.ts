import { contactColumns } from '@waybill/audience/contact-row';

/** The order of a list. */
export interface ListOrder {
  sort: 'createdAt' | 'updatedAt' | 'email';
  dir: 'asc' | 'desc';
}

interface Order {
  /** Columns of the order, each with the value of the last contact of the page before, from $3. */
  keys: [column: string, after: string][];
  /** The column by which a match is read. */
  unique: string;
  /** The values of $3 that follow a row, as texts. */
  cursor: string;
}

// Ids are UUIDv7 made when the contact was made: their order is the order of making.
const orders: Record<ListOrder['sort'], Order> = {
  createdAt: { keys: [['id', '($3::text[])[1]::uuid']], unique: 'id', cursor: 'ARRAY[c.id::text]' },
  email: { keys: [['email', '($3::text[])[1]']], unique: 'email', cursor: 'ARRAY[c.email]' },
  updatedAt: {
    keys: [
      // Microseconds, which a date of JavaScript does not hold.
      ['updated_at', `('epoch'::timestamptz + ($3::text[])[1]::float8 * interval '1 microsecond')`],
      ['id', '($3::text[])[2]::uuid'],
    ],
    unique: 'id',
    cursor: 'ARRAY[(extract(epoch FROM c.updated_at) * 1000000)::bigint::text, c.id::text]',
  },
};

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
 * One page of `($1 project, $2 subscribed or null, $3 cursor of the last contact of the page before or null, $4 limit,
 * $5 how many matches to count, $6 text or null, $7 whole text or null)`, with the count of the matches. `condition` is a predicate
 * over `c`, whose values stand behind those.
 *
 * Run it without a name: the planner then sees the values, drops the filters that are null, and knows how frequent the text
 * is. Frequent texts are found by walking through the list, rare ones by the search index.
 */
export function listContacts({ sort, dir }: ListOrder, search: SearchKind, condition = 'true'): string {
  const { keys, unique, cursor } = orders[sort];
  const columns = keys.map(([column]) => `c.${column}`);
  const after = `(${columns.join(', ')}) ${dir === 'asc' ? '>' : '<'} (${keys.map(([, value]) => value).join(', ')})`;
  const order = columns.map((column) => `${column} ${dir}`).join(', ');
  return `
    WITH match AS MATERIALIZED (
      -- The keys of the matches in the order of the list, as many as are counted.
      SELECT ${columns.join(', ')} FROM contacts.contact c
      WHERE c.project_id = $1 AND ($2::bool IS NULL OR c.subscribed = $2) AND ($3::text[] IS NULL OR ${after})
        AND ${searches[search]} AND ${condition}
      ORDER BY ${order} LIMIT $5
    )
    SELECT ${contactColumns}, ${cursor} AS cursor, (SELECT count(*)::int FROM match) AS matches
    FROM (SELECT ${unique} FROM match LIMIT $4) AS page
    JOIN contacts.contact c ON c.project_id = $1 AND c.${unique} = page.${unique}
    ORDER BY ${order}`;
}

/** The settings of a list by condition: `($1 milliseconds)`; a question about all contacts of a project is planned as a set. */
export const beginSet = `SELECT app.now() AS now, set_config('statement_timeout', $1, true), set_config('enable_seqscan', 'on', true)`;

/** How many contacts `($1 project)` has, all and subscribed ones, from the statistics. */
export const countContacts = `
  SELECT coalesce(sum(contacts) FILTER (WHERE type = 'contact'), 0)::int AS "all",
         coalesce(sum(contacts) FILTER (WHERE type = 'subscribed'), 0)::int AS "subscribed"
  FROM (
    SELECT type, contacts FROM contacts.stat WHERE project_id = $1 AND field = ''
    UNION ALL SELECT type, contacts FROM contacts.stat_delta WHERE project_id = $1 AND field = ''
  ) AS counted`;
