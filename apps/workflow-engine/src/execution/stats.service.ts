import { Injectable } from '@nestjs/common';
import { executionStatuses } from '@waybill/contracts/workflows/execution';
import type { StepStats, WorkflowKey, WorkflowStats } from '@waybill/contracts/workflows/workflow';
import { Db } from '@waybill/database/db';
import type { Step } from '../graph/graph';
import { WorkflowService } from '../workflow/workflow.service';
import { readStats } from './execution.sql';

interface Counter {
  stepId: string;
  measure: string;
  count: number;
}

type Count = (stepId: string, measure: string) => number;

/** How many executions are where, from counters. */
@Injectable()
export class StatsService {
  constructor(
    private readonly db: Db,
    private readonly workflows: WorkflowService,
  ) {}

  /** Of the steps that the workflow has now. @throws 404 */
  async of({ projectId, id }: WorkflowKey): Promise<WorkflowStats> {
    const { graph } = await this.workflows.read({ projectId, id });
    const rows = await this.db.query<Counter & Record<string, unknown>>(readStats, [projectId, id]);
    const counts = new Map(rows.map(({ stepId, measure, count }) => [`${stepId} ${measure}`, count]));
    const count: Count = (stepId, measure) => Math.max(0, counts.get(`${stepId} ${measure}`) ?? 0);
    const statuses = executionStatuses.map((status) => [status, count(id, status)] as const);
    const executions = { total: count(id, 'started'), ...Object.fromEntries(statuses) } as WorkflowStats['executions'];
    return { executions, steps: graph.steps.map((step) => stepStats(step, count, rows)) };
  }
}

function stepStats({ id, name, type }: Step, count: Count, rows: Counter[]): StepStats {
  const entered = count(id, 'entered');
  const ended = { done: count(id, 'done'), failed: count(id, 'failed'), skipped: count(id, 'skipped') };
  const waiting = Math.max(0, entered - ended.done - ended.failed - ended.skipped);
  const stats: StepStats = { stepId: id, name, type, entered, waiting, ...ended };
  if (type === 'CONDITION' || type === 'WAIT_FOR_EVENT') {
    const branches = rows.filter(({ stepId, measure }) => stepId === id && measure.startsWith('branch:'));
    stats.branches = Object.fromEntries(branches.map((row) => [row.measure.slice('branch:'.length), row.count]));
  }
  if (type !== 'SEND_EMAIL') return stats;
  return { ...stats, sent: count(id, 'sent'), opened: count(id, 'opened'), clicked: count(id, 'clicked') };
}
