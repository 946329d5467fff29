import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { DurableConsumerName } from '@waybill/contracts/events';
import { errorCode, isDatabaseAway } from '@waybill/database/database-errors';
import type { Db } from '@waybill/database/db';
import type { EventConsumers } from './event/event-consumers';
import { LoggedPoller } from './worker';
import type { Outbox } from './event/outbox';

/** The data of a service that the reset of a project deletes. The deletion of a project deletes all of it. */
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

/** The relay's own rows go when their events are known to be handled; the list of erasures is not data of a project. */
const neverErased = new Set(['outbox', 'project_erasure']);
const chunk = 1_000;
/** Chunks of one table in one turn. */
const chunksPerTurn = 20;
/** Looks at every table in one turn: rows, those that they refer to, and what keeps count of both. */
const looksPerTurn = 4;
/** Before every erasure. */
const start = '00000000-0000-0000-0000-000000000000';
const foreignKeyViolation = '23503';

/**
 * Erases a project's rows from every table of the service's schema that has a `project_id`, so that a table added later is
 * not forgotten: a thousand rows at a time, going on where it was after a crash. Erasures take turns, the oldest first.
 * Reports with `project.erased`.
 */
export class ProjectEraser implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ProjectEraser.name);
  private readonly loop: LoggedPoller;
  /** The turns go on behind this erasure. */
  private after = start;
  /** Has an erasure got further since the first one's turn? */
  private hasMoved = false;
  /** Why erasures failed in their last turns, by id: each cause is logged once. */
  private readonly failures = new Map<string, string>();

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    consumers: EventConsumers,
    private readonly data: ProjectData,
  ) {
    this.loop = new LoggedPoller('project-erasure', () => this.round(), 5_000);
    consumers.register({
      durable: `${data.service}-erasure` as DurableConsumerName,
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

  /** The next erasure's turn, so that one that is long or fails keeps no other waiting; true when there may be more to do. */
  private async round(): Promise<boolean> {
    const [erasure] = await this.db.query<Erasure>(
      `SELECT id, project_id AS "projectId", kind, done_at IS NOT NULL AS again
       FROM ${this.data.schema}.project_erasure WHERE (done_at IS NULL OR again_at <= app.now()) AND id > $1
       ORDER BY id LIMIT 1`,
      [this.after],
    );
    if (!erasure) {
      const { hasMoved } = this;
      this.after = start;
      this.hasMoved = false;
      return hasMoved;
    }
    this.after = erasure.id;
    if (await this.takeTurn(erasure)) this.hasMoved = true;
    return true;
  }

  /** False when it failed: it is tried again when the others had their turns. */
  private async takeTurn(erasure: Erasure): Promise<boolean> {
    try {
      if (await this.erase(erasure)) await this.finish(erasure);
      this.failures.delete(erasure.id);
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const text = error instanceof Error ? error.message : String(error);
      const known = this.failures.get(erasure.id);
      if (text !== known) this.logger.error(`project ${erasure.projectId} cannot be erased yet: ${text}`);
      this.failures.set(erasure.id, text);
      return false;
    }
  }

  /**
   * A turn; true when the erasure is over: a look at every table found nothing, for what keeps count of other rows writes
   * when they go. A project that is reset goes on working, and what comes in meanwhile is not waited for.
   */
  private async erase({ projectId, kind }: Erasure): Promise<boolean> {
    if (kind === 'reset' && this.data.keptOnReset === 'all') return true;
    const tables = await this.tables(kind);
    for (let look = 1; look <= looksPerTurn; look++) {
      const { erased, isWhole, referred } = await this.look(tables, projectId);
      if (erased === 0 && referred.length > 0) {
        throw new Error(`${referred.join(', ')} are referred to by rows that stay`);
      }
      if (erased === 0) return true;
      if (!isWhole) return false;
      if (kind === 'reset' && look === looksPerTurn && referred.length === 0) return true;
    }
    return false;
  }

  /** Erases from each table once; `isWhole`: none had more than a turn takes. `referred`: other rows go before theirs. */
  private async look(tables: string[], projectId: string) {
    let erased = 0;
    let isWhole = true;
    const referred: string[] = [];
    for (const table of tables) {
      const rows = await this.eraseFrom(table, projectId);
      if (rows === null) referred.push(table);
      else erased += rows;
      if (rows !== null && rows >= chunk * chunksPerTurn) isWhole = false;
    }
    return { erased, isWhole, referred };
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

  /** How many rows went, as many as a turn takes at most; null when rows of another table still refer to these: that one goes first. */
  private async eraseFrom(table: string, projectId: string): Promise<number | null> {
    let erased = 0;
    try {
      for (let taken = 0; taken < chunksPerTurn; taken++) {
        const gone = await this.db.query(
          `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE project_id = $1 LIMIT ${chunk}))
             AND project_id = $1 RETURNING 1`,
          [projectId],
        );
        erased += gone.length;
        if (gone.length < chunk) break;
      }
      return erased;
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
