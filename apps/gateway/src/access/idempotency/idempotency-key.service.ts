import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { LoggedPoller } from '@waybill/messaging/worker';
import * as sql from './idempotency-key.sql';

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

const sweepEvery = 10 * 60 * 1_000;

/** The idempotency keys of projects, shared by all gateways. */
@Injectable()
export class IdempotencyKeys implements OnApplicationBootstrap, BeforeApplicationShutdown {
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
    const [mine] = await this.db.query<{ seed: string }>(sql.claimKey, [projectId, key, fingerprint, id, leaseSeconds]);
    if (mine) return { claim: id, seed: mine.seed };
    const [earlier] = await this.db.query<Earlier>(sql.readKey, [projectId, key, fingerprint]);
    // Deleted in between: the next request claims it.
    return earlier ?? { sameBody: true, status: null, body: null, freeInSeconds: 1 };
  }

  /** Keeps the answer for a repeated request. */
  async answer(projectId: string, key: string, claim: string, status: number, body: string): Promise<void> {
    await this.db.query(sql.keepAnswer, [projectId, key, claim, status, body]);
  }

  /** Frees the key after an error; the seed stays for the next attempt with the same body. */
  async free(projectId: string, key: string, claim: string): Promise<void> {
    await this.db.query(sql.freeKey, [projectId, key, claim]);
  }

  private async sweep(): Promise<boolean> {
    const limit = 5_000;
    const rows = await this.db.query(sql.deleteExpiredKeys, [limit]);
    return rows.length === limit;
  }
}
