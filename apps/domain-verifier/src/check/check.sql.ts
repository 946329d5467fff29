import type { Statement } from '@waybill/database/db';
import { domainColumns } from '../domain/domain.entity';

/** Claims the due domains: `($1 how many, $2 seconds of the lease)`. next_check_at moves with the lease, so that the index holds only due ones. */
export const claimDue: Statement = {
  name: 'domains_claim_due',
  text: `WITH due AS (
           SELECT project_id, id FROM domains.domain WHERE next_check_at <= app.now()
           ORDER BY next_check_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         UPDATE domains.domain d
         SET checking_until = app.now() + make_interval(secs => $2), check_token = gen_random_uuid(),
             next_check_at = app.now() + make_interval(secs => $2)
         FROM due WHERE d.project_id = due.project_id AND d.id = due.id
         RETURNING ${domainColumns}, d.check_token AS "checkToken"`,
};

/** Claims one domain: `($1 project, $2 domain, $3 seconds of the lease, $4 minimum of seconds since the last check)`. */
export const claimOne: Statement = {
  name: 'domains_claim_one',
  text: `UPDATE domains.domain d
         SET checking_until = app.now() + make_interval(secs => $3), check_token = gen_random_uuid(),
             next_check_at = app.now() + make_interval(secs => $3)
         WHERE d.project_id = $1 AND d.id = $2 AND d.proof <> 'none'
           AND (d.checking_until IS NULL OR d.checking_until <= app.now())
           AND (d.checked_at IS NULL OR d.checked_at <= app.now() - make_interval(secs => $4))
         RETURNING ${domainColumns}, d.check_token AS "checkToken"`,
};

/** Is a check of the domain `($1 project, $2 domain)` under way? */
export const isChecking = `
  SELECT id FROM domains.domain WHERE project_id = $1 AND id = $2 AND checking_until > app.now()`;

/** Results as columns, `$8` seconds until the next check; a result whose token is no longer the row's is dropped. */
export const settleChecks: Statement = {
  name: 'domains_settle_checks',
  text: `UPDATE domains.domain d
         SET verified_at = CASE WHEN r.verified THEN coalesce(d.verified_at, app.now()) END,
             updated_at = CASE WHEN r.verified = (d.verified_at IS NOT NULL) THEN d.updated_at ELSE app.now() END,
             negative_checks = r.negatives, proof_status = r.proof_status, record_status = r.records::jsonb,
             checked_at = app.now(), next_check_at = app.now() + make_interval(secs => $8),
             checking_until = NULL, check_token = NULL
         FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::integer[], $6::text[], $7::text[])
           AS r (project_id, id, token, verified, negatives, proof_status, records)
         WHERE d.project_id = r.project_id AND d.id = r.id AND d.check_token = r.token
         RETURNING r.token`,
};
