import { Injectable } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { Batcher } from '@waybill/concurrency/batcher';
import { isDatabaseAway } from '@waybill/database/database-errors';
import { Db } from '@waybill/database/db';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { isTerminal, joinRecords, type Position, type StepRecord } from './advance';
import { heldClaims, writeExecutions } from './engine.sql';
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
const claimLost = (): ClaimLost => new ClaimLost('the claim is over');

/** Writes progress and looks whether claims hold; what arrives together shares one transaction. */
@Injectable()
export class ExecutionWriter {
  private readonly writes: Batcher<Progress, void>;
  private readonly looks: Batcher<ClaimedExecution, void>;

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {
    this.writes = new Batcher({
      write: (items) => this.write(items),
      maxItems: 200,
      onError: (error) => (isDatabaseAway(error) ? 'fail' : 'split'),
    });
    this.looks = new Batcher({ write: (executions) => this.look(executions), maxItems: 200 });
  }

  /** Settles after the commit. @throws ClaimLost: nothing was written */
  write1(progress: Progress): Promise<void> {
    return this.writes.add(progress);
  }

  /** Settles where the claim still holds. @throws ClaimLost */
  confirm(execution: ClaimedExecution): Promise<void> {
    return this.looks.add(execution);
  }

  private async look(executions: ClaimedExecution[]): Promise<(void | Error)[]> {
    const rows = await this.db.query<{ id: string }>(heldClaims, [
      executions.map(({ projectId }) => projectId),
      executions.map(({ id }) => id),
      executions.map(({ token }) => token),
    ]);
    const held = new Set(rows.map(({ id }) => id));
    return executions.map(({ id }) => (held.has(id) ? undefined : claimLost()));
  }

  private async write(items: Progress[]): Promise<(void | Error)[]> {
    crashPoint('workflow-engine.before-write');
    const written = await this.db.transaction(async (tx) => {
      const rows = await tx.query<{ id: string }>(writeExecutions, [
        JSON.stringify(items.map(executionRow)),
        JSON.stringify(items.flatMap(stepRows)),
        JSON.stringify(items.flatMap(countRows)),
      ]);
      const ids = new Set(rows.map(({ id }) => id));
      await this.outbox.add(tx, items.filter(({ execution }) => ids.has(execution.id)).flatMap(endEvents));
      return ids;
    });
    this.outbox.wake();
    crashPoint('workflow-engine.after-write');
    return items.map(({ execution }) => (written.has(execution.id) ? undefined : claimLost()));
  }
}

/** Milliseconds after which an execution writes where it is before it performs the next effect. */
const oldMs = 5_000;

/** The steps of a claimed execution since it was written last. */
export class Unwritten {
  private records: StepRecord[] = [];
  private from: Position['status'];
  private writtenAt = performance.now();

  constructor(
    private readonly writer: ExecutionWriter,
    private readonly execution: ClaimedExecution,
    private readonly workflowName: string,
  ) {
    this.from = execution.status;
  }

  get hasRecords(): boolean {
    return this.records.length > 0;
  }

  /**
   * Is it to be written before the next effect? A decision must stand, the limit of emails per contact counts what is written, and
   * a claim that is old is prolonged.
   */
  private get isDue(): boolean {
    const isOld = performance.now() - this.writtenAt > oldMs;
    return isOld || this.records.some(({ branch, emailId }) => branch !== null || emailId !== null);
  }

  add(records: StepRecord[]): void {
    this.records = joinRecords(this.records, records);
  }

  /**
   * To be awaited before an effect: what is cancelled, deleted or claimed by another process has none any more. Writes where it
   * is due or `must`, else only looks. @throws ClaimLost
   */
  async beforeEffect(position: Position, must: boolean): Promise<void> {
    await (must || this.isDue ? this.write(position, true) : this.writer.confirm(this.execution));
  }

  /** `held`: the claim goes on. @throws ClaimLost: nothing was written */
  async write(position: Position, held: boolean): Promise<void> {
    const { execution, workflowName, from, records } = this;
    await this.writer.write1({ execution, workflowName, from, position, records, held });
    [this.from, this.records, this.writtenAt] = [position.status, [], performance.now()];
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
