import type { Statement } from '@waybill/database/db';

/** Sets the keys that the segments of a project watch: `($1 project, $2 keys)`. A project without keys has no row. */
export const setWatch: Statement = {
  name: 'contacts_watch',
  text: `WITH emptied AS (DELETE FROM contacts.watch WHERE project_id = $1 AND cardinality($2::text[]) = 0)
         INSERT INTO contacts.watch (project_id, keys) SELECT $1, $2::text[] WHERE cardinality($2::text[]) > 0
         ON CONFLICT (project_id) DO UPDATE SET keys = excluded.keys`,
};
