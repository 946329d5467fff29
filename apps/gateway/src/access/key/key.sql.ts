import type { Statement } from '@waybill/database/db';

/** The access of the key with the hash `$1`. */
export const findKey: Statement = {
  name: 'identity_find_key',
  text: `SELECT k.project_id AS "projectId", k.kind, p.disabled_at IS NOT NULL AS disabled
         FROM identity.api_key k JOIN identity.project p ON p.id = k.project_id WHERE k.hash = $1`,
};

/** The key of a project and kind: `($1 project, $2 kind, $3 hash, $4 hint, $5 the key itself where it may be shown)`. */
export const replaceKey = `INSERT INTO identity.api_key (project_id, kind, hash, hint, shown) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (project_id, kind) DO UPDATE SET hash = excluded.hash, hint = excluded.hint, shown = excluded.shown,
    created_at = app.now()`;

/** The access to project `$1` has changed now. */
export const noteAccessChange = 'UPDATE identity.project SET access_changed_at = app.now() WHERE id = $1';
