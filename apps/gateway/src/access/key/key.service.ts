import { Injectable } from '@nestjs/common';
import type { KeyKind } from '@waybill/contracts/contacts/track';
import { Db, type Queryable } from '@waybill/database/db';
import { hashKey, keyHint } from './api-key';
import * as sql from './key.sql';

/** The access of a key: its project and its kind. */
export interface KeyAccess {
  projectId: string;
  kind: KeyKind;
  disabled: boolean;
}

/** The keys of projects in the identity schema. */
@Injectable()
export class KeyService {
  constructor(private readonly db: Db) {}

  /** One index look-up; null when no project has the key. */
  async find(hash: Buffer): Promise<KeyAccess | null> {
    const [row] = await this.db.query<KeyAccess>(sql.findKey, [hash]);
    return row ?? null;
  }

  /** Gives the project these keys in place of its old ones; call `KeyCache.accessChanged` after the commit. */
  async replace(tx: Queryable, projectId: string, keys: Record<KeyKind, string>): Promise<void> {
    for (const [kind, key] of Object.entries(keys)) {
      await tx.query(sql.replaceKey, [projectId, kind, hashKey(key), keyHint(key), kind === 'public' ? key : null]);
    }
    await tx.query(sql.noteAccessChange, [projectId]);
  }
}
