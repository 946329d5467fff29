import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { unavailable } from '@waybill/contracts/errors';
import { errorCode } from './database-errors';
import { SilenceClient } from './silence-client';

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

export interface TransactionOptions {
  /**
   * `performance.now()` after which nothing is committed, because the caller no longer waits: the transaction then fails with
   * 503, also when a lock or another statement held it up. Infinity as without one.
   */
  deadline?: number;
}

/** Fails where the transaction has lasted for longer than its caller waits. */
const assertInTime: Statement = { name: 'app_assert_within', text: 'SELECT app.assert_within($1)' };
const tooLate = 'WB001';

function asUnavailable(error: unknown): never {
  throw errorCode(error) === tooLate ? unavailable('The database could not commit in time') : error;
}

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
  async transaction<T>(work: (tx: Transaction) => Promise<T>, { deadline }: TransactionOptions = {}): Promise<T> {
    const client = await this.pool.connect();
    const limitMs = deadline === undefined || deadline === Infinity ? null : Math.round(deadline - performance.now());
    if (limitMs !== null && limitMs <= 0) {
      client.release();
      throw unavailable('The database could not begin in time');
    }
    let broken: Error | undefined;
    // A connection that dies while it is checked out reports it here too; without a listener that would end the process.
    const onError = (error: Error): void => void (broken = error);
    client.on('error', onError);
    let committed: Promise<void> | undefined;
    const commit = (): Promise<void> => {
      committed ??= sendCommit(client, limitMs);
      committed.catch(() => undefined);
      return committed;
    };
    try {
      // A BEGIN that fails has lost its connection, and with it every statement behind it.
      const begun = run(client, limitMs === null ? 'BEGIN' : `BEGIN; SET LOCAL statement_timeout = ${limitMs}`);
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

async function sendCommit(client: PoolClient, limitMs: number | null): Promise<void> {
  sendTogether(client);
  const inTime = limitMs === null ? null : client.query({ ...assertInTime, values: [limitMs] });
  inTime?.catch(() => undefined);
  const { command } = await client.query('COMMIT');
  await inTime?.catch(asUnavailable);
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

/** One write for the statements that are begun together. */
function sendTogether(client: PoolClient): void {
  if (client instanceof SilenceClient) client.sendTogether();
}
