import { Injectable } from '@nestjs/common';
import { compileCondition, compileNextChange } from '@waybill/audience/compile';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { ComputeJobView, ComputeResult } from '@waybill/contracts/segments/segment';
import { Db, type Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Jobs, type JobAttempt } from '@waybill/database/jobs';
import { Outbox } from '@waybill/messaging/event/outbox';
import { DefinitionService, type LockedProject, type TrackedSegment } from '../definition/definitions.service';
import { WatchService } from '../definition/watch.service';
import { MembershipService } from '../membership/membership.service';
import type { ChangeRow } from '../membership/membership.sql';
import * as sql from './compute.sql';
import { findDifferences, type Chunk, type Differences } from './differences';

const computeQueue = 'segment-compute';
const clearQueue = 'segment-clear';

const clearChunk = 5_000;
/** Milliseconds that a request waits for its compute. */
const waitMs = 5_000;
const pollMs = 50;

interface ComputeJob {
  projectId: string;
  computeId: string;
}

interface ClearJob {
  projectId: string;
  segmentId: string;
}

type ChunkChange = ChangeRow & { email: string | null };

/** A compute that goes on. */
interface OpenCompute {
  compute: sql.ComputeRow;
  project: LockedProject;
  segment: TrackedSegment;
}

/**
 * Repairs a tracked segment: finds the contacts whose membership is not what the condition says, a range of all contacts after the
 * other, and decides those in chunks. Each chunk is one transaction with its position and its events.
 */
@Injectable()
export class ComputeService {
  constructor(
    private readonly db: Db,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
    private readonly definitions: DefinitionService,
    private readonly watches: WatchService,
    private readonly membership: MembershipService,
  ) {
    jobs.register<ComputeJob>({ name: computeQueue, concurrency: 2, work: (job, attempt) => this.work(job, attempt) });
    jobs.register<ClearJob>({ name: clearQueue, concurrency: 1, work: (job, { signal }) => this.clear(job, signal) });
  }

  /** Begins a compute with `tx`, or has the open one begin anew; call {@link wake} after the commit. */
  async request(tx: Transaction, projectId: string, segmentId: string): Promise<string> {
    const [open] = await tx.query<{ id: string }>(sql.restartCompute, [projectId, segmentId]);
    return open?.id ?? this.begin(tx, projectId, segmentId);
  }

  /** Removes the members of a segment that is gone or not tracked, in the background. */
  async requestClear(tx: Transaction, projectId: string, segmentId: string): Promise<void> {
    await this.jobs.add(tx, clearQueue, { projectId, segmentId } satisfies ClearJob);
  }

  wake(): void {
    this.jobs.wake(computeQueue);
    this.jobs.wake(clearQueue);
  }

  /** Computes, or joins the compute that is open; answers its result, or null with its id when it takes longer than a request. */
  async compute(projectId: string, segmentId: string): Promise<{ id: string; result: ComputeResult | null }> {
    const id = await this.db.transaction(async (tx) => {
      const [open] = await tx.query<sql.ComputeRow>(sql.computeOfSegment, [projectId, segmentId]);
      return open?.id ?? this.begin(tx, projectId, segmentId);
    });
    this.wake();
    const until = performance.now() + waitMs;
    for (;;) {
      const { state, result, failedReason } = await this.job(projectId, segmentId, id);
      if (state === 'completed') return { id, result };
      if (state === 'failed') throw new AppError('CONFLICT', `The segment cannot be computed: ${failedReason}`);
      if (performance.now() > until) return { id, result: null };
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** @throws 404 JOB_NOT_FOUND for a compute that is not the segment's */
  async job(projectId: string, segmentId: string, id: string): Promise<ComputeJobView> {
    const [row] = isUuid(id) ? await this.db.query<sql.ComputeRow>(sql.getCompute, [projectId, id]) : [];
    if (!row || row.segmentId !== segmentId) throw new AppError('JOB_NOT_FOUND', `There is no compute ${id}`);
    const { state, progress, added, removed, failedReason } = row;
    const total = state === 'completed' ? await this.memberCount(projectId, segmentId) : 0;
    return { id, state, progress, failedReason, result: state === 'completed' ? { added, removed, total } : null };
  }

  private async begin(tx: Transaction, projectId: string, segmentId: string): Promise<string> {
    const id = newId();
    const [opened] = await tx.query<{ id: string }>(sql.openCompute, [projectId, id, segmentId]);
    if (opened) {
      await this.jobs.add(tx, computeQueue, { projectId, computeId: id } satisfies ComputeJob);
      return id;
    }
    const [open] = await tx.query<sql.ComputeRow>(sql.computeOfSegment, [projectId, segmentId]);
    if (!open) throw new AppError('SERVICE_UNAVAILABLE', 'A compute of the segment has just ended: try again');
    return open.id;
  }

  private async work({ projectId, computeId }: ComputeJob, { signal, last: isLast }: JobAttempt): Promise<void> {
    try {
      await this.watches.ensure(projectId);
      for (let found = await this.find(projectId, computeId); found; ) {
        signal.throwIfAborted();
        if (!(await this.step(projectId, computeId, found))) found = await this.find(projectId, computeId);
      }
      await this.db.query(sql.pruneComputes);
    } catch (error) {
      if (isLast) await this.db.query(sql.endCompute, [projectId, computeId, 'It failed too often']);
      throw error;
    }
  }

  /** The contacts to decide behind the position of a compute; null when it is over. */
  private async find(projectId: string, computeId: string): Promise<Differences | null> {
    const open = await this.db.transaction((tx) => this.take(tx, projectId, computeId));
    return open && findDifferences(this.db, open.project, open.segment, open.compute.position);
  }

  /** The compute under its project's lock; null when it is over. */
  private async take(tx: Transaction, projectId: string, computeId: string): Promise<OpenCompute | null> {
    const project = await this.definitions.lock(tx, projectId);
    const [compute] = await tx.query<sql.ComputeRow>(sql.takeCompute, [projectId, computeId]);
    if (!compute) return null;
    const segment = project.tracked.get(compute.segmentId);
    if (segment) return { compute, project, segment };
    await tx.query(sql.endCompute, [projectId, computeId, 'The segment is gone or not tracked']);
    return null;
  }

  /** One chunk of what was found; false when there is none behind it. */
  private async step(projectId: string, computeId: string, found: Differences): Promise<boolean> {
    const goesOn = await this.db.transaction(async (tx) => {
      const open = await this.take(tx, projectId, computeId);
      const chunk = open && found.take(open.compute.position);
      if (!chunk) return false;
      await this.chunk(tx, open, chunk);
      return found.hasMore;
    });
    this.outbox.wake();
    crashPoint('segment-chunk-committed');
    return goesOn;
  }

  private async chunk(tx: Transaction, { compute, project, segment }: OpenCompute, { ids, position, isLast }: Chunk) {
    const { projectId } = project;
    const changes = ids.length === 0 ? [] : await this.decide(tx, project, segment, ids);
    const emails = new Map(changes.map(({ contactId, email }) => [contactId, email ?? undefined]));
    await this.membership.publish(tx, project, changes, (id) => emails.get(id));
    await this.membership.decide(tx, project, this.membership.referring(project, changes));
    const added = changes.filter(({ entered }) => entered).length;
    const progress = isLast ? 100 : await this.progress(tx, projectId, position);
    await tx.query(sql.moveCompute, [projectId, compute.id, position, progress, added, changes.length - added]);
    if (!isLast) return;
    await tx.query(sql.markComputed, [projectId, segment.id]);
    await tx.query(sql.endCompute, [projectId, compute.id, null]);
  }

  private decide(tx: Transaction, project: LockedProject, segment: TrackedSegment, ids: string[]) {
    const values: unknown[] = [project.projectId, segment.id, ids];
    const options = { contact: 'c', values, now: project.now, segments: project.resolved, look: 'each' } as const;
    const matches = compileCondition(segment.condition, options);
    return tx.query<ChunkChange>(sql.chunkStatement(matches, compileNextChange(segment.condition, options)), values);
  }

  private async progress(tx: Transaction, projectId: string, id: string): Promise<number> {
    const [row] = await tx.query<{ done: number; whole: number }>(sql.progressOf, [projectId, id]);
    return row && row.whole > 0 ? Math.max(0, Math.min(99, Math.floor((row.done / row.whole) * 100))) : 0;
  }

  private async memberCount(projectId: string, segmentId: string): Promise<number> {
    const [row] = await this.db.query<{ total: number }>(
      'SELECT member_count::int AS total FROM segments.segment WHERE project_id = $1 AND id = $2',
      [projectId, segmentId],
    );
    return row?.total ?? 0;
  }

  private async clear({ projectId, segmentId }: ClearJob, signal: AbortSignal): Promise<void> {
    for (let rows = clearChunk; rows > 0; ) {
      signal.throwIfAborted();
      rows = await this.db.transaction(async (tx) => {
        const project = await this.definitions.lock(tx, projectId);
        const segment = project.all.get(segmentId);
        if (segment && (segment.trackMembership || segment.type === 'STATIC')) return 0;
        const [cleared] = await tx.query<{ rows: number }>(sql.clearMembership, [projectId, segmentId, clearChunk]);
        return cleared?.rows ?? 0;
      });
      crashPoint('segment-clear-committed');
    }
    // The contacts service may stop reporting what only this segment watched.
    await this.watches.ensure(projectId);
  }
}
