import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';

/** Minutes that adding a domain may take: so long an identity without a domain is left alone. */
const patienceMinutes = 10;
/** After so many tries an identity that the provider does not remove is left to the operator. */
export const mostTries = 12;

/** The identities that we made at a provider, which outlive their domains until they are removed there too. */
@Injectable()
export class IdentityStore {
  constructor(private readonly db: Db) {}

  /** To be called before an identity is made. */
  async note(name: string): Promise<void> {
    await this.db.query(
      `INSERT INTO domains.identity (name, due_at) VALUES ($1, app.now() + make_interval(mins => $2))
       ON CONFLICT (name) DO UPDATE SET due_at = excluded.due_at, tries = 0`,
      [name, patienceMinutes],
    );
  }

  /** To be called when a domain was removed: its identity is looked at next. */
  async release(name: string): Promise<void> {
    await this.db.query('UPDATE domains.identity SET due_at = app.now() WHERE name = $1', [name]);
  }

  /** Takes an identity without a domain, each try later than the one before; null when there is none. */
  async takeOrphan(): Promise<{ name: string; dueAt: string; tries: number } | null> {
    const [row] = await this.db.query<{ name: string; dueAt: string; tries: number }>(
      `UPDATE domains.identity i
       SET tries = tries + 1, due_at = app.now() + make_interval(mins => least(2 ^ tries, 1440)::int)
       WHERE name = (SELECT o.name FROM domains.identity o
                     WHERE o.due_at <= app.now() AND o.tries < $1
                       AND NOT EXISTS (SELECT FROM domains.domain d WHERE d.name = o.name)
                     ORDER BY o.due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING name, due_at::text AS "dueAt", tries`,
      [mostTries],
    );
    return row ?? null;
  }

  /** The identity is gone; one that was made anew since it was taken is kept. */
  async forget(name: string, dueAt: string): Promise<void> {
    await this.db.query('DELETE FROM domains.identity WHERE name = $1 AND due_at = $2::timestamptz', [name, dueAt]);
  }
}
