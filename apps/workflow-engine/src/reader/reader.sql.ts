import type { Statement } from '@waybill/database/db';

/** Contacts by project (`$1`) and id (`$2`), and the database's clock with each; one row per asked pair. */
export const readContacts: Statement = {
  name: 'workflow_read_contacts',
  text: `SELECT k.position, c.id, c.email, c.subscribed, c.data, c.created_at AS "createdAt",
           c.updated_at AS "updatedAt", date_trunc('milliseconds', app.now()) AS now
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k (project_id, id, position)
         LEFT JOIN contacts.contact c ON c.project_id = k.project_id AND c.id = k.id`,
};

export const readDefinition: Statement = {
  name: 'workflow_read_definition',
  text: `SELECT name, graph FROM workflow.definition WHERE project_id = $1 AND workflow_id = $2 AND version = $3`,
};
