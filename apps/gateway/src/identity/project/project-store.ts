import { Inject, Injectable } from '@nestjs/common';
import type { ProjectView, UpdateProject } from '@waybill/contracts/accounts/project';
import { Db, type Queryable } from '@waybill/database/db';
import type { Role } from '../../access/route/role';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';

interface ProjectRow extends Omit<ProjectView, 'createdAt' | 'updatedAt'> {
  createdAt: Date;
  updatedAt: Date;
}

const columns = `
  p.id, p.name, coalesce(pk.shown, pk.hint) AS public, sk.hint AS secret, p.disabled_at IS NOT NULL AS disabled,
  p.disabled_reason AS "disabledReason", p.tracking, p.language, p.brand, p.created_at AS "createdAt",
  p.updated_at AS "updatedAt"`;
const source = `
  identity.project p
  LEFT JOIN identity.api_key pk ON pk.project_id = p.id AND pk.kind = 'public'
  LEFT JOIN identity.api_key sk ON sk.project_id = p.id AND sk.kind = 'secret'`;

/** Projects in the identity schema. */
@Injectable()
export class ProjectStore {
  /** Projects that one user may own; 0: no limit. */
  readonly maxOwned: number;

  constructor(
    private readonly db: Db,
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
  ) {
    this.maxOwned = config.MAX_PROJECTS_PER_OWNER;
  }

  /** The projects of a user, the oldest first. */
  async list(userId: string): Promise<(ProjectView & { role: Role })[]> {
    const rows = await this.db.query<ProjectRow & { role: Role }>(
      `SELECT ${columns}, m.role FROM ${source} JOIN identity.membership m ON m.project_id = p.id
       WHERE m.user_id = $1 AND p.deleted_at IS NULL ORDER BY p.created_at, p.id`,
      [userId],
    );
    return rows.map(toView);
  }

  async find(projectId: string, db: Queryable = this.db): Promise<ProjectView | null> {
    const [row] = await db.query<ProjectRow>(
      `SELECT ${columns} FROM ${source} WHERE p.id = $1 AND p.deleted_at IS NULL`,
      [projectId],
    );
    return row ? toView(row) : null;
  }

  async add(tx: Queryable, projectId: string, name: string, ownerId: string): Promise<void> {
    await tx.query('INSERT INTO identity.project (id, name) VALUES ($1, $2)', [projectId, name]);
    await tx.query(`INSERT INTO identity.membership (project_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [
      projectId,
      ownerId,
    ]);
  }

  async update(projectId: string, { name, tracking, language, brand }: UpdateProject): Promise<void> {
    await this.db.query(
      `UPDATE identity.project SET name = coalesce($2, name), tracking = coalesce($3, tracking),
         language = coalesce($4, language), brand = CASE WHEN $5 THEN $6::jsonb ELSE brand END, updated_at = app.now() WHERE id = $1`,
      [
        projectId,
        name ?? null,
        tracking ?? null,
        language ?? null,
        brand !== undefined,
        brand ? JSON.stringify(brand) : null,
      ],
    );
  }

  /** Has the user reached the maximum of own projects? Locks the user until the end of `tx`. */
  async ownsMaximum(tx: Queryable, userId: string): Promise<boolean> {
    if (this.maxOwned === 0) return false;
    await tx.query('SELECT 1 FROM identity."user" WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    const [row] = await tx.query<{ owned: number }>(
      `SELECT count(*)::int AS owned FROM identity.membership m JOIN identity.project p ON p.id = m.project_id
       WHERE m.user_id = $1 AND m.role = 'OWNER' AND p.deleted_at IS NULL`,
      [userId],
    );
    return (row?.owned ?? 0) >= this.maxOwned;
  }

  /** Does the user own a project that is suspended? */
  async ownsDisabled(userId: string): Promise<boolean> {
    const rows = await this.db.query(
      `SELECT 1 FROM identity.membership m JOIN identity.project p ON p.id = m.project_id
       WHERE m.user_id = $1 AND m.role = 'OWNER' AND p.disabled_at IS NOT NULL AND p.deleted_at IS NULL LIMIT 1`,
      [userId],
    );
    return rows.length > 0;
  }
}

function toView<R extends ProjectRow>(row: R): Omit<R, 'createdAt' | 'updatedAt'> & ProjectView {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}
