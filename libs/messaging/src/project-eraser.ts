import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { DurableName } from '@waybill/contracts/events';
import { errorCode } from '@waybill/database/database-errors';
import type { Db } from '@waybill/database/db';
import type { EventConsumers } from './event-consumers';
import { Loop } from './loop';
import type { Outbox } from './outbox';

/** What of a service's data goes when a project is reset; when it is deleted, all of it goes. */
export interface ProjectData {
  schema: string;
  /** The service's name, under which it reports that it is done. */
  service: string;
  /** Tables whose rows a reset leaves alone; `all` where none of the service's data is touched by one. */
  keptOnReset: readonly string[] | 'all';
}

interface Erasure {
  id: string;
  projectId: string;
  kind: 'reset' | 'delete';
  again: boolean;
}

/** The relay's own rows go when their facts are known to be handled; the list of erasures is not data of a project. */
const neverErased = new Set(['outbox', 'project_erasure']);
const chunk = 1_000;
const foreignKeyViolation = '23503';

/**
 * Erases a project's rows from every table of the service's schema that has a `project_id`, so that a table added later is
 * not forgotten: a thousand rows at a time, going on where it was after a crash. Reports with `project.erased`.
 */
export class ProjectEraser implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    consumers: EventConsumers,
    private readonly data: ProjectData,
  ) {
    this.loop = new Loop('project-erasure', () => this.round(), 5_000);
    consumers.register({
      durable: `${data.service}-erasure` as DurableName,
      subject: 'project.erasure',
      handle: async (tx, events) => {
        for (const { projectId, data: asked } of events) {
          await tx.query(
            `INSERT INTO ${data.schema}.project_erasure (id, project_id, kind) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING`,
            [asked.jobId, projectId, asked.kind],
          );
        }
      },
      afterCommit: () => this.loop.wake(),
    });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async round(): Promise<boolean> {
    const [erasure] = await this.db.query<Erasure>(
      `SELECT id, project_id AS "projectId", kind, done_at IS NOT NULL AS again
       FROM ${this.data.schema}.project_erasure WHERE done_at IS NULL OR again_at <= app.now()
       ORDER BY requested_at LIMIT 1`,
    );
    if (!erasure) return false;
    await this.erase(erasure);
    await this.finish(erasure);
    return true;
  }

  private async erase({ projectId, kind }: Erasure): Promise<void> {
    if (kind === 'reset' && this.data.keptOnReset === 'all') return;
    const tables = await this.tables(kind);
    // What keeps count of other rows writes when they go, so it is over when a look at every table finds nothing.
    for (;;) {
      let erased = 0;
      const referred: string[] = [];
      for (const table of tables) {
        const rows = await this.eraseFrom(table, projectId);
        if (rows === null) referred.push(table);
        else erased += rows;
      }
      if (erased > 0) continue;
      if (referred.length > 0) throw new Error(`${referred.join(', ')} are referred to by rows that stay`);
      return;
    }
  }

  /** The tables with rows of projects, partitions one by one; what a reset keeps is left out. */
  private async tables(kind: Erasure['kind']): Promise<string[]> {
    const rows = await this.db.query<{ name: string; root: string }>(
      `SELECT c.oid::regclass::text AS name, coalesce(r.relname, c.relname) AS root
       FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
       LEFT JOIN pg_class r ON c.relispartition AND r.oid = pg_partition_root(c.oid)
       WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'`,
      [this.data.schema],
    );
    const kept = kind === 'reset' ? this.data.keptOnReset : [];
    return rows.filter(({ root }) => !neverErased.has(root) && !kept.includes(root)).map(({ name }) => name);
  }

  /** How many rows went; null when rows of another table still refer to these: that one goes first. */
  private async eraseFrom(table: string, projectId: string): Promise<number | null> {
    let erased = 0;
    try {
      for (;;) {
        const gone = await this.db.query(
          `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE project_id = $1 LIMIT ${chunk}))
             AND project_id = $1 RETURNING 1`,
          [projectId],
        );
        if (gone.length === 0) return erased;
        erased += gone.length;
      }
    } catch (error) {
      if (errorCode(error) === foreignKeyViolation) return erased > 0 ? erased : null;
      throw error;
    }
  }

  private async finish({ id, projectId, kind, again }: Erasure): Promise<void> {
    const { schema, service } = this.data;
    if (again) {
      await this.db.query(`UPDATE ${schema}.project_erasure SET again_at = NULL WHERE id = $1`, [id]);
      return;
    }
    await this.db.transaction(async (tx) => {
      const rows = await tx.query(
        `UPDATE ${schema}.project_erasure SET done_at = app.now(),
           again_at = CASE WHEN kind = 'delete' THEN app.now() + interval '5 minutes' END
         WHERE id = $1 AND done_at IS NULL RETURNING 1`,
        [id],
      );
      if (rows.length === 0) return;
      await this.outbox.add(tx, [
        {
          subject: 'project.erased',
          projectId,
          requestId: null,
          contactId: null,
          contactEmail: null,
          data: { jobId: id, kind, service },
        },
      ]);
    });
    this.outbox.wake();
  }
}
