import { Injectable } from '@nestjs/common';
import type { Caps } from '@waybill/contracts/billing/limits';
import { Db } from '@waybill/database/db';

const noCaps: Caps = { workflows: null, campaigns: null, transactional: null, inbound: null };

/** The caps of projects. */
@Injectable()
export class CapStore {
  constructor(private readonly db: Db) {}

  /** A project of which nothing was ever set has no caps. */
  async get(projectId: string): Promise<Caps> {
    const [caps] = await this.db.query<Caps>(
      {
        name: 'billing_caps',
        text: 'SELECT workflows, campaigns, transactional, inbound FROM billing.cap WHERE project_id = $1',
      },
      [projectId],
    );
    return caps ?? noCaps;
  }

  async set(projectId: string, { workflows, campaigns, transactional, inbound }: Caps): Promise<void> {
    await this.db.query(
      `INSERT INTO billing.cap (project_id, workflows, campaigns, transactional, inbound) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (project_id) DO UPDATE SET workflows = excluded.workflows, campaigns = excluded.campaigns,
         transactional = excluded.transactional, inbound = excluded.inbound, updated_at = app.now()`,
      [projectId, workflows, campaigns, transactional, inbound],
    );
  }
}
