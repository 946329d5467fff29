import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { hashKey } from './api-key';
import { KeyService, type KeyAccess } from './key.service';
import { ReplicaLease } from './replica-lease';

const maxEntries = 50_000;

/**
 * The keys in use, so that a request costs no round trip to the database. It is trusted only while this gateway's lease
 * holds: `accessChanged` answers once every gateway has dropped the project or has lost its lease.
 */
@Injectable()
export class KeyCache {
  /** By the key itself: its hash alone would cost a request more than all else that is asked of it here. */
  private readonly entries = new LRUCache<string, KeyAccess>({ max: maxEntries });
  private readonly pending = new Map<string, Promise<KeyAccess | null>>();
  /** Hashes of keys that were good once: to ask for one again is no guess. */
  private readonly seen = new LRUCache<string, true>({ max: maxEntries });
  private generation = 0;

  constructor(
    private readonly keys: KeyService,
    private readonly lease: ReplicaLease,
  ) {
    lease.onAccessChanged((projectIds) => this.drop(projectIds));
  }

  /** The access of a cached key; undefined where it has to be looked up. */
  known(key: string): KeyAccess | undefined {
    return this.lease.holds ? this.entries.get(key) : undefined;
  }

  /** Was the key good once, as far as this gateway has seen? To ask for such a key is no guess. */
  wasGood(key: string): boolean {
    return this.known(key) !== undefined || this.seen.has(hashKey(key).toString('latin1'));
  }

  /**
   * The rights of the key; null when no project has it. Throws when the key is not cached and the database is unavailable. `beforeLookUp`
   * is called, and may throw, where the key has to be looked up and was never good.
   */
  async find(key: string, beforeLookUp?: () => void): Promise<KeyAccess | null> {
    const known = this.known(key);
    if (known) return known;
    const hash = hashKey(key);
    if (!this.seen.has(hash.toString('latin1'))) beforeLookUp?.();
    let lookup = this.pending.get(key);
    if (!lookup) {
      lookup = this.load(key, hash).finally(() => this.pending.delete(key));
      this.pending.set(key, lookup);
    }
    return lookup;
  }

  /** To be awaited after the commit of a change to a project's keys or state: then no gateway acts on the old one. */
  async accessChanged(projectId: string): Promise<void> {
    this.drop([projectId]);
    await this.lease.announce(projectId);
  }

  private async load(key: string, hash: Buffer): Promise<KeyAccess | null> {
    const generation = this.generation;
    const access = await this.keys.find(hash);
    if (access) this.seen.set(hash.toString('latin1'), true);
    // A change that came in meanwhile may be newer than what was read, and of which project it is was not known.
    if (access && generation === this.generation) this.entries.set(key, access);
    return access;
  }

  private drop(projectIds: string[]): void {
    this.generation++;
    this.pending.clear();
    const gone = new Set(projectIds);
    for (const [key, access] of this.entries.entries()) if (gone.has(access.projectId)) this.entries.delete(key);
  }
}
