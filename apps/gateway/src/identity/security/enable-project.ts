import type { Command } from '@waybill/bootstrap/service-definition';
import { Db } from '@waybill/database/db';
import { KeyCache } from '../../access/key/key-cache';

/** `enable-project <id>`: lifts the suspension of a project; for the operator, after the cause is settled. */
export const enableProject: Command = async (projectId, app) => {
  const rows = await app.get(Db).query(
    `UPDATE identity.project SET disabled_at = NULL, disabled_reason = NULL, access_changed_at = app.now()
     WHERE id = $1 AND disabled_at IS NOT NULL RETURNING 1`,
    [projectId],
  );
  if (rows.length === 0) throw new Error(`no disabled project ${projectId}`);
  await app.get(KeyCache).accessChanged(projectId as string);
};
