import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { isContention } from '@waybill/database/database-errors';
import { Jobs, type JobAttempt } from '@waybill/database/jobs';
import { LoggedPoller } from '@waybill/messaging/worker';
import { Raced } from '../contact/write-contacts';
import { BulkSteps } from './bulk-steps';
import { ExportSteps } from './export-steps';
import { ImportSteps } from './import-steps';
import type { Job, Step } from './job';
import { bulkQueue, importQueue, JobRecords } from './job-record.service';
import { RemovalSteps } from './removal-steps';

interface Ticket {
  projectId: string;
  jobId: string;
}

const hourly = 60 * 60 * 1000;
const maxClashes = 10;

/** Works on imports, exports, bulk jobs and removals: step by step, each step in one transaction with its counts. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(JobWorker.name);
  private readonly pruning = new LoggedPoller('old-jobs', () => this.records.prune(), hourly);

  constructor(
    jobs: Jobs,
    private readonly records: JobRecords,
    private readonly imports: ImportSteps,
    private readonly bulk: BulkSteps,
    private readonly removals: RemovalSteps,
    private readonly exports: ExportSteps,
  ) {
    const work = (ticket: Ticket, attempt: JobAttempt): Promise<void> => this.work(ticket, attempt);
    jobs.register({ name: importQueue, concurrency: 2, oneAtATimePerGroup: true, work });
    jobs.register({ name: bulkQueue, concurrency: 2, oneAtATimePerGroup: true, work });
  }

  onApplicationBootstrap(): void {
    this.pruning.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pruning.stop();
  }

  /** Brings the job to its end. A refusal (a bad file) ends it; any other error has it tried again, from where it is. */
  async work({ projectId, jobId }: Ticket, { signal, last }: JobAttempt): Promise<void> {
    const job = await this.records.find(projectId, jobId);
    if (!job || job.state === 'completed' || job.state === 'failed') return;
    try {
      const step = await this.open(job);
      do signal.throwIfAborted();
      while (await this.try(step));
      await this.records.end(job, null);
    } catch (error) {
      if (error instanceof AppError) return this.records.end(job, error.errors?.[0]?.message ?? error.message);
      this.logger.warn(`${job.kind} ${jobId}: ${String(error)}`);
      if (last) return this.records.end(job, 'Something went wrong on our side');
      throw error;
    }
  }

  private async open(job: Job): Promise<Step> {
    if (job.kind === 'import') return this.imports.open(job);
    if (job.kind === 'export') return this.exports.open(job);
    if (job.kind === 'field-delete' || job.kind === 'event-delete') return this.removals.open(job);
    return this.bulk.open(job);
  }

  /** Another writer in the way is no failure of the job: nothing was committed, the step runs again. */
  private async try(step: Step): Promise<boolean> {
    for (let clashes = 0; ; clashes++) {
      try {
        return await step();
      } catch (error) {
        if (!(error instanceof Raced || isContention(error)) || clashes >= maxClashes) throw error;
      }
    }
  }
}
