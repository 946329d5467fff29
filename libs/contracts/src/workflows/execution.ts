import { IsIn, IsObject, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { PageQuery, type Page } from '../wire/page';
import type { StepType } from './step';

export const executionStatuses = ['RUNNING', 'WAITING', 'COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

export const stepStatuses = ['PENDING', 'RUNNING', 'WAITING', 'COMPLETED', 'FAILED', 'SKIPPED'] as const;
export type StepStatus = (typeof stepStatuses)[number];

/** Body of `POST /workflows/{id}/executions`. */
export class StartExecution {
  /** With or without `cnt_`. */
  @IsString()
  @Length(1, 100)
  contactId: string;

  /** Variables of this execution; at most 64 KB. */
  @IsOptional()
  @IsObject()
  context?: Record<string, unknown> | null;
}

/** Query of `GET /workflows/{id}/executions`: newest start first. */
export class ListExecutions extends PageQuery {
  @IsOptional()
  @IsIn(executionStatuses)
  status?: ExecutionStatus;

  @IsOptional()
  @IsString()
  @MaxLength(100)
  contactId?: string;
}

/** One contact's run through a workflow. Moments are ISO 8601. */
export class ExecutionView {
  id: string;
  workflowId: string;
  /** `cnt_<uuid>`. */
  contactId: string;
  status: ExecutionStatus;
  currentStepId: string | null;
  /** Why it ended, or null. */
  exitReason: string | null;
  context: Record<string, unknown>;
  /** The event that started it; null for a manual start. */
  sourceEventId: string | null;
  startedAt: string;
  completedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export class ExecutionItem extends ExecutionView {
  /** `email` is null once the contact was erased. */
  contact: { id: string; email: string | null };
  currentStep: { id: string; name: string; type: StepType } | null;
}

/** The pass of an execution through one step. */
export class StepExecutionView {
  id: string;
  executionId: string;
  stepId: string;
  status: StepStatus;
  step: { id: string; name: string; type: StepType };
  input: Record<string, unknown> | null;
  output: Record<string, unknown> | null;
  error: string | null;
  /** When a wait ends at the latest. */
  scheduledFor: string | null;
  startedAt: string;
  completedAt: string | null;
}

/** Answer of `GET /workflows/{id}/executions/{executionId}`; steps in the order in which they were entered. */
export class ExecutionDetail extends ExecutionItem {
  workflow: { id: string; name: string };
  stepExecutions: StepExecutionView[];
}

/** `executions` is another name of `data`. */
export class ExecutionPage implements Page<ExecutionItem> {
  data: ExecutionItem[];
  executions: ExecutionItem[];
  cursor?: string;
  hasMore: boolean;
  total: number;
}

export class ExecutionKey {
  projectId: string;
  workflowId: string;
  executionId: string;
}

/** The id is made by the asker: the same ask again starts nothing more. */
export class StartExecutionOf extends ExecutionKey {
  start: StartExecution;
}

export class ListExecutionsOf {
  projectId: string;
  workflowId: string;
  query: ListExecutions;
}
