import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';

/** The sending domains of projects. */
@Injectable()
export class DomainService {
  constructor(private readonly db: Db) {}

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

  /** Records a domain that needs no proof, because the installation itself owns it. A name of another project is refused. */
  async addVerified(projectId: string, name: string): Promise<void> {
    const rows = await this.db.query(
      `INSERT INTO domains.domain (project_id, id, name, verified_at) VALUES ($1, $2, $3, app.now())
       ON CONFLICT (name) DO UPDATE SET verified_at = coalesce(domains.domain.verified_at, app.now())
       WHERE domains.domain.project_id = excluded.project_id RETURNING id`,
      [projectId, newId(), name.toLowerCase()],
    );
    if (rows.length === 0) throw new Error(`${name} belongs to another project`);
  }
}
