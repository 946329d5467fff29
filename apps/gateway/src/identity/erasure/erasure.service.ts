import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import { Db, type Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { Outbox } from '@waybill/messaging/event/outbox';
import { KeyCache } from '../../access/key/key-cache';
import { UploadService } from '../upload/upload.service';

/** The services that hold data of projects; each says when it has erased it. */
const services = ['contacts', 'delivery', 'workflow-engine', 'segments', 'billing', 'domain-verifier'];

/** A reset or deletion as its requester sees it. */
export interface ErasureView {
  id: string;
  state: 'active' | 'completed';
  progress: number;
  result: { waitingFor: string[] };
  failedReason: null;
}

export type ErasureKind = 'reset' | 'delete';

/** Resets and deletes projects: the services erase their data on their own, and what is left to do can be watched. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    private readonly cache: KeyCache,
    private readonly uploads: UploadService,
    consumers: EventConsumers,
  ) {
    consumers.register({
      durable: 'gateway-erased',
      subject: 'project.erased',
      handle: async (tx, events) => {
        for (const { data } of events) await this.erased(tx, data.jobId, data.service);
      },
    });
  }

  /** Answers the id of the job. A deleted project's keys are refused everywhere when this answers. */
  async start(kind: ErasureKind, projectId: string, userId: string, requestId: string): Promise<string> {
    const jobId = newId();
    await this.db.transaction(async (tx) => {
      if (kind === 'delete') await this.close(tx, projectId);
      await tx.query(
        `INSERT INTO identity.erasure_job (id, project_id, user_id, kind, services, waiting_for)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [jobId, projectId, userId, kind, services.length, services],
      );
      const about = { projectId, requestId, contactId: null, contactEmail: null };
      await this.outbox.add(tx, [{ subject: 'project.erasure', ...about, data: { jobId, kind } }]);
    });
    this.outbox.wake();
    if (kind === 'delete') await this.cache.accessChanged(projectId);
    return jobId;
  }

  /** The state of a job. @throws AppError 404 `JOB_NOT_FOUND` for every user but the one who started it */
  async get(jobId: string, projectId: string, userId: string): Promise<ErasureView> {
    const [row] = isUuid(jobId) && isUuid(projectId) ? await this.read(jobId, projectId, userId) : [];
    if (!row) throw new AppError('JOB_NOT_FOUND', 'There is no such job');
    return {
      id: jobId,
      state: row.waitingFor.length === 0 ? 'completed' : 'active',
      progress: Math.round((100 * (row.services - row.waitingFor.length)) / row.services),
      result: { waitingFor: row.waitingFor },
      failedReason: null,
    };
  }

  private read(jobId: string, projectId: string, userId: string) {
    return this.db.query<{ services: number; waitingFor: string[] }>(
      `SELECT services, waiting_for AS "waitingFor" FROM identity.erasure_job
       WHERE id = $1 AND project_id = $2 AND user_id = $3`,
      [jobId, projectId, userId],
    );
  }

  private async close(tx: Transaction, projectId: string): Promise<void> {
    const rows = await tx.query(
      `UPDATE identity.project SET deleted_at = app.now(), access_changed_at = app.now()
       WHERE id = $1 AND deleted_at IS NULL RETURNING 1`,
      [projectId],
    );
    if (rows.length === 0) throw new AppError('NOT_FOUND', 'There is no such project');
    await tx.query('DELETE FROM identity.api_key WHERE project_id = $1', [projectId]);
  }

  /** When the last service is done with a deletion, the project itself goes, and with it members and invitations. */
  private async erased(tx: Transaction, jobId: string, service: string): Promise<void> {
    const [job] = await tx.query<{ projectId: string; kind: ErasureKind; left: number }>(
      `UPDATE identity.erasure_job SET waiting_for = array_remove(waiting_for, $2),
         finished_at = CASE WHEN array_remove(waiting_for, $2) = '{}' THEN app.now() END
       WHERE id = $1 RETURNING project_id AS "projectId", kind, cardinality(waiting_for) AS left`,
      [jobId, service],
    );
    if (!job || job.left > 0) return;
    await tx.query('DELETE FROM identity.idempotency_key WHERE project_id = $1', [job.projectId]);
    await tx.query('DELETE FROM identity.dead_letter WHERE project_id = $1', [job.projectId]);
    if (job.kind === 'reset') return;
    await this.uploads.removeAll(tx, job.projectId);
    for (const table of ['reputation', 'reputation_check', 'suspension']) {
      await tx.query(`DELETE FROM identity.${table} WHERE project_id = $1`, [job.projectId]);
    }
    await tx.query('DELETE FROM identity.project WHERE id = $1', [job.projectId]);
  }
}
