import { compileCondition, compileNextChange } from '@waybill/audience/compile';
import { filtersOf } from '@waybill/audience/condition';
import { errorCode } from '@waybill/database/database-errors';
import type { Db } from '@waybill/database/db';
import type { LockedProject, TrackedSegment } from '../definition/definitions.service';
import * as sql from './compute.sql';

/** Look-ups of one chunk, about: a chunk holds its project's lock, and live changes wait for it. */
const lookUpsPerChunk = 15_000;
const minChunk = 100;
const maxChunk = 5_000;
/** Chunks of contacts that are compared in one statement, without a lock: 250,000 contacts for few filters. */
const chunksPerRange = 50;
const firstId = '00000000-0000-0000-0000-000000000000';
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const idBytes = 16;
const queryCanceled = '57014';

/** Contacts to decide in one transaction. */
export interface Chunk {
  ids: string[];
  /** How far the compute is after them. */
  position: string;
  /** Does no contact lie behind that? */
  isLast: boolean;
}

/** The contacts of a range whose stored membership or recheck was not what the condition says. */
export class Differences {
  private taken = 0;

  constructor(
    private readonly range: { after: string | null; upTo: string; isLast: boolean },
    /** Their ids in order, {@link idBytes} each. */
    private readonly ids: Buffer,
    private readonly chunkBytes: number,
  ) {}

  /** Is there another chunk behind those that were taken? */
  get hasMore(): boolean {
    return this.taken < this.ids.length;
  }

  /** The next chunk of a compute at `position`, an empty one where nothing differs; null when the range does not go on there. */
  take(position: string | null): Chunk | null {
    if (position !== this.position) return null;
    const from = this.taken;
    this.taken = Math.min(this.ids.length, from + this.chunkBytes);
    const ids: string[] = [];
    for (let at = from; at < this.taken; at += idBytes) ids.push(this.idAt(at));
    const isEnd = this.taken === this.ids.length;
    return { ids, position: isEnd ? this.range.upTo : ids.at(-1)!, isLast: isEnd && this.range.isLast };
  }

  private get position(): string | null {
    return this.taken === 0 ? this.range.after : this.idAt(this.taken - idBytes);
  }

  private idAt(at: number): string {
    const hex = this.ids.toString('hex', at, at + idBytes);
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }
}

/**
 * Compares what is stored of the contacts behind `after` with what the condition says: a range of them in one statement without a
 * lock, a smaller range when that takes too long. A contact that is right at that moment stays right, for its later changes are
 * decided live; the others are to be decided again under the lock.
 */
export async function findDifferences(
  db: Db,
  project: LockedProject,
  segment: TrackedSegment,
  after: string | null,
): Promise<Differences> {
  const chunk = chunkSize(segment);
  for (let contacts = chunk * chunksPerRange; ; contacts = Math.ceil(contacts / 4)) {
    try {
      return await compare(db, project, segment, { after, contacts, chunk });
    } catch (error) {
      if (errorCode(error) !== queryCanceled || contacts <= chunk) throw error;
    }
  }
}

async function compare(
  db: Db,
  project: LockedProject,
  segment: TrackedSegment,
  { after, contacts, chunk }: { after: string | null; contacts: number; chunk: number },
): Promise<Differences> {
  const { projectId, now, resolved } = project;
  const [end] = await db.query<{ id: string }>(sql.rangeEnd, [projectId, after ?? firstId, contacts]);
  const upTo = end?.id ?? lastId;
  const values: unknown[] = [projectId, segment.id, after ?? firstId, upTo];
  const options = { contact: 'c', values, now, segments: resolved, look: 'each' } as const;
  const matches = compileCondition(segment.condition, options);
  const text = sql.findDifferences(matches, compileNextChange(segment.condition, options));
  const [found] = await db.query<{ ids: Buffer | null }>(text, values);
  const range = { after, upTo, isLast: !end };
  return new Differences(range, found?.ids ?? Buffer.alloc(0), chunk * idBytes);
}

function chunkSize({ condition }: TrackedSegment): number {
  const filters = [...filtersOf(condition)].length;
  return Math.max(minChunk, Math.min(maxChunk, Math.floor(lookUpsPerChunk / filters)));
}
