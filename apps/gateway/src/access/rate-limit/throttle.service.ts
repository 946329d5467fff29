import { Injectable } from '@nestjs/common';
import type { Queryable } from '@waybill/database/db';
import { SignInDb } from './sign-in-db';
import * as sql from './throttle.sql';

/** Counts of attempts that every gateway shares, each over a window that slides in sixths of itself. */
@Injectable()
export class ThrottleService {
  constructor(private readonly db: SignInDb) {}

  /**
   * Takes one unit of each key, which has its limit per `seconds`; false, and none is taken, when a key has none left. A
   * refused try counts for nothing, so that asking again and again does not put the next turn off.
   */
  async take(limits: Record<string, number>, seconds: number, tx: Queryable = this.db): Promise<boolean> {
    const keys = Object.keys(limits);
    const rows = await tx.query(sql.takeUnits, [keys, Object.values(limits), seconds]);
    return rows.length === keys.length;
  }

  /** Counts one try for each key and answers how many each has had in `seconds`, this one included. */
  async hit(keys: string[], seconds: number): Promise<number[]> {
    const rows = await this.db.query<{ key: string; attempts: number }>(sql.countAttempts, [keys, seconds]);
    return keys.map((key) => rows.find((row) => row.key === key)?.attempts ?? 0);
  }

  async forget(key: string): Promise<void> {
    await this.db.query(sql.forgetAttempts, [key]);
  }
}
