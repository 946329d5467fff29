import { Injectable } from '@nestjs/common';
import { namedSegments } from '@waybill/audience/references';
import { AppError, changedMeanwhile, validationError, type FieldError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import {
  segmentLimits,
  type ComputeAnswer,
  type ComputeJobAsk,
  type ComputeJobView,
  type ConditionCount,
  type CountCondition,
  type CreateSegmentAsk,
  type SegmentKey,
  type SegmentView,
  type UpdateSegmentAsk,
} from '@waybill/contracts/segments/segment';
import { Db, type Transaction } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { ComputeService } from '../compute/compute.service';
import { CountService } from '../count/count.service';
import { DefinitionService, type LockedProject, type ProjectDefinitions } from '../definition/definitions.service';
import { moveVersion } from '../definition/definitions.sql';
import { ConditionService } from './condition.service';
import { toView } from './segment-view';
import * as sql from './segment.sql';
import { slugOf } from './slug';

/** Milliseconds for the first count of a new segment, and for one that a caller asks for. */
const firstCountMs = 400;
const refreshMs = 20_000;

/**
 * Segments of a project. One of another project does not exist: 404 SEGMENT_NOT_FOUND. Definitions change under the project's
 * lock, in SQL: the same rows carry the counts that set operations move.
 */
@Injectable()
export class SegmentService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly definitions: DefinitionService,
    private readonly conditions: ConditionService,
    private readonly counts: CountService,
    private readonly computes: ComputeService,
  ) {}

  async list(projectId: string): Promise<SegmentView[]> {
    return (await this.db.query<sql.SegmentRow>(sql.listSegments, [projectId])).map(toView);
  }

  async get(key: SegmentKey): Promise<SegmentView> {
    return toView(await this.read(key));
  }

  /** The row of a segment. @throws AppError 404 SEGMENT_NOT_FOUND */
  async read({ projectId, id }: SegmentKey): Promise<sql.SegmentRow> {
    const [row] = isUuid(id) ? await this.db.query<sql.SegmentRow>(sql.getSegment, [projectId, id]) : [];
    if (!row) throw notFound(id);
    return row;
  }

  /** @throws AppError 422 for a name without a slug or a wrong condition, 409 for more segments than a project may have */
  async create({
    projectId,
    id,
    name,
    description,
    type: named,
    condition,
    trackMembership,
  }: CreateSegmentAsk): Promise<SegmentView> {
    const type = named ?? 'DYNAMIC';
    refuseTogether([...nameProblems(name), ...typeProblems(type, condition, trackMembership)]);
    const isTracked = type === 'DYNAMIC' && trackMembership === true;
    const isNew = await this.db.transaction(async (tx) => {
      const project = await this.definitions.lock(tx, projectId);
      if (project.all.size >= segmentLimits.perProject) {
        throw new AppError('CONFLICT', `The project has ${segmentLimits.perProject} segments, the maximum`);
      }
      const checked = type === 'DYNAMIC' ? await this.conditions.check(tx, projectId, condition, id) : null;
      const stored = checked && JSON.stringify(checked.condition);
      const values = [projectId, id, name, slugOf(name), description || null, type, stored, isTracked];
      const inserted = await tx.query(sql.insertSegment, values);
      if (inserted.length === 0) return false;
      await tx.query(moveVersion, [projectId]);
      if (isTracked) await this.computes.request(tx, projectId, id);
      return true;
    });
    if (isTracked) this.computes.wake();
    else if (isNew) await this.counts.refresh(projectId, id, firstCountMs);
    return this.get({ projectId, id });
  }

  /** Changes the named fields. @throws AppError as {@link create}; 412 when `ifMatch` is not the segment's `updatedAt` */
  async update(change: UpdateSegmentAsk): Promise<SegmentView> {
    const { projectId, id } = change;
    const { type } = await this.read({ projectId, id });
    refuseTogether([
      ...(change.name === undefined ? [] : nameProblems(change.name)),
      ...(type === 'STATIC' ? typeProblems(type, change.condition, change.trackMembership) : []),
    ]);
    const isCounted = await this.db.transaction((tx) => this.write(tx, change));
    this.computes.wake();
    if (isCounted) await this.counts.refresh(projectId, id, firstCountMs);
    return this.get({ projectId, id });
  }

  /** True when the segment is one that is counted. */
  private async write(tx: Transaction, change: UpdateSegmentAsk): Promise<boolean> {
    const { projectId, id } = change;
    const before = await this.definitions.lock(tx, projectId);
    const [row] = await tx.query<sql.SegmentRow>(sql.getSegment, [projectId, id]);
    if (!row) throw notFound(id);
    if (change.ifMatch !== undefined && change.ifMatch !== row.updatedAt.toISOString()) {
      throw changedMeanwhile(toView(row));
    }
    const condition = change.condition
      ? (await this.conditions.check(tx, projectId, change.condition, id)).condition
      : row.condition;
    const name = change.name ?? row.name;
    const description = change.description === undefined ? row.description : change.description || null;
    const isTracked = change.trackMembership ?? row.trackMembership;
    const isRedefined =
      JSON.stringify(condition) !== JSON.stringify(row.condition) || isTracked !== row.trackMembership;
    const stored = condition && JSON.stringify(condition);
    await tx.query(sql.updateSegment, [projectId, id, name, slugOf(name), description, stored, isTracked]);
    await tx.query(moveVersion, [projectId]);
    if (isRedefined) {
      if (row.trackMembership && !isTracked) await this.computes.requestClear(tx, projectId, id);
      for (const each of trackedThrough(before, id, isTracked)) await this.computes.request(tx, projectId, each);
    }
    return row.type === 'DYNAMIC' && !isTracked && isRedefined;
  }

  /** @throws AppError 409 while another segment, an active campaign or a workflow uses it */
  async delete({ projectId, id }: SegmentKey): Promise<{ deleted: true }> {
    const row = await this.read({ projectId, id });
    const key = { projectId, segmentId: row.id };
    const { all } = await this.definitions.read(this.db, projectId);
    // A workflow that starts by the events of another segment with this slug goes on without this one.
    const isOnly = ![...all.values()].some((other) => other.id !== row.id && other.slug === row.slug);
    const [{ campaigns = [] }, { workflows = [] }] = await Promise.all([
      this.asks.ask('delivery.segment-usage', key),
      this.asks.ask('workflow-engine.segment-usage', { ...key, slug: isOnly ? row.slug : null }),
    ]);
    refuseUsed('campaigns', campaigns);
    refuseUsed('workflows', workflows);
    await this.db.transaction(async (tx) => {
      const project = await this.definitions.lock(tx, projectId);
      refuseUsed('segments', referringTo(project, row.id));
      await tx.query(sql.deleteSegment, [projectId, row.id]);
      await tx.query(moveVersion, [projectId]);
      await this.computes.requestClear(tx, projectId, row.id);
    });
    this.computes.wake();
    return { deleted: true };
  }

  /** Counts the members anew; no events, no change of membership. @throws AppError 503 when that takes too long */
  async refresh(key: SegmentKey): Promise<{ memberCount: number }> {
    const { projectId, id } = await this.read(key);
    const memberCount = await this.counts.refresh(projectId, id, refreshMs);
    if (memberCount === null) throw new AppError('SERVICE_UNAVAILABLE', 'The segment cannot be counted in time');
    return { memberCount };
  }

  /** @throws AppError 409 for a dynamic segment that is not tracked */
  async compute(key: SegmentKey): Promise<ComputeAnswer> {
    const { projectId, id, type, trackMembership } = await this.read(key);
    if (type === 'STATIC') return { added: 0, removed: 0, total: (await this.refresh(key)).memberCount };
    if (!trackMembership) {
      throw new AppError(
        'CONFLICT',
        'The membership of the segment is not tracked',
        undefined,
        'Set trackMembership first.',
      );
    }
    const { id: jobId, result } = await this.computes.compute(projectId, id);
    return result ?? { message: 'The segment is being computed', jobId };
  }

  async computeJob({ projectId, id, jobId }: ComputeJobAsk): Promise<ComputeJobView> {
    const segment = await this.read({ projectId, id });
    return this.computes.job(projectId, segment.id, jobId);
  }

  /** Tries a condition that is not saved. @throws AppError 422 as {@link create} */
  async count({ projectId, condition }: CountCondition & { projectId: string }): Promise<ConditionCount> {
    const checked = await this.conditions.check(this.db, projectId, condition);
    return this.counts.tryOut(projectId, checked.condition, checked.segments);
  }
}

/** The segment itself, if tracked, and every tracked segment whose members depend on its condition. */
function trackedThrough({ all, tracked }: LockedProject, id: string, isTracked: boolean): string[] {
  const reached = new Set([id]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { id: other, condition } of all.values()) {
      if (condition && namedSegments(condition).some((named) => reached.has(named))) reached.add(other);
    }
  }
  return [...reached].filter((each) => (each === id ? isTracked : tracked.has(each)));
}

/** Segments whose condition names the segment. */
const referringTo = ({ all }: ProjectDefinitions, id: string) =>
  [...all.values()].filter(({ condition }) => condition && namedSegments(condition).includes(id));

function refuseUsed(kind: string, users: { name: string }[]): void {
  if (users.length === 0) return;
  const names = users.slice(0, 5).map(({ name }) => name);
  throw new AppError(
    'CONFLICT',
    `The segment is used by ${kind}: ${names.join(', ')}`,
    undefined,
    'Change those first.',
  );
}

function nameProblems(name: string): FieldError[] {
  if (slugOf(name) !== '') return [];
  return [
    {
      field: 'name',
      code: 'invalid_string',
      message: 'name must hold a letter a to z or a digit: events are named by it',
    },
  ];
}

function typeProblems(type: string, condition: unknown, trackMembership?: boolean): FieldError[] {
  if (type === 'DYNAMIC') {
    return condition
      ? []
      : [{ field: 'condition', code: 'required', message: 'condition is required for a dynamic segment' }];
  }
  const problems: FieldError[] = [];
  if (condition)
    problems.push({ field: 'condition', code: 'invalid_type', message: 'a static segment has no condition' });
  if (trackMembership) {
    problems.push({
      field: 'trackMembership',
      code: 'invalid_type',
      message: 'a static segment has no tracked membership',
    });
  }
  return problems;
}

function refuseTogether(problems: FieldError[]): void {
  if (problems.length > 0) throw validationError(problems);
}

const notFound = (id: string): AppError => new AppError('SEGMENT_NOT_FOUND', `There is no segment ${id.slice(0, 60)}`);
