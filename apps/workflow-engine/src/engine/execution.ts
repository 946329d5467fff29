import type { ExecutionStatus } from '@waybill/contracts/workflows/execution';
import { causedId } from '@waybill/database/ids';
import type { Run, RunContact, WaitedEvent } from '../run/run';
import type { Input, Phase, Position } from './advance';

/** An execution as a claim reads it. */
export interface ClaimedExecution {
  projectId: string;
  id: string;
  workflowId: string;
  version: number;
  contactId: string;
  contactEmail: string | null;
  status: ExecutionStatus;
  stepId: string | null;
  seq: number;
  phase: Phase;
  eventName: string | null;
  event: Record<string, unknown>;
  context: Record<string, unknown>;
  sourceEventId: string | null;
  depth: number;
  waitEvent: string | null;
  waited: WaitedEvent | null;
  attempts: number;
  startedAt: Date;
  until: Date | null;
  /** The claim that every later write must show. */
  token: string;
}

/** Executions that cause one another through events stop at this depth. */
export const maxTriggerDepth = 10;

export const positionOf = (execution: ClaimedExecution): Position => ({
  status: execution.status,
  stepId: execution.stepId,
  seq: execution.seq,
  phase: execution.phase,
  exitReason: null,
  context: execution.context,
  waitEvent: execution.waited?.name ?? execution.waitEvent,
  until: execution.until,
});

/** The input that moves a claimed execution on. */
export function inputOf({ phase, waited, depth, seq }: ClaimedExecution): Input {
  if (phase === 'waiting') return waited ? { kind: 'event', event: waited } : { kind: 'timer' };
  if (seq === 1 && phase === 'ready' && depth > maxTriggerDepth) {
    const error = `workflows start one another in a loop: more than ${maxTriggerDepth} deep`;
    return { kind: 'fail', reason: 'trigger_depth', error };
  }
  return { kind: 'go' };
}

/** The id of a visit: the same whenever it is made. */
export const stepExecutionId = (execution: { id: string; startedAt: Date }, seq: number): string =>
  causedId(execution.startedAt, 'step execution', execution.id, String(seq));

/** The run as its steps see it. */
export function runOf(
  execution: ClaimedExecution,
  workflowName: string,
  contact: RunContact,
  now: Date,
): (seq: number, context: Record<string, unknown>) => Run {
  const { id, startedAt, event, eventName, projectId, workflowId } = execution;
  return (seq, context) => ({
    projectId,
    workflow: { id: workflowId, name: workflowName },
    execution: { id, startedAt, event, eventName, context },
    contact,
    now,
    stepExecutionId: stepExecutionId(execution, seq),
  });
}
