import type { Statement } from '@waybill/database/db';
import { domainColumns } from './domain.entity';

/**
 * Adds a domain that waits for its proof; no row when the name is taken: `($1 project, $2 id, $3 name, $4 proof,
 * $5 ownership token, $6 selector, $7 public key, $8 private key, $9 tokens, $10 seconds until the first check)`.
 */
export const insertDomain = `
  INSERT INTO domains.domain AS d (project_id, id, name, proof, ownership_token, dkim_selector, dkim_public_key,
                                   dkim_private_key, dkim_tokens, next_check_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, app.now() + make_interval(secs => $10))
  ON CONFLICT (name) DO NOTHING RETURNING ${domainColumns}`;

/** Adds or verifies a domain that needs no proof; no row when the name is another project's: `($1 project, $2 id, $3 name)`. */
export const insertVerifiedDomain = `
  INSERT INTO domains.domain (project_id, id, name, verified_at) VALUES ($1, $2, $3, app.now())
  ON CONFLICT (name) DO UPDATE SET verified_at = coalesce(domains.domain.verified_at, app.now())
  WHERE domains.domain.project_id = excluded.project_id RETURNING id`;

/** The owner of the name `$1`. A name belongs to one project of all. */
export const findOwner = `
  SELECT project_id AS "projectId", verified_at IS NOT NULL AS verified FROM domains.domain WHERE name = $1`;

/** The projects that have verified one of the names `$1`. */
export const findVerifiedOwners = `
  SELECT DISTINCT project_id AS "projectId" FROM domains.domain WHERE name = ANY ($1::text[]) AND verified_at IS NOT NULL`;

/** The verified domains of `($1 project, $2 names)`. Names match exactly: a subdomain does not count. */
export const findVerified: Statement = {
  name: 'domains_find_verified',
  text: `SELECT name FROM domains.domain WHERE project_id = $1 AND name = ANY ($2::text[]) AND verified_at IS NOT NULL`,
};

/** The names `$1` that are verified, with their project. */
export const findReceivers: Statement = {
  name: 'domains_find_receivers',
  text: `SELECT name AS domain, project_id AS "projectId" FROM domains.domain
         WHERE name = ANY ($1::text[]) AND verified_at IS NOT NULL`,
};

/** The sealed signing key of the verified domain `($1 project, $2 name)`; no row where the provider signs. */
export const findSigningKey: Statement = {
  name: 'domains_find_signing_key',
  text: `SELECT id, dkim_selector AS selector, dkim_private_key AS box FROM domains.domain
         WHERE project_id = $1 AND name = $2 AND verified_at IS NOT NULL AND dkim_private_key IS NOT NULL`,
};

/** Deletes expired contests, and those of `$2` project beyond its newest `$3`; `$1` days until one expires. */
export const pruneContests = `
  DELETE FROM domains.contest c WHERE created_at < app.now() - make_interval(days => $1) OR project_id = $2
    AND name IN (SELECT name FROM domains.contest WHERE project_id = $2 ORDER BY created_at DESC OFFSET $3)`;

/** The token by which `($1 project)` can take over the name `$2`: the offered `$3`, or the one it has already. */
export const contestName = `
  INSERT INTO domains.contest (project_id, name, token) VALUES ($1, $2, $3)
  ON CONFLICT (project_id, name) DO UPDATE SET token = domains.contest.token RETURNING token`;

/** Deletes the unproven domain of another project than `$2` with the name `$1`. */
export const deleteUnproven = `
  DELETE FROM domains.domain WHERE name = $1 AND verified_at IS NULL AND project_id <> $2`;
export const deleteContest = 'DELETE FROM domains.contest WHERE project_id = $1 AND name = $2';
