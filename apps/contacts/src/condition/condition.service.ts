import { Injectable } from '@nestjs/common';
import { checkCondition } from '@waybill/audience/check';
import { compileCondition } from '@waybill/audience/compile';
import type { Condition } from '@waybill/audience/condition';
import {
  resolveSegments,
  segmentDefinitions,
  type ResolvedSegments,
  type SegmentDefinition,
} from '@waybill/audience/references';
import { validationError, type FieldCode } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';

/** A condition of a request with the definitions of the segments that it refers to. */
export interface CheckedCondition {
  condition: Condition;
  segments: ResolvedSegments;
}

/** Checks conditions of requests against the segments of their project. */
@Injectable()
export class ConditionService {
  constructor(private readonly db: Db) {}

  /** @throws AppError 422 that names every wrong place: `condition.groups.0.filters.2.value` */
  async check(projectId: string, input: unknown): Promise<CheckedCondition> {
    const { condition, problems } = checkCondition(input);
    if (!condition) throw validationError(problems);
    const lookup = (ids: string[]) =>
      this.db.query<SegmentDefinition & Record<string, unknown>>(segmentDefinitions, [projectId, ids]);
    const resolved = await resolveSegments(condition, lookup);
    if (resolved.problems.length > 0) throw validationError(resolved.problems);
    return { condition, segments: resolved.segments };
  }

  /** A condition that travels as JSON in a query. @throws AppError 422 as {@link check}, and `syntax` for what is no JSON */
  checkText(projectId: string, text: string): Promise<CheckedCondition> {
    return this.check(projectId, parsed(text));
  }
}

/** The condition as a predicate over `contacts.contact c`; its parameters are appended to `values`. */
export function matching(
  { condition, segments }: CheckedCondition,
  options: { values: unknown[]; now: Date; look?: 'set' | 'each' },
): string {
  return `(${compileCondition(condition, { contact: 'c', segments, ...options })})`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const code: FieldCode = 'syntax';
    throw validationError([{ field: 'condition', code, message: 'condition must be a condition as JSON' }]);
  }
}
