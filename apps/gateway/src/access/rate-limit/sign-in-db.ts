import { Injectable } from '@nestjs/common';
import { Semaphore } from '@waybill/concurrency/semaphore';
import { Db, type Queryable, type Transaction, type TransactionOptions } from '@waybill/database/db';
import type { QueryResultRow } from 'pg';

/** Share of the connections of this process that sign-ins hold at once; one connection at least. */
const shareOfPool = 1 / 4;

/**
 * The database for sign-in, sign-up and their emails, which a caller reaches without a key and without a session. Their
 * statements hold a quarter of the connections, 2 of 8, so that a flood of them leaves the rest to the other routes. 400 more
 * wait, each at most ten seconds; the next one is refused with 503 and `Retry-After`.
 *
 * A transaction uses its own `tx` for every statement: one that waited here for a second place would wait for itself.
 */
@Injectable()
export class SignInDb extends Db {
  private readonly places: Semaphore;

  constructor({ pool }: Db) {
    super(pool);
    this.places = new Semaphore({
      ...{ capacity: Math.max(1, Math.floor(pool.options.max * shareOfPool)), maxWaiting: 400, maxWaitMs: 10_000 },
      tooMany: 'Too many sign-ins are under way',
    });
  }

  override query<T extends QueryResultRow>(...[statement, values]: Parameters<Queryable['query']>): Promise<T[]> {
    return this.places.run(() => super.query<T>(statement, values));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return this.places.run(() => super.transaction(work, options));
  }
}
