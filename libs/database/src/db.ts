import type { Pool, PoolClient, QueryResultRow } from 'pg';

/** One SQL statement: `name` prepares it once per connection, so a hot statement is planned once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Runs statements: the pool outside a transaction, one connection inside it. */
export interface Queryable {
  /** The rows of one statement. Throws the driver's error; the caller's deadline is the pool's `query_timeout`. */
  query<T extends QueryResultRow>(statement: Statement | string, values?: unknown[]): Promise<T[]>;
}

/** An open transaction. */
export type Transaction = Queryable & { readonly isTransaction: true };

/** Raw access to the service's database for hot paths; plain reads and writes use TypeORM on the same pool. */
export class Db implements Queryable {
  constructor(readonly pool: Pool) {}

  async query<T extends QueryResultRow>(statement: Statement | string, values: unknown[] = []): Promise<T[]> {
    return run<T>(this.pool, statement, values);
  }

  /**
   * Runs `work` in one transaction: commits what it returns from, rolls back what it throws out of.
   * A connection that cannot roll back is dropped, never given back to the pool.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // A connection that dies while it is checked out reports it here too; without a listener that would end the process.
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    try {
      await client.query('BEGIN');
      const result = await work({ isTransaction: true, query: (s, v = []) => run(client, s, v) });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.off('error', onError);
      client.release(broken);
    }
  }
}

async function run<T extends QueryResultRow>(
  client: Pool | PoolClient,
  statement: Statement | string,
  values: unknown[],
): Promise<T[]> {
  const query = typeof statement === 'string' ? { text: statement, values } : { ...statement, values };
  const result = await client.query<T>(query);
  return result.rows;
}
