/** How many statements Postgres ran for each service, by its own count: stores started as `counted`. */
import pg from 'pg';

/** Statements by service, BEGIN and COMMIT left out. */
export type Statements = Record<string, number>;

/** What statements took in Postgres, without their planning. */
export interface StatementTime {
  calls: number;
  rows: number;
  totalMs: number;
  ms: number;
  mostMs: number;
  blocks: number;
}

export class StatementCount {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Counts from now on. */
  static async begin(url: string): Promise<StatementCount> {
    const client = new pg.Client({ connectionString: url });
    // The end of the server is no error of a case that has failed by then.
    client.on('error', () => undefined);
    await client.connect();
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    await client.query('SELECT pg_stat_statements_reset()');
    return new StatementCount(client);
  }

  /** The time of the statements whose text is like a pattern: milliseconds and blocks of the cache for one, and the longest one. */
  async of(pattern: string): Promise<StatementTime> {
    const { rows } = await this.#client.query<StatementTime>(
      `SELECT coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(rows), 0)::float8 AS rows,
         coalesce(sum(total_exec_time), 0) AS "totalMs", coalesce(max(max_exec_time), 0) AS "mostMs",
         coalesce(sum(total_exec_time) / sum(calls), 0) AS ms,
         coalesce((sum(shared_blks_hit) + sum(shared_blks_read)) / sum(calls), 0)::float8 AS blocks
       FROM pg_stat_statements WHERE query LIKE $1 AND query NOT LIKE 'SELECT coalesce(sum(calls)%'`,
      [pattern],
    );
    return rows[0]!;
  }

  /** The counts so far; ends the connection. */
  async end(): Promise<Statements> {
    const { rows } = await this.#client.query<{ service: string; calls: number }>(
      `SELECT replace(r.rolname, 'waybill_', '') AS service, sum(s.calls)::float8 AS calls
       FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
       WHERE r.rolname LIKE 'waybill\\_%' GROUP BY 1`,
    );
    await this.#client.end();
    return Object.fromEntries(rows.map(({ service, calls }) => [service, calls]));
  }
}

/** Statements for one email, all services together and delivery alone. */
export function perEmail(statements: Statements, emails: number): Record<string, number> {
  const all = Object.values(statements).reduce((sum, calls) => sum + calls, 0);
  return { 'statements/email': all / emails, 'of delivery': (statements.delivery ?? 0) / emails };
}
