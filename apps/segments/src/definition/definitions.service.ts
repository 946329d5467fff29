import { Injectable } from '@nestjs/common';
import type { Condition } from '@waybill/audience/condition';
import { usesOf, type ResolvedSegments, type SegmentDefinition } from '@waybill/audience/references';
import type { SegmentType } from '@waybill/contracts/segments/segment';
import type { Queryable, Transaction } from '@waybill/database/db';
import { LRUCache } from 'lru-cache';
import { lockProject, projectSegments, projectState } from './definitions.sql';

export type StoredDefinition = SegmentDefinition & { name: string; slug: string; type: SegmentType };

/** A dynamic segment whose members are kept current. */
export type TrackedSegment = StoredDefinition & { condition: Condition };

/** The segments of a project at one version. */
export interface ProjectDefinitions {
  projectId: string;
  all: ReadonlyMap<string, StoredDefinition>;
  /** How a reference to each of them is decided. */
  resolved: ResolvedSegments;
  tracked: ReadonlyMap<string, TrackedSegment>;
  /**
   * Which tracked segments a change can touch: field (`data.plan`), event (`event.<name>`), activity (`email.opened`) or
   * membership (`segment.<id>`) to their ids.
   */
  watchers: ReadonlyMap<string, string[]>;
}

/** The state of a project under its lock. */
export interface LockedProject extends ProjectDefinitions {
  /** The one moment of this transaction's decisions. */
  now: Date;
  version: number;
}

type StateRow = { now: Date; version: number | null; isTracked: boolean };

/** Definitions of projects, parsed once for each version. */
@Injectable()
export class DefinitionService {
  private readonly cache = new LRUCache<string, { version: number; definitions: ProjectDefinitions }>({ max: 200 });

  /** Locks the project's membership until the transaction ends, and answers its definitions. */
  async lock(tx: Transaction, projectId: string): Promise<LockedProject> {
    const [, [state]] = await Promise.all([
      tx.query(lockProject, [projectId]),
      tx.query<StateRow>(projectState, [projectId]),
    ]);
    return this.at(tx, projectId, state!);
  }

  /** As {@link lock} without the lock: for reading. */
  async read(db: Queryable, projectId: string): Promise<LockedProject> {
    const [state] = await db.query<StateRow>(projectState, [projectId]);
    return this.at(db, projectId, state!);
  }

  private async at(db: Queryable, projectId: string, { now, version }: StateRow): Promise<LockedProject> {
    const known = this.cache.get(projectId);
    if (known && known.version === version) return { ...known.definitions, now, version };
    const rows =
      version === null ? [] : await db.query<StoredDefinition & Record<string, unknown>>(projectSegments, [projectId]);
    const definitions = definitionsOf(projectId, rows);
    // A version that moves between the two reads is newer than the rows at most by what they already show.
    if (version !== null) this.cache.set(projectId, { version, definitions });
    return { ...definitions, now, version: version ?? 0 };
  }
}

/** Index of a project's definitions. */
export function definitionsOf(projectId: string, rows: StoredDefinition[]): ProjectDefinitions {
  const all = new Map(rows.map((row) => [row.id, row]));
  const resolved = new Map(rows.map((row) => [row.id, decidedBy(row)]));
  const tracked = new Map<string, TrackedSegment>();
  const watchers = new Map<string, string[]>();
  for (const row of rows) {
    if (!row.trackMembership || row.condition === null) continue;
    tracked.set(row.id, row as TrackedSegment);
    for (const key of keysOf(row.condition, resolved)) watchers.set(key, [...(watchers.get(key) ?? []), row.id]);
  }
  return { projectId, all, resolved, tracked, watchers };
}

const decidedBy = ({ condition, trackMembership }: SegmentDefinition): 'members' | Condition =>
  condition === null || trackMembership ? 'members' : condition;

/** The dependencies of a condition, as keys of {@link ProjectDefinitions.watchers}. */
export function keysOf(condition: Condition, resolved: ResolvedSegments): string[] {
  const { fields, events, activities, segments } = usesOf(condition, resolved);
  return [
    ...fields,
    ...[...events].map((name) => `event.${name}`),
    ...[...activities].map((name) => `email.${name}`),
    ...[...segments].map((id) => `segment.${id}`),
  ];
}
