import { Injectable } from '@nestjs/common';
import type {
  BulkAsk,
  BulkError,
  BulkResult,
  GetJob,
  ImportAsk,
  ImportError,
  ImportResult,
  JobView,
  QueuedJob,
} from '@waybill/contracts/contacts/job';
import { AppError } from '@waybill/contracts/errors';
import { fromContactId, isUuid } from '@waybill/contracts/ids';
import { readHeader } from './csv-header';
import { checkLines, headerCells } from './csv-reader';
import type { Job, JobInput } from './job';
import { JobStore, type NewJob } from './job-store';

const bulkKinds = ['subscribe', 'unsubscribe', 'delete'] as const;
const isBulk = (kind: Job['kind']): kind is (typeof bulkKinds)[number] => bulkKinds.some((bulk) => bulk === kind);
const poll = 40;

/** Queues jobs and reports their progress. */
@Injectable()
export class JobService {
  constructor(private readonly store: JobStore) {}

  /** The file is stored when this answers. @throws AppError 422 `file` for a file that cannot be imported */
  async import({ projectId, requestId, jobId, csv }: ImportAsk): Promise<QueuedJob> {
    checkLines(csv);
    readHeader(headerCells(csv));
    await this.store.create({ projectId, id: jobId, kind: 'import', requestId, input: {}, total: 0, csv });
    return { message: 'The import is queued', jobId };
  }

  async bulk({ projectId, requestId, jobId, operation, ...request }: BulkAsk): Promise<QueuedJob> {
    const { filter, excludeIds } = request;
    const input: JobInput =
      request.mode === 'query' ? { filter: filter ?? {}, excludeIds } : { ids: distinct(request) };
    const total = input.ids?.length ?? 0;
    await this.store.create({ projectId, id: jobId, kind: operation, requestId, input, total });
    return { message: `The contacts are queued to ${operation}`, jobId };
  }

  /** @throws AppError 404 `JOB_NOT_FOUND`, also for another project's job and another kind's route */
  async get({ projectId, id, kind }: GetJob): Promise<JobView> {
    const job = isUuid(id) ? await this.store.find(projectId, id) : null;
    if (!job || (kind === 'import' ? job.kind !== 'import' : !isBulk(job.kind))) {
      throw new AppError('JOB_NOT_FOUND', 'There is no such job');
    }
    const over = job.state === 'completed' || job.state === 'failed';
    const progress = job.state === 'completed' ? 100 : job.total === 0 ? 0 : Math.floor((job.done / job.total) * 100);
    return {
      id: job.id,
      state: job.state,
      progress: Math.min(progress, 100),
      result: over ? await this.result(job) : null,
      failedReason: job.failedReason,
    };
  }

  /** Queues a job and waits a moment for its end; answers how many things it changed, or null when it goes on. */
  async createAndWait(job: NewJob, limit: number): Promise<number | null> {
    await this.store.create(job);
    for (const end = Date.now() + limit; Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, poll));
      const now = await this.store.find(job.projectId, job.id);
      if (now?.state === 'completed') return now.updated;
    }
    return null;
  }

  private async result(job: Job): Promise<ImportResult | BulkResult> {
    const { created, updated, unchanged, duplicate, failed, similarFields } = job;
    if (!isBulk(job.kind)) {
      const errors = await this.store.errors<ImportError>(job.projectId, job.id);
      const counts = { totalRows: job.total, successCount: created + updated, createdCount: created };
      return {
        ...counts,
        updatedCount: updated,
        failureCount: failed,
        duplicateCount: duplicate,
        errors,
        similarFields,
      };
    }
    const errors = await this.store.errors<BulkError>(job.projectId, job.id);
    const counts = { successCount: updated, unchangedCount: unchanged, failureCount: failed };
    return { operation: job.kind, totalRequested: job.total, ...counts, errors };
  }
}

/** The ids of a request once each, bare where they are ids. */
const distinct = ({ contactIds = [] }: { contactIds?: string[] }): string[] => [
  ...new Set(contactIds.map((text) => fromContactId(text) ?? text)),
];
