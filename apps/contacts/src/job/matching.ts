import { fromContactId } from '@waybill/contracts/ids';
import type { Transaction } from '@waybill/database/db';
import { matching, type CheckedCondition } from '../condition/condition.service';
import type { Job, Progress } from './job';

/** Contacts that one step looks at. */
const window = 2_000;
const zero = '00000000-0000-0000-0000-000000000000';

/** How much one step takes. */
export interface StepSize {
  matches: number;
  /** Bytes of contact data; a single contact may have more. */
  bytes?: number;
}

/** The matches of one step, and how far the job has come with them. */
export interface NextMatches {
  ids: string[];
  progress: Progress;
}

type Seen = { id: string; matches: boolean; bytes: number };

/** How many contacts `($1 project)` had when the job `$2` was asked for: its id, and theirs, are times. */
const countContacts = `SELECT count(*)::int AS total FROM contacts.contact c WHERE c.project_id = $1 AND c.id <= $2`;

/**
 * Looks at the next `$5` contacts of `($1 project)` behind the id `$2` that are not newer than the job `$3` and says which of them
 * match and are none of `$4`. `bytes`: the size of their data, where it counts.
 */
const nextContacts = (predicate: string, isSized: boolean): string => `
  SELECT c.id, c.matches, CASE WHEN ${isSized} AND c.matches THEN octet_length(c.data::text) ELSE 0 END AS bytes
  FROM (
    SELECT c.id, c.data, (NOT c.id = ANY($4::uuid[]) AND ${predicate}) AS matches FROM contacts.contact c
    WHERE c.project_id = $1 AND c.id > $2 AND c.id <= $3 ORDER BY c.id LIMIT $5
  ) AS c ORDER BY c.id`;

/**
 * The next contacts that match the condition of a job, or all without one, in the order of their ids: a walk through the contacts
 * whose cursor is the job's `walkedTo`. `done` counts the contacts that were looked at, `total` all of them. Null at the end.
 */
export async function nextMatches(
  tx: Transaction,
  job: Job,
  checked: CheckedCondition | null,
  size: StepSize,
): Promise<NextMatches | null> {
  const except = (job.input.except ?? []).flatMap((id) => fromContactId(id) ?? []);
  const values: unknown[] = [job.projectId, job.walkedTo ?? zero, job.id, except, window];
  const predicate = checked ? matching(checked, { values, now: job.createdAt, look: 'each' }) : 'true';
  const isFirst = job.walkedTo === null;
  const total = isFirst
    ? (await tx.query<{ total: number }>(countContacts, [job.projectId, job.id]))[0]?.total
    : undefined;
  const seen = await tx.query<Seen>(nextContacts(predicate, size.bytes !== undefined), values);
  const taken = upTo(seen, size);
  const walkedTo = taken.at(-1)?.id;
  if (!walkedTo) return isFirst ? { ids: [], progress: { done: 0, total, walkedTo: zero } } : null;
  const ids = taken.filter(({ matches }) => matches).map(({ id }) => id);
  return { ids, progress: { done: taken.length, total, walkedTo } };
}

/** The contacts up to the one with which the step is full. */
function upTo(seen: Seen[], { matches: most, bytes: mostBytes = Infinity }: StepSize): Seen[] {
  let matches = 0;
  let bytes = 0;
  const last = seen.findIndex((contact) => {
    if (contact.matches) matches++;
    bytes += contact.bytes;
    return matches >= most || bytes >= mostBytes;
  });
  return last < 0 ? seen : seen.slice(0, last + 1);
}
