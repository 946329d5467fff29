import type { Statement } from '@waybill/database/db';

/** A contact of project `$1` by id (`$2`) or address (`$3`), and the database's clock. */
export const simulatedContact: Statement = {
  name: 'workflow_simulated_contact',
  text: `SELECT id, email, subscribed, data, created_at AS "createdAt", updated_at AS "updatedAt",
           date_trunc('milliseconds', app.now()) AS now
         FROM contacts.contact WHERE project_id = $1 AND (id = $2::uuid OR email = $3) LIMIT 1`,
};
