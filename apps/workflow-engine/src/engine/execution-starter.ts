import { Injectable } from '@nestjs/common';
import type { Transaction } from '@waybill/database/db';
import { Outbox } from '@waybill/messaging/event/outbox';
import { startExecutions, type StartRow } from './start.sql';

export interface StartedExecution {
  projectId: string;
  id: string;
  workflowId: string;
  workflowName: string;
  contactId: string;
  contactEmail: string;
}

/** Starts executions; each is announced by `workflow.started`. */
@Injectable()
export class ExecutionStarter {
  constructor(private readonly outbox: Outbox) {}

  /** Those that were allowed to start. Wake the runner after the commit. */
  async start(tx: Transaction, rows: StartRow[]): Promise<StartedExecution[]> {
    if (rows.length === 0) return [];
    const started = await tx.query<StartedExecution & Record<string, unknown>>(startExecutions, [JSON.stringify(rows)]);
    await this.outbox.add(
      tx,
      started.map(({ projectId, id, workflowId, workflowName, contactId, contactEmail }) => ({
        subject: 'workflow.started' as const,
        projectId,
        requestId: id,
        contactId,
        contactEmail,
        data: { workflowId, workflowName, executionId: id, status: 'RUNNING', exitReason: null },
      })),
    );
    return started;
  }

  /** After the commit: the events leave at once. */
  committed(): void {
    this.outbox.wake();
  }
}
