import type { Statement } from '@waybill/database/db';

const columns = `email, subscribed, suppressed,
  CASE WHEN jsonb_typeof(data -> 'locale') = 'string' THEN data ->> 'locale' END AS locale`;

/** One contact; `$1` project, `$2` id. */
export const readStatement: Statement = {
  name: 'contacts_page_read',
  text: `SELECT ${columns} FROM contacts.contact WHERE project_id = $1 AND id = $2`,
};

export const lockStatement: Statement = { name: 'contacts_page_lock', text: `${readStatement.text} FOR UPDATE` };

/** Writes the subscription of a locked contact. */
export const changeStatement: Statement = {
  name: 'contacts_page_change',
  text: `UPDATE contacts.contact SET subscribed = $3, suppressed = $4, updated_at = app.now()
         WHERE project_id = $1 AND id = $2`,
};
