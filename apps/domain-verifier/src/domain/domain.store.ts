import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import { domainColumns, type Domain, type NewProof } from './domain';

/** Who has a name. */
export interface Owner {
  projectId: string;
  verified: boolean;
}

/** A domain to add. */
export interface NewDomain {
  projectId: string;
  id: string;
  name: string;
  ownershipToken: string;
}

/** Days that a contested name waits for its record. */
const contestDays = 30;
/** Names that one project may contest at once, the latest. */
const mostContests = 100;

/** The rows of sending domains. */
@Injectable()
export class DomainStore {
  constructor(private readonly db: Db) {}

  /** All of a project, newest first. */
  list(projectId: string): Promise<Domain[]> {
    return this.db.query<Domain>(
      `SELECT ${domainColumns} FROM domains.domain d WHERE project_id = $1 ORDER BY created_at DESC, id DESC`,
      [projectId],
    );
  }

  async count(projectId: string): Promise<number> {
    const sql = 'SELECT count(*)::int AS domains FROM domains.domain WHERE project_id = $1';
    const [row] = await this.db.query<{ domains: number }>(sql, [projectId]);
    return row?.domains ?? 0;
  }

  async find(projectId: string, id: string): Promise<Domain | null> {
    const [row] = await this.db.query<Domain>(
      `SELECT ${domainColumns} FROM domains.domain d WHERE project_id = $1 AND id = $2`,
      [projectId, id],
    );
    return row ?? null;
  }

  /** Who has a name; null when nobody has. */
  async findOwner(name: string): Promise<Owner | null> {
    const sql = `SELECT project_id AS "projectId", verified_at IS NOT NULL AS verified FROM domains.domain WHERE name = $1`;
    const [row] = await this.db.query<Owner & Record<string, unknown>>(sql, [name]);
    return row ?? null;
  }

  /** The projects that have verified one of the names. */
  async findVerifiedOwners(names: string[]): Promise<string[]> {
    const rows = await this.db.query<{ projectId: string }>(
      `SELECT DISTINCT project_id AS "projectId" FROM domains.domain
       WHERE name = ANY ($1::text[]) AND verified_at IS NOT NULL`,
      [names],
    );
    return rows.map(({ projectId }) => projectId);
  }

  /** The token by which the project can show that a name is its own though another project has it unproven. */
  async contest(projectId: string, name: string, offered: string): Promise<string> {
    return this.db.transaction(async (tx) => {
      await tx.query(
        `DELETE FROM domains.contest c WHERE created_at < app.now() - make_interval(days => $1) OR project_id = $2
           AND name IN (SELECT name FROM domains.contest WHERE project_id = $2 ORDER BY created_at DESC OFFSET $3)`,
        [contestDays, projectId, mostContests],
      );
      const [row] = await tx.query<{ token: string }>(
        `INSERT INTO domains.contest (project_id, name, token) VALUES ($1, $2, $3)
         ON CONFLICT (project_id, name) DO UPDATE SET token = domains.contest.token RETURNING token`,
        [projectId, name, offered],
      );
      return (row as { token: string }).token;
    });
  }

  /** The domain in place of the unproven one of another project; null when that one has been proven meanwhile. */
  takeOver(domain: NewDomain, proof: NewProof, checkSeconds: number): Promise<Domain | null> {
    const { projectId, name } = domain;
    return this.db.transaction(async (tx) => {
      await tx.query('DELETE FROM domains.domain WHERE name = $1 AND verified_at IS NULL AND project_id <> $2', [
        name,
        projectId,
      ]);
      await tx.query('DELETE FROM domains.contest WHERE project_id = $1 AND name = $2', [projectId, name]);
      return this.insert(domain, proof, checkSeconds, tx);
    });
  }

  /** Adds a domain that waits for its proof and is checked first in `checkSeconds`; null when the name is taken. */
  async insert(
    domain: NewDomain,
    proof: NewProof,
    checkSeconds: number,
    db: Queryable = this.db,
  ): Promise<Domain | null> {
    const [row] = await db.query<Domain>(
      `INSERT INTO domains.domain AS d (project_id, id, name, proof, ownership_token, dkim_selector, dkim_public_key,
                                        dkim_private_key, dkim_tokens, next_check_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, app.now() + make_interval(secs => $10))
       ON CONFLICT (name) DO NOTHING RETURNING ${domainColumns}`,
      [
        domain.projectId,
        domain.id,
        domain.name,
        proof.proof,
        domain.ownershipToken,
        proof.dkimSelector ?? null,
        proof.dkimPublicKey ?? null,
        proof.dkimPrivateKey ?? null,
        proof.dkimTokens ?? [],
        checkSeconds,
      ],
    );
    return row ?? null;
  }

  /** Answers the removed domain; null when the project has none of that id. */
  async remove(projectId: string, id: string): Promise<Domain | null> {
    const [row] = await this.db.query<Domain>(
      `DELETE FROM domains.domain d WHERE project_id = $1 AND id = $2 RETURNING ${domainColumns}`,
      [projectId, id],
    );
    return row ?? null;
  }

  /** Those of the names that are verified domains of this very project: names match exactly, subdomains do not count. */
  async findVerified(projectId: string, names: string[]): Promise<string[]> {
    const rows = await this.db.query<{ name: string }>(
      {
        name: 'domains_find_verified',
        text: `SELECT name FROM domains.domain
               WHERE project_id = $1 AND name = ANY ($2::text[]) AND verified_at IS NOT NULL`,
      },
      [projectId, names],
    );
    return rows.map((row) => row.name);
  }

  /** Those of the names that are verified domains of any project: a name belongs to one. */
  findReceivers(names: string[]): Promise<{ domain: string; projectId: string }[]> {
    return this.db.query(
      {
        name: 'domains_find_receivers',
        text: `SELECT name AS domain, project_id AS "projectId" FROM domains.domain
               WHERE name = ANY ($1::text[]) AND verified_at IS NOT NULL`,
      },
      [names],
    );
  }

  /** The sealed signing key of a verified domain; null where we do not sign. */
  async findSigningKey(projectId: string, name: string): Promise<{ id: string; selector: string; box: Buffer } | null> {
    const [row] = await this.db.query<{ id: string; selector: string; box: Buffer }>(
      {
        name: 'domains_find_signing_key',
        text: `SELECT id, dkim_selector AS selector, dkim_private_key AS box FROM domains.domain
               WHERE project_id = $1 AND name = $2 AND verified_at IS NOT NULL AND dkim_private_key IS NOT NULL`,
      },
      [projectId, name],
    );
    return row ?? null;
  }

  /** Records a domain that needs no proof; false when the name is another project's. */
  async addVerified(projectId: string, id: string, name: string): Promise<boolean> {
    const rows = await this.db.query(
      `INSERT INTO domains.domain (project_id, id, name, verified_at) VALUES ($1, $2, $3, app.now())
       ON CONFLICT (name) DO UPDATE SET verified_at = coalesce(domains.domain.verified_at, app.now())
       WHERE domains.domain.project_id = excluded.project_id RETURNING id`,
      [projectId, id, name],
    );
    return rows.length > 0;
  }
}
