import { toContactId } from '@waybill/contracts/ids';
import type {
  ExecutionItem,
  ExecutionStatus,
  ExecutionView,
  StepExecutionView,
  StepStatus,
} from '@waybill/contracts/workflows/execution';
import { findStep, type Graph } from '../graph/graph';

export interface ExecutionRow {
  id: string;
  workflowId: string;
  version: number;
  contactId: string;
  contactEmail: string | null;
  status: ExecutionStatus;
  currentStepId: string | null;
  exitReason: string | null;
  context: Record<string, unknown>;
  sourceEventId: string | null;
  startedAt: Date;
  completedAt: Date | null;
  updatedAt: Date;
}

export interface StepRow {
  id: string;
  seq: number;
  stepId: string;
  status: StepStatus;
  input: Record<string, unknown> | null;
  output: Record<string, unknown> | null;
  error: string | null;
  scheduledFor: Date | null;
  startedAt: Date;
  completedAt: Date | null;
}

export function toView(row: ExecutionRow): ExecutionView {
  const startedAt = row.startedAt.toISOString();
  return {
    id: row.id,
    workflowId: row.workflowId,
    contactId: toContactId(row.contactId),
    status: row.status,
    currentStepId: row.currentStepId,
    exitReason: row.exitReason,
    context: row.context,
    sourceEventId: row.sourceEventId,
    startedAt,
    completedAt: row.completedAt?.toISOString() ?? null,
    createdAt: startedAt,
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toItem(row: ExecutionRow, graph: Graph): ExecutionItem {
  const step = row.currentStepId === null ? null : shortStep(graph, row.currentStepId);
  const contact = { id: toContactId(row.contactId), email: row.contactEmail };
  return { ...toView(row), contact, currentStep: step };
}

export function toStepView(row: StepRow, executionId: string, graph: Graph): StepExecutionView {
  return {
    id: row.id,
    executionId,
    stepId: row.stepId,
    status: row.status,
    step: shortStep(graph, row.stepId),
    input: row.input,
    output: row.output,
    error: row.error,
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    startedAt: row.startedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

function shortStep(graph: Graph, id: string): StepExecutionView['step'] {
  const step = findStep(graph, id);
  return { id, name: step?.name ?? '', type: step?.type ?? 'EXIT' };
}
