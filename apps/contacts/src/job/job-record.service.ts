import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { Db, type Transaction } from '@waybill/database/db';
import { Jobs } from '@waybill/database/jobs';
import { exportLimits } from '@waybill/contracts/contacts/job';
import { dropOlderParts, dropParts, pruneParts } from './export.sql';
import { keptErrors, type Job, type JobInput, type JobKind, type Progress } from './job';
import * as sql from './job.sql';

/** Of each queue one job of a project at a time; exports are in the queue of bulk jobs. */
export const importQueue = 'contact-import';
export const bulkQueue = 'contact-bulk';
const queueOf = (kind: JobKind): string => (kind === 'import' ? importQueue : bulkQueue);

/** Jobs of one project that are not over. */
export const maxOpenJobs = 50;
/** Seconds. */
const retryAfter = 10;

export interface NewJob {
  projectId: string;
  id: string;
  kind: JobKind;
  requestId: string;
  input: JobInput;
  total: number;
  /** The file of an import. */
  csv?: string;
}

/** The jobs of contacts: what is to be done, how far it is, what came of it. */
@Injectable()
export class JobRecords {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Stores the job with all it needs and has it worked on; settles after the commit.
   * @throws AppError 429 QUEUE_FULL while the project has {@link maxOpenJobs} jobs that are not over.
   */
  async create(job: NewJob): Promise<void> {
    const { projectId, id, kind, requestId, input, total, csv } = job;
    const queue = queueOf(kind);
    await this.db.transaction(async (tx) => {
      await this.refuseIfFull(tx, projectId, id);
      const made = await tx.query(sql.insertJob, [projectId, id, kind, requestId, JSON.stringify(input), total]);
      if (made.length === 0) return;
      if (csv !== undefined) await tx.query(sql.insertFile, [projectId, id, csv]);
      await this.jobs.add(tx, queue, { projectId, jobId: id }, projectId);
    });
    this.jobs.wake(queue);
  }

  async find(projectId: string, id: string): Promise<Job | null> {
    return (await this.db.query<Job & Record<string, unknown>>(sql.getJob, [projectId, id]))[0] ?? null;
  }

  /** The text of an import's file; null when the import is over. */
  async file(projectId: string, id: string): Promise<string | null> {
    return (await this.db.query<{ csv: string }>(sql.getFile, [projectId, id]))[0]?.csv ?? null;
  }

  async errors<T extends object>(projectId: string, id: string): Promise<T[]> {
    const rows = await this.db.query<{ detail: T }>(sql.listErrors, [projectId, id, keptErrors]);
    return rows.map((row) => row.detail);
  }

  /**
   * Runs one step in a transaction that holds the job, and adds its progress to the counts: both or neither.
   * Another worker of the same job waits and continues from there. False when the job has ended or the step did nothing.
   */
  async step(job: Job, work: (tx: Transaction, job: Job) => Promise<Progress | null>): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const [held] = await tx.query<Job & Record<string, unknown>>(sql.lockJob, [job.projectId, job.id]);
      if (!held || held.state === 'completed' || held.state === 'failed') return false;
      const progress = await work(tx, held);
      if (!progress) return false;
      await this.add(tx, held, progress);
      return true;
    });
  }

  /** Ends the job. Its uploaded file is not needed any more, nor are the files of older exports than the newest ones. */
  async end(job: Job, failedReason: string | null): Promise<void> {
    const key = [job.projectId, job.id];
    await this.db.transaction(async (tx) => {
      const state = failedReason === null ? 'completed' : 'failed';
      await tx.query(sql.endJob, [...key, state, failedReason]);
      await tx.query(sql.dropFile, key);
      if (job.kind !== 'export') return;
      if (failedReason !== null) await tx.query(dropParts, key);
      await tx.query(dropOlderParts, [job.projectId, exportLimits.keptFiles]);
    });
  }

  /** A file waits in the database, and a project's jobs go one after the other: more would only wait. */
  private async refuseIfFull(tx: Transaction, projectId: string, id: string): Promise<void> {
    const [, [row]] = await Promise.all([
      tx.query(sql.lockJobs, [projectId]),
      tx.query<{ open: number }>(sql.countOpen, [projectId, id]),
    ]);
    if ((row?.open ?? 0) < maxOpenJobs) return;
    const advice = 'Wait until earlier imports and bulk jobs are over.';
    throw new AppError(
      'QUEUE_FULL',
      `The project has ${maxOpenJobs} jobs that are not over`,
      undefined,
      advice,
      retryAfter,
    );
  }

  async prune(): Promise<void> {
    await this.db.query(pruneParts);
    await this.db.query(sql.pruneJobs);
  }

  private async add(tx: Transaction, job: Job, progress: Progress): Promise<void> {
    const {
      done,
      created = 0,
      updated = 0,
      unchanged = 0,
      duplicate = 0,
      errors = [],
      total,
      walkedTo,
      similarFields,
    } = progress;
    const counts = [done, created, updated, unchanged, duplicate, errors.length];
    const learned = [total ?? null, walkedTo ?? null, similarFields ? JSON.stringify(similarFields) : null];
    await tx.query(sql.advanceJob, [job.projectId, job.id, ...counts, ...learned]);
    const kept = errors.slice(0, Math.max(0, keptErrors - job.failed));
    if (kept.length === 0) return;
    const columns = [kept.map(({ position }) => position), kept.map(({ detail }) => JSON.stringify(detail))];
    await tx.query(sql.insertErrors, [job.projectId, job.id, ...columns]);
  }
}
