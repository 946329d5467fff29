import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { LoggedPoller } from '@waybill/messaging/worker';

/** The key is this request's now; its rows take their ids from the seed. */
export interface Claim {
  claim: string;
  seed: string;
}

/** The earlier request with the key; without a status it is still running, or its gateway ended. */
export interface Earlier {
  sameBody: boolean;
  status: number | null;
  body: string | null;
  /** Seconds after which the key is free where the request came to no answer. */
  freeInSeconds: number;
}

const keepHours = 24;
const sweepEvery = 10 * 60 * 1_000;

/** The idempotency keys of projects, shared by all gateways. */
@Injectable()
export class IdempotencyStore implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeping = new LoggedPoller('idempotency-sweep', () => this.sweep(), sweepEvery);

  constructor(private readonly db: Db) {}

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeping.stop();
  }

  /** Takes the key for `leaseSeconds` if it is free, else answers its state. */
  async claim(projectId: string, key: string, fingerprint: Buffer, leaseSeconds: number): Promise<Claim | Earlier> {
    const id = newId();
    const [mine] = await this.db.query<{ seed: string }>(
      {
        name: 'identity_claim_idempotency_key',
        text: `INSERT INTO identity.idempotency_key AS k
                 (project_id, key, fingerprint, seed, claim, lease_until, expires_at)
               VALUES ($1, $2, $3, $4, $4, app.now() + make_interval(secs => $5),
                       app.now() + make_interval(hours => ${keepHours}))
               ON CONFLICT (project_id, key) DO UPDATE SET
                 seed = CASE WHEN k.fingerprint = excluded.fingerprint AND k.expires_at > app.now()
                             THEN k.seed ELSE excluded.seed END,
                 fingerprint = excluded.fingerprint, claim = excluded.claim, lease_until = excluded.lease_until,
                 expires_at = excluded.expires_at, status = NULL, body = NULL
               WHERE k.expires_at <= app.now() OR (k.status IS NULL AND k.lease_until <= app.now())
               RETURNING seed`,
      },
      [projectId, key, fingerprint, id, leaseSeconds],
    );
    if (mine) return { claim: id, seed: mine.seed };
    const [earlier] = await this.db.query<Earlier>(
      `SELECT fingerprint = $3 AS "sameBody", status, body,
         CASE WHEN lease_until > app.now() THEN ceil(extract(epoch FROM lease_until - app.now()))::integer ELSE 1 END
           AS "freeInSeconds"
       FROM identity.idempotency_key
       WHERE project_id = $1 AND key = $2`,
      [projectId, key, fingerprint],
    );
    // Deleted in between: the next request claims it.
    return earlier ?? { sameBody: true, status: null, body: null, freeInSeconds: 1 };
  }

  /** Keeps the answer for a repeated request. */
  async answer(projectId: string, key: string, claim: string, status: number, body: string): Promise<void> {
    await this.db.query(
      `UPDATE identity.idempotency_key SET status = $4, body = $5 WHERE project_id = $1 AND key = $2 AND claim = $3`,
      [projectId, key, claim, status, body],
    );
  }

  /** Frees the key after an error; the seed stays for the next attempt with the same body. */
  async free(projectId: string, key: string, claim: string): Promise<void> {
    await this.db.query(
      `UPDATE identity.idempotency_key SET lease_until = '-infinity'
       WHERE project_id = $1 AND key = $2 AND claim = $3 AND status IS NULL`,
      [projectId, key, claim],
    );
  }

  private async sweep(): Promise<boolean> {
    const limit = 5_000;
    const rows = await this.db.query(
      `DELETE FROM identity.idempotency_key WHERE (project_id, key) IN (
         SELECT project_id, key FROM identity.idempotency_key WHERE expires_at <= app.now() LIMIT $1) RETURNING 1`,
      [limit],
    );
    return rows.length === limit;
  }
}
