import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { streamOf } from './silence-client';

/** One SQL statement: `name` prepares it once per connection, so a hot statement is planned once. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Runs statements: the pool outside a transaction, one connection inside it. */
export interface Queryable {
  /** The rows of one statement. Throws the driver's error; a connection that stays silent is dropped (`SilenceClient`). */
  query<T extends QueryResultRow>(statement: Statement | string, values?: unknown[]): Promise<T[]>;
}

/**
 * An open transaction. Statements that do not need each other's answers are sent together when they are begun together
 * (`Promise.all`): they run in that order, and each one sent apart costs a round trip.
 */
export type Transaction = Queryable & {
  readonly isTransaction: true;
  /**
   * Sends COMMIT right behind the statements already sent; nothing may follow it. When one of those fails, nothing is
   * committed, and this rejects as that statement does. Without this call COMMIT follows the end of the work.
   */
  commit(): Promise<void>;
};

/** Raw access to the service's database for hot paths; plain reads and writes use TypeORM on the same pool. */
export class Db implements Queryable {
  constructor(readonly pool: Pool) {}

  async query<T extends QueryResultRow>(statement: Statement | string, values: unknown[] = []): Promise<T[]> {
    return run<T>(this.pool, statement, values);
  }

  /**
   * Runs `work` in one transaction: commits what it returns from, rolls back what it throws out of.
   * BEGIN travels with the first statement. A connection that cannot roll back is dropped, never given back to the pool.
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    // A connection that dies while it is checked out reports it here too; without a listener that would end the process.
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    let committed: Promise<void> | undefined;
    const commit = (): Promise<void> => {
      committed ??= sendCommit(client);
      committed.catch(() => undefined);
      return committed;
    };
    try {
      // A BEGIN that fails has lost its connection, and with it every statement behind it.
      const begun = run(client, 'BEGIN');
      begun.catch(() => undefined);
      const result = await work({ isTransaction: true, query: (s, v) => run(client, s, v), commit });
      await begun;
      await commit();
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

async function sendCommit(client: PoolClient): Promise<void> {
  sendTogether(client);
  const { command } = await client.query('COMMIT');
  // The server answers COMMIT of a failed transaction with ROLLBACK, which is no error to the driver.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement of it failed');
}

async function run<T extends QueryResultRow>(
  client: Pool | PoolClient,
  statement: Statement | string,
  values?: unknown[],
): Promise<T[]> {
  const query = typeof statement === 'string' ? { text: statement, values } : { ...statement, values };
  if ('release' in client) sendTogether(client);
  try {
    const result = await client.query<T>(query);
    return result.rows;
  } catch (error) {
    // The driver's stack leads to its socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** What is sent in the same turn leaves in one write: each costs both sides a system call and a change of process. */
function sendTogether(client: PoolClient): void {
  const stream = streamOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}
