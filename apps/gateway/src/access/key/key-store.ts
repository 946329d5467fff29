import { Injectable } from '@nestjs/common';
import type { KeyKind } from '@waybill/contracts/contacts/track';
import { Db, type Queryable } from '@waybill/database/db';
import { hashKey, keyHint } from './api-key';

/** The access of a key: its project and its kind. */
export interface KeyAccess {
  projectId: string;
  kind: KeyKind;
  disabled: boolean;
}

/** The keys of projects in the identity schema. */
@Injectable()
export class KeyStore {
  constructor(private readonly db: Db) {}

  /** One index look-up; null when no project has the key. */
  async find(hash: Buffer): Promise<KeyAccess | null> {
    const [row] = await this.db.query<KeyAccess>(
      {
        name: 'identity_find_key',
        text: `SELECT k.project_id AS "projectId", k.kind, p.disabled_at IS NOT NULL AS disabled
               FROM identity.api_key k JOIN identity.project p ON p.id = k.project_id WHERE k.hash = $1`,
      },
      [hash],
    );
    return row ?? null;
  }

  /** Gives the project these keys in place of its old ones; call `KeyCache.accessChanged` after the commit. */
  async replace(tx: Queryable, projectId: string, keys: Record<KeyKind, string>): Promise<void> {
    for (const [kind, key] of Object.entries(keys)) {
      await tx.query(
        `INSERT INTO identity.api_key (project_id, kind, hash, hint, shown) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (project_id, kind) DO UPDATE SET hash = excluded.hash, hint = excluded.hint, shown = excluded.shown,
           created_at = app.now()`,
        [projectId, kind, hashKey(key), keyHint(key), kind === 'public' ? key : null],
      );
    }
    await tx.query('UPDATE identity.project SET access_changed_at = app.now() WHERE id = $1', [projectId]);
  }
}
