import { Injectable } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { Batcher } from '@waybill/concurrency/batcher';
import { isDatabaseAway } from '@waybill/database/database-errors';
import { Db } from '@waybill/database/db';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { isTerminal, type Position, type StepRecord } from './advance';
import { writeExecutions } from './engine.sql';
import { stepExecutionId, type ClaimedExecution } from './execution';

/** One advance of a claimed execution. */
export interface Progress {
  execution: ClaimedExecution;
  workflowName: string;
  /** Status before. */
  from: Position['status'];
  position: Position;
  records: StepRecord[];
  /** The claim goes on: an effect follows. */
  held: boolean;
}

/** The claim is over: another process has the execution, or it was cancelled. */
export class ClaimLost extends Error {}

/** Writes progress; what arrives together shares one transaction. */
@Injectable()
export class ExecutionWriter {
  private readonly writes: Batcher<Progress, Date>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {
    this.writes = new Batcher({
      write: (items) => this.write(items),
      maxItems: 200,
      onError: (error) => (isDatabaseAway(error) ? 'fail' : 'split'),
    });
  }

  /** Answers the database's clock after the commit. @throws ClaimLost: nothing was written */
  write1(progress: Progress): Promise<Date> {
    return this.writes.add(progress);
  }

  private async write(items: Progress[]): Promise<(Date | Error)[]> {
    crashPoint('workflow-engine.before-write');
    const rows = await this.db.transaction(async (tx) => {
      const written = await tx.query<{ projectId: string; id: string; now: Date }>(writeExecutions, [
        JSON.stringify(items.map(executionRow)),
        JSON.stringify(items.flatMap(stepRows)),
        JSON.stringify(items.flatMap(countRows)),
      ]);
      const ids = new Set(written.map(({ id }) => id));
      await this.outbox.add(tx, items.filter(({ execution }) => ids.has(execution.id)).flatMap(endEvents));
      return new Map(written.map(({ id, now }) => [id, now]));
    });
    this.outbox.wake();
    crashPoint('workflow-engine.after-write');
    return items.map(({ execution }) => rows.get(execution.id) ?? new ClaimLost('the claim is over'));
  }
}

function executionRow({ execution, position, held }: Progress) {
  return {
    project_id: execution.projectId,
    id: execution.id,
    token: execution.token,
    status: position.status,
    step_id: position.stepId,
    seq: position.seq,
    phase: position.phase,
    exit_reason: position.exitReason,
    context: position.context,
    wait_event: position.waitEvent,
    until: position.until,
    held,
    ended: isTerminal(position.status),
  };
}

function stepRows({ execution, records }: Progress) {
  return records.map((record) => ({
    project_id: execution.projectId,
    execution_id: execution.id,
    seq: record.seq,
    id: stepExecutionId(execution, record.seq),
    workflow_id: execution.workflowId,
    step_id: record.stepId,
    status: record.status,
    output: record.output,
    error: record.error?.slice(0, 2_000) ?? null,
    scheduled_for: record.scheduledFor,
    contact_id: record.emailId === null ? null : execution.contactId,
    email_id: record.emailId,
    started_at: record.startedAt,
    completed_at: record.completedAt,
  }));
}

const measures = { COMPLETED: 'done', FAILED: 'failed', SKIPPED: 'skipped' } as Record<string, string | undefined>;

function countRows({ execution, records, from, position }: Progress) {
  const { projectId, workflowId } = execution;
  const row = (stepId: string, measure: string, change: number) => ({
    execution_id: execution.id,
    project_id: projectId,
    workflow_id: workflowId,
    step_id: stepId,
    measure,
    change,
  });
  const steps = records.flatMap((record) => [
    ...(record.startedAt ? [row(record.stepId, 'entered', 1)] : []),
    ...(measures[record.status] ? [row(record.stepId, measures[record.status]!, 1)] : []),
    ...(record.branch === null ? [] : [row(record.stepId, `branch:${record.branch}`, 1)]),
    ...(record.emailId === null ? [] : [row(record.stepId, 'sent', 1)]),
  ]);
  if (from === position.status) return steps;
  return [...steps, row(workflowId, from, -1), row(workflowId, position.status, 1)];
}

function endEvents({ execution, workflowName, position }: Progress): NewEvent[] {
  if (!isTerminal(position.status)) return [];
  const { projectId, id, workflowId, contactId, contactEmail } = execution;
  return [
    {
      subject: 'workflow.completed',
      projectId,
      requestId: id,
      contactId,
      contactEmail,
      data: { workflowId, workflowName, executionId: id, status: position.status, exitReason: position.exitReason },
    },
  ];
}
