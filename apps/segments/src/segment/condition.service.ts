import { Injectable } from '@nestjs/common';
import { checkCondition } from '@waybill/audience/check';
import type { Condition } from '@waybill/audience/condition';
import { resolveSegments, type ResolvedSegments } from '@waybill/audience/references';
import { validationError } from '@waybill/contracts/errors';
import type { Queryable } from '@waybill/database/db';
import { DefinitionService } from '../definition/definitions.service';

/** Checks conditions of requests against the segments of their project. */
@Injectable()
export class ConditionService {
  constructor(private readonly definitions: DefinitionService) {}

  /**
   * The condition as it is stored, with the segments that it refers to. `self`: the segment whose condition it becomes.
   * @throws AppError 422 that names every wrong place
   */
  async check(
    db: Queryable,
    projectId: string,
    input: unknown,
    self?: string,
  ): Promise<{ condition: Condition; segments: ResolvedSegments }> {
    const { condition, problems } = checkCondition(input);
    if (!condition) throw validationError(problems);
    const { all } = await this.definitions.read(db, projectId);
    const lookup = (ids: string[]) => Promise.resolve(ids.flatMap((id) => all.get(id) ?? []));
    const resolved = await resolveSegments(condition, lookup, { self });
    if (resolved.problems.length > 0) throw validationError(resolved.problems);
    return { condition, segments: resolved.segments };
  }
}
