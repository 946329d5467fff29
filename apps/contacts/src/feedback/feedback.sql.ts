/** Suppresses contacts, which the transaction has locked. */
export const suppressContacts = `
  UPDATE contacts.contact c SET subscribed = false, suppressed = n.suppressed, updated_at = app.now()
  FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n (project_id, id, suppressed)
  WHERE c.project_id = n.project_id AND c.id = n.id`;

/**
 * Suppresses the addresses `($1 project ids, $2 emails, $3 contact ids)`, pairwise, for the reason `$4`. Of an erased
 * contact only the keyed hash of the address is stored. A complaint is not replaced.
 */
export const noteAddresses = `
  INSERT INTO contacts.suppression AS s (project_id, address_key, email, contact_id, reason)
  SELECT n.project_id, contacts.address_key(n.project_id, n.email), CASE WHEN c.id IS NOT NULL THEN n.email END, c.id, $4
  FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS n (project_id, email, contact_id)
  LEFT JOIN contacts.contact c ON c.project_id = n.project_id AND c.id = n.contact_id
  ORDER BY 1, 2
  ON CONFLICT (project_id, address_key) DO UPDATE SET reason = excluded.reason WHERE s.reason <> 'complaint'`;
