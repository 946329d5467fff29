import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { broadcasts } from '@waybill/contracts/events';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Broadcast } from '@waybill/messaging/broadcast';
import { LoggedPoller } from '@waybill/messaging/worker';

const renewEvery = 1_000;
/** Milliseconds after a renewal in which this gateway trusts its cache; other gateways wait `leaseSeconds`, which is longer. */
const trustMilliseconds = 3_000;
const leaseSeconds = 5;

/**
 * Makes a change of access known to every gateway before the changing call answers. Each gateway renews a lease in
 * Postgres every second and reads with it which projects changed; a broadcast spares the wait. A gateway that cannot renew
 * stops trusting its memory before the others stop waiting for it, so neither a lost message nor a lost gateway lets an old
 * key through.
 */
@Injectable()
export class ReplicaLease implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly id = newId();
  private renewedAt = Number.NEGATIVE_INFINITY;
  private listener: (projectIds: string[]) => void = () => {};
  private readonly renewing = new LoggedPoller('gateway-lease', () => this.renew(), renewEvery);

  constructor(
    private readonly db: Db,
    private readonly broadcast: Broadcast,
  ) {}

  get holds(): boolean {
    return performance.now() - this.renewedAt < trustMilliseconds;
  }

  onAccessChanged(listener: (projectIds: string[]) => void): void {
    this.listener = listener;
  }

  onApplicationBootstrap(): void {
    this.broadcast.subscribeAndConfirm(broadcasts.accessChanged, this.id, (projectId) => this.listener([projectId]));
    this.renewing.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.renewing.stop();
    this.renewedAt = Number.NEGATIVE_INFINITY;
    await this.db.query('DELETE FROM identity.replica WHERE id = $1', [this.id]).catch(() => undefined);
  }

  /** Resolves once every gateway has received the change or its lease has expired. */
  async announce(projectId: string): Promise<void> {
    const [{ now } = { now: new Date() }] = await this.db.query<{ now: Date }>('SELECT app.now() AS now');
    const waitFor = await this.behind(now);
    const heard = await this.broadcast.publish(
      broadcasts.accessChanged,
      projectId,
      (names) => waitFor.every((id) => names.has(id)),
      500,
    );
    while ((await this.behind(now)).some((id) => !heard.has(id))) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  /** The other gateways that may hold a lease and have not read the changes since `moment`. */
  private async behind(moment: Date): Promise<string[]> {
    const rows = await this.db.query<{ id: string }>(
      `SELECT id FROM identity.replica
       WHERE id <> $1 AND seen_at <= $2 AND seen_at > app.now() - make_interval(secs => ${leaseSeconds})`,
      [this.id, moment],
    );
    return rows.map((row) => row.id);
  }

  // A change commits at most a minute after its moment, so a minute of overlap misses none.
  private async renew(): Promise<void> {
    const startedAt = performance.now();
    const rows = await this.db.query<{ id: string }>(
      {
        name: 'identity_renew_replica',
        text: `WITH mine AS (
                 INSERT INTO identity.replica (id, seen_at) VALUES ($1, app.now())
                 ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at),
               dead AS (DELETE FROM identity.replica WHERE seen_at < app.now() - interval '1 hour')
               SELECT id FROM identity.project WHERE access_changed_at > app.now() - interval '1 minute'`,
      },
      [this.id],
    );
    if (rows.length > 0) this.listener(rows.map((row) => row.id));
    this.renewedAt = startedAt;
  }
}
