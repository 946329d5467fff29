/** Disables the project `$1` for a failed payment; no row when it is disabled already, for whatever reason. */
export const disableForPayment = `
  UPDATE identity.project SET disabled_at = app.now(), disabled_reason = 'PAYMENT_FAILED', access_changed_at = app.now()
  WHERE id = $1 AND disabled_at IS NULL RETURNING 1`;

/** Enables the project `$1` again; no row unless it was disabled for a failed payment. */
export const enableAfterPayment = `
  UPDATE identity.project SET disabled_at = NULL, disabled_reason = NULL, access_changed_at = app.now()
  WHERE id = $1 AND disabled_reason = 'PAYMENT_FAILED' RETURNING 1`;

/** An email to the owner of `($1 project)` with `($2 id, $3 message, $4 contact, $5 request, $6 detail)`. */
export const addUsageWarning = `
  INSERT INTO identity.account_mail (id, message_id, contact_id, request_id, kind, email, detail)
  SELECT $2, $3, $4, $5, 'usage-warning', u.email, $6
  FROM identity.membership m JOIN identity."user" u ON u.id = m.user_id
  WHERE m.project_id = $1 AND m.role = 'OWNER' LIMIT 1
  ON CONFLICT DO NOTHING`;
