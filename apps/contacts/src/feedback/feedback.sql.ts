import type { Statement } from '@waybill/database/db';

/** Locks the contacts of `($1 project ids, $2 contact ids)`, pairwise, in the order of all writers of contacts. */
export const lockById: Statement = {
  name: 'contacts_feedback_lock',
  text: `SELECT c.project_id AS "projectId", c.id, c.email, c.subscribed, c.suppressed FROM contacts.contact c
         JOIN (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[]) AS k (project_id, id)) AS k
           ON c.project_id = k.project_id AND c.id = k.id
         ORDER BY c.project_id, c.email FOR UPDATE OF c`,
};

/** Suppresses contacts, which the transaction has locked. */
export const suppressContacts: Statement = {
  name: 'contacts_feedback_suppress',
  text: `UPDATE contacts.contact c SET subscribed = false, suppressed = n.suppressed, updated_at = app.now()
         FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n (project_id, id, suppressed)
         WHERE c.project_id = n.project_id AND c.id = n.id`,
};
