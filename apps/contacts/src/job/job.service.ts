import { Injectable } from '@nestjs/common';
import type {
  BulkAsk,
  BulkError,
  BulkRequest,
  BulkResult,
  ExportAsk,
  ExportPart,
  GetPart,
  ExportResult,
  GetJob,
  ImportAsk,
  ImportError,
  ImportResult,
  JobView,
  QueuedJob,
} from '@waybill/contracts/contacts/job';
import { AppError, validationError, type FieldError } from '@waybill/contracts/errors';
import { fromContactId, isUuid } from '@waybill/contracts/ids';
import { ConditionService } from '../condition/condition.service';
import { readHeader } from '../csv/csv-header';
import { checkLines, headerCells } from '../csv/csv-reader';
import { ExportSteps } from './export-steps';
import type { Job, JobInput } from './job';
import { JobRecords, type NewJob } from './job-record.service';

const bulkKinds = ['subscribe', 'unsubscribe', 'delete'] as const;
const isBulk = (kind: Job['kind']): kind is (typeof bulkKinds)[number] => bulkKinds.some((bulk) => bulk === kind);
const poll = 40;

/** Queues jobs and reports their progress. */
@Injectable()
export class JobService {
  constructor(
    private readonly records: JobRecords,
    private readonly exports: ExportSteps,
    private readonly conditions: ConditionService,
  ) {}

  /**
   * The file is stored when this answers.
   * @throws AppError 422 `file` for a file that cannot be imported, `mapping.<column>` for a mapping that does not fit it
   */
  async import({ projectId, requestId, jobId, csv, dryRun = false, mapping }: ImportAsk): Promise<QueuedJob> {
    checkLines(csv);
    readHeader(headerCells(csv), mapping);
    const input: JobInput = { mapping, dryRun };
    await this.records.create({ projectId, id: jobId, kind: 'import', requestId, input, total: 0, csv });
    return { message: dryRun ? 'The dry run is queued' : 'The import is queued', jobId };
  }

  /** @throws AppError 422 for a condition that cannot be used, and for parts of a request that do not go together */
  async bulk({ projectId, requestId, jobId, operation, ...request }: BulkAsk): Promise<QueuedJob> {
    const input = await this.bulkInput(projectId, request);
    const total = input.ids?.length ?? 0;
    await this.records.create({ projectId, id: jobId, kind: operation, requestId, input, total });
    return { message: `The contacts are queued to ${operation}`, jobId };
  }

  /** @throws AppError 422 for a condition that cannot be used, and for a column that is none */
  async export({ projectId, requestId, jobId, condition, fields: given }: ExportAsk): Promise<QueuedJob> {
    const checked = condition ? await this.conditions.check(projectId, condition) : null;
    const fields = await this.exports.columns(projectId, given);
    const input: JobInput = { condition: checked?.condition, fields };
    await this.records.create({ projectId, id: jobId, kind: 'export', requestId, input, total: 0 });
    return { message: 'The export is queued', jobId };
  }

  /** @throws AppError 404 as {@link get}, for an export that is not completed and for a file that is not kept any more */
  async exportPart({ projectId, id, after }: GetPart): Promise<ExportPart> {
    return this.exports.part(await this.find({ projectId, id, kind: 'export' }), after);
  }

  /** @throws AppError 404 `JOB_NOT_FOUND`, also for another project's job and another kind's route */
  async get(key: GetJob): Promise<JobView> {
    const job = await this.find(key);
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
    await this.records.create(job);
    for (const end = Date.now() + limit; Date.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, poll));
      const now = await this.records.find(job.projectId, job.id);
      if (now?.state === 'completed') return now.updated;
    }
    return null;
  }

  private async find({ projectId, id, kind }: GetJob): Promise<Job> {
    const job = isUuid(id) ? await this.records.find(projectId, id) : null;
    if (job && (kind === 'bulk' ? isBulk(job.kind) : job.kind === kind)) return job;
    throw new AppError('JOB_NOT_FOUND', 'There is no such job');
  }

  private async bulkInput(projectId: string, request: BulkRequest): Promise<JobInput> {
    refuseMixed(request);
    const { mode, condition, except, filter, excludeIds } = request;
    if (condition) return { condition: (await this.conditions.check(projectId, condition)).condition, except };
    return mode === 'query' ? { filter: filter ?? {}, excludeIds } : { ids: distinct(request) };
  }

  private async result(job: Job): Promise<ImportResult | BulkResult | ExportResult | null> {
    const { projectId, id, updated, unchanged, failed } = job;
    if (job.kind === 'export') return job.state === 'completed' ? this.exports.result(job) : null;
    if (!isBulk(job.kind)) return importResult(job, await this.records.errors<ImportError>(projectId, id));
    const errors = await this.records.errors<BulkError>(projectId, id);
    const totalRequested = job.input.condition ? updated + unchanged + failed : job.total;
    const counts = { successCount: updated, unchangedCount: unchanged, failureCount: failed };
    return { operation: job.kind, totalRequested, ...counts, errors };
  }
}

function importResult(job: Job, errors: ImportError[]): ImportResult {
  const { created, updated, similarFields } = job;
  return {
    dryRun: job.input.dryRun === true,
    totalRows: job.total,
    successCount: created + updated,
    createdCount: created,
    updatedCount: updated,
    unchangedCount: job.unchanged,
    failureCount: job.failed,
    duplicateCount: job.duplicate,
    errors,
    similarFields,
  };
}

/** A request names its contacts in one way: what another way would leave out must not be taken by this one. */
function refuseMixed({ condition, except, contactIds, filter, excludeIds, mode }: BulkRequest): void {
  const beside: Record<string, unknown> = condition ? { contactIds, filter, excludeIds } : { except };
  const named = Object.keys(beside).filter((field) => (beside[field] ?? null) !== null);
  if (condition && mode === 'query') named.push('mode');
  const problem = condition ? 'cannot stand beside condition' : 'needs condition';
  const problems = named.map((field): FieldError => {
    return { field, code: 'invalid_type', message: `${field} ${problem}` };
  });
  if (problems.length > 0) throw validationError(problems);
}

/** The ids of a request once each, bare where they are ids. */
const distinct = ({ contactIds = [] }: { contactIds?: string[] }): string[] => [
  ...new Set(contactIds.map((text) => fromContactId(text) ?? text)),
];
