import { contactColumns } from '@waybill/audience/contact-row';

/** One contact: `($1 project, $2 id)`. */
export const getContact = {
  name: 'contacts_get',
  text: `SELECT ${contactColumns} FROM contacts.contact c WHERE c.project_id = $1 AND c.id = $2`,
};

/** Deletes contacts `($1 project, $2 ids)` and answers them. Of a suppressed address its keyed hash is left. */
export const deleteContacts = {
  name: 'contacts_delete',
  text: `WITH forgotten AS (
           UPDATE contacts.suppression SET email = NULL, contact_id = NULL
           WHERE project_id = $1 AND contact_id = ANY($2::uuid[])
         )
         DELETE FROM contacts.contact WHERE project_id = $1 AND id = ANY($2::uuid[]) RETURNING id, email`,
};

/** Which of the addresses `($1 project, $2 emails)` are contacts. */
export const lookupEmails = `
  SELECT c.email FROM unnest($2::text[]) AS k (email)
  CROSS JOIN LATERAL (SELECT email FROM contacts.contact WHERE project_id = $1 AND email = k.email) AS c`;
