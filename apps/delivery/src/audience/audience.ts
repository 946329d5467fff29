import { checkCondition } from '@waybill/audience/check';
import { compileCondition } from '@waybill/audience/compile';
import { memberOf, type Condition } from '@waybill/audience/condition';
import {
  resolveSegments,
  segmentDefinitions,
  type ResolvedSegments,
  type SegmentDefinition,
} from '@waybill/audience/references';
import { AppError, validationError } from '@waybill/contracts/errors';
import type { AudienceType } from '@waybill/contracts/campaigns/campaign';
import type { Queryable } from '@waybill/database/db';

/** The recipients of a campaign: all contacts, a segment or a filter. */
export interface Audience {
  audienceType: AudienceType;
  segmentId: string | null;
  audienceFilter: Condition | null;
}

/** An audience with the definitions of the segments that it refers to. */
export interface ResolvedAudience {
  condition: Condition | null;
  segments: ResolvedSegments;
}

/**
 * The audience that a request describes. @throws 422 for a missing segment or condition and for each wrong filter, with its
 * path.
 */
export function audienceOf(given: {
  audienceType: AudienceType;
  segmentId?: string | null;
  audienceFilter?: unknown;
  audienceCondition?: unknown;
}): Audience {
  const { audienceType } = given;
  if (audienceType === 'SEGMENT') {
    if (!given.segmentId) throw missing('segmentId', 'is required when audienceType is SEGMENT');
    return { audienceType, segmentId: given.segmentId.toLowerCase(), audienceFilter: null };
  }
  if (audienceType === 'ALL') return { audienceType, segmentId: null, audienceFilter: null };
  const filter = given.audienceFilter ?? given.audienceCondition;
  if (!filter) throw missing('audienceFilter', 'is required when audienceType is FILTERED');
  const { condition, problems } = checkCondition(filter, { path: 'audienceFilter' });
  if (!condition) throw validationError(problems);
  return { audienceType, segmentId: null, audienceFilter: condition };
}

/** Looks up the segments. @throws 404 SEGMENT_NOT_FOUND for the audience's own, 422 for one that a filter names. */
export async function resolveAudience(db: Queryable, projectId: string, audience: Audience): Promise<ResolvedAudience> {
  const { segmentId, audienceFilter } = audience;
  const condition = segmentId ? memberOf(segmentId) : audienceFilter;
  if (!condition) return { condition, segments: new Map() };
  const lookup = (ids: string[]) =>
    db.query<SegmentDefinition & Record<string, unknown>>(segmentDefinitions, [projectId, ids]);
  const { segments, problems } = await resolveSegments(condition, lookup, { path: 'audienceFilter' });
  if (segmentId && !segments.has(segmentId)) {
    throw new AppError('SEGMENT_NOT_FOUND', `There is no segment ${segmentId}`);
  }
  if (problems.length > 0) throw validationError(problems);
  return { condition, segments };
}

/** The audience as a predicate over `contacts.contact c`; its parameters are appended to `values`. */
export function audiencePredicate(
  { condition, segments }: ResolvedAudience,
  options: { values: unknown[]; now: Date; look?: 'set' | 'each' },
): string {
  return condition ? `(${compileCondition(condition, { contact: 'c', segments, ...options })})` : 'true';
}

/** A campaign is marketing: only subscribed contacts get it, and none whose address is suppressed. */
export const mayGetIt = 'c.subscribed AND c.suppressed IS NULL';

const missing = (field: string, message: string): AppError =>
  validationError([{ field, message: `${field} ${message}`, code: 'required' }]);
