import { Injectable } from '@nestjs/common';
import type { Condition } from '@waybill/audience/condition';
import { factsNeeded, loadFacts } from '@waybill/audience/facts';
import { resolveSegments, segmentDefinitions, type SegmentDefinition } from '@waybill/audience/references';
import { validationError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import type { Step } from '../graph/graph';
import type { Run } from '../run/run';
import { decide, savedTree, treeOf } from './condition-tree';
import type { StepEffect, StepOutcome } from './step-kind';

/** Decides a tree that reads the contact's history, emails or segments. */
@Injectable()
export class ConditionEffect implements StepEffect {
  constructor(private readonly db: Db) {}

  async perform({ config }: Step, run: Run): Promise<StepOutcome> {
    const { projectId, contact, execution, now } = run;
    const condition = savedTree(config);
    const { segments, problems } = await this.resolve(projectId, condition, 'config');
    if (problems.length > 0) {
      const error = problems.map(({ field, message }) => `${field} ${message}`).join('; ');
      return { kind: 'failed', reason: 'segment_not_found', error };
    }
    const loaded = await loadFacts(this.db, projectId, new Map([[contact.id, factsNeeded([condition], segments)]]));
    const facts = loaded.get(contact.id);
    if (!facts) return { kind: 'failed', reason: 'contact_deleted', error: 'the contact was deleted' };
    const payload = { event: execution.event, context: execution.context };
    return decide(condition, { ...facts, contact, payload }, now, segments);
  }

  /** @throws 422 naming the filters whose segment does not exist */
  async checkSegments(projectId: string, config: Record<string, unknown>): Promise<void> {
    const given = treeOf(config);
    if (!given) return;
    const path = given.path === '' ? 'config' : `config.${given.path}`;
    const { problems } = await this.resolve(projectId, savedTree(config), path);
    if (problems.length > 0) throw validationError(problems);
  }

  private resolve(projectId: string, condition: Condition, path: string) {
    const lookup = (ids: string[]): Promise<SegmentDefinition[]> =>
      this.db.query<SegmentDefinition & Record<string, unknown>>(segmentDefinitions, [projectId, ids]);
    return resolveSegments(condition, lookup, { path });
  }
}
