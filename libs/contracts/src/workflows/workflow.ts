import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  Equals,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { notOneLine, oneLine } from '../wire/one-line';
import { PageQuery } from '../wire/page';
import type { StepView, TransitionView } from './step';

const unbroken = { message: `$property ${notOneLine}` };

export const triggerTypes = ['EVENT', 'MANUAL', 'SCHEDULE'] as const;
export type TriggerType = (typeof triggerTypes)[number];

/** Trigger of a workflow of type EVENT: the exact name of a tracked or internal event. */
export class TriggerConfig {
  @IsString()
  @Length(1, 200)
  @Matches(oneLine, unbroken)
  eventName: string;
}

/** Body of `POST /workflows`. A new workflow is of type EVENT and disabled, whatever the body says. */
export class CreateWorkflow {
  /** 1..100 characters. */
  @IsString()
  @Length(1, 100)
  @Matches(oneLine, unbroken)
  name: string;

  /** The event that starts it; `triggerConfig.eventName` is another place for it. */
  @ValidateIf(
    (workflow: CreateWorkflow) => (workflow.eventName ?? null) !== null || (workflow.triggerConfig ?? null) === null,
  )
  @IsString()
  @Length(1, 200)
  @Matches(oneLine, unbroken)
  eventName?: string | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => TriggerConfig)
  triggerConfig?: TriggerConfig | null;

  /** At most 500 characters. */
  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string | null;

  /** May a contact that ran through it start again? false unless given. */
  @IsOptional()
  @IsBoolean()
  allowReentry?: boolean | null;
}

/** Body of `PATCH /workflows/{id}`: what is left out stays. */
export class UpdateWorkflow {
  @ValidateIf((change: UpdateWorkflow) => change.name !== undefined)
  @IsString()
  @Length(1, 100)
  @Matches(oneLine, unbroken)
  name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string | null;

  /** EVENT or MANUAL; SCHEDULE is not available yet. */
  @ValidateIf((change: UpdateWorkflow) => change.triggerType !== undefined)
  @IsIn(['EVENT', 'MANUAL'], { message: '$property must be EVENT or MANUAL' })
  triggerType?: 'EVENT' | 'MANUAL';

  @IsOptional()
  @ValidateNested()
  @Type(() => TriggerConfig)
  triggerConfig?: TriggerConfig | null;

  /** Another place for `triggerConfig.eventName`. */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  @Matches(oneLine, unbroken)
  eventName?: string | null;

  /** false stops new executions only; the running ones finish. */
  @ValidateIf((change: UpdateWorkflow) => change.enabled !== undefined)
  @IsBoolean()
  enabled?: boolean;

  @ValidateIf((change: UpdateWorkflow) => change.allowReentry !== undefined)
  @IsBoolean()
  allowReentry?: boolean;
}

export const workflowOrders = ['createdAt', 'updatedAt', 'name', 'steps'] as const;

/** Query of `GET /workflows`: newest first unless given. */
export class ListWorkflows extends PageQuery {
  /** Case-insensitive substring of name or description. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;

  @IsOptional()
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';

  @IsOptional()
  @IsIn(workflowOrders)
  sort: (typeof workflowOrders)[number] = 'createdAt';

  @IsOptional()
  @IsIn(['asc', 'desc'])
  dir?: 'asc' | 'desc';
}

/** Body of `POST /workflows/bulk-update`: all of them are deleted, or none. */
export class BulkUpdateWorkflows {
  /** 1..1000 ids. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1_000)
  @IsUUID(undefined, { each: true })
  ids: string[];

  @Equals(true, { message: '$property must be true' })
  delete: true;
}

/** Query of `GET /workflows/fields`. */
export class WorkflowFieldsQuery {
  /** Adds the keys of this event's latest data. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  eventName?: string;
}

/** Body of `POST /workflows/{id}/simulate`. */
export class SimulateWorkflow {
  /** Id or address of a contact. */
  @IsString()
  @Length(1, 320)
  contact: string;

  /** The triggering event; absent for a manual start. */
  @IsOptional()
  @ValidateNested()
  @Type(() => SimulatedEvent)
  event?: SimulatedEvent | null;

  /** Variables of a manual start. */
  @IsOptional()
  @IsObject()
  context?: Record<string, unknown> | null;

  /** At most 100 events that happen while it waits. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => SimulatedMoment)
  timeline?: SimulatedMoment[] | null;
}

export class SimulatedEvent {
  @IsString()
  @Length(1, 200)
  name: string;

  @IsOptional()
  @IsObject()
  data?: Record<string, unknown> | null;
}

export class SimulatedMoment {
  /** Seconds since the start. */
  @IsNumber()
  @Min(0)
  @Max(315_360_000)
  after: number;

  /** A name, or `{name, data}`. */
  @ValidateIf((moment: SimulatedMoment) => typeof moment.event !== 'string')
  @ValidateNested()
  @IsObject()
  @Type(() => SimulatedEvent)
  event: SimulatedEvent | string;
}

/** A workflow as the interface shows it. Moments are ISO 8601. */
export class WorkflowView {
  id: string;
  projectId: string;
  name: string;
  description: string | null;
  enabled: boolean;
  allowReentry: boolean;
  triggerType: TriggerType;
  /** null where nothing but a manual start begins it. */
  triggerConfig: TriggerConfig | null;
  createdAt: string;
  updatedAt: string;
}

/** An item of `GET /workflows`. */
export class WorkflowItem extends WorkflowView {
  _count: { steps: number; executions: number };
}

/** Answer of `GET /workflows/{id}`; steps oldest first. */
export class WorkflowDetail extends WorkflowView {
  steps: StepView[];
  transitions: TransitionView[];
}

export class WorkflowField {
  field: string;
  type: string;
  category: 'Contact Fields' | 'Custom Data' | 'Event Data';
}

/** Fields that a CONDITION step can look at. */
export class WorkflowFields {
  fields: string[];
  typedFields: WorkflowField[];
  count: number;
}

/** How many executions are where, by step: what `GET /workflows/{id}/stats` answers. */
export class StepStats {
  stepId: string;
  name: string;
  type: string;
  entered: number;
  waiting: number;
  done: number;
  failed: number;
  skipped: number;
  /** Of a CONDITION or WAIT_FOR_EVENT step: how many left by each branch. */
  branches?: Record<string, number>;
  /** Of a SEND_EMAIL step. */
  sent?: number;
  opened?: number;
  clicked?: number;
}

export class WorkflowStats {
  executions: Record<'total' | 'RUNNING' | 'WAITING' | 'COMPLETED' | 'EXITED' | 'FAILED' | 'CANCELLED', number>;
  steps: StepStats[];
}

/** Answer of `POST /workflows/{id}/simulate`. */
export class Simulation {
  status: string;
  exitReason: string | null;
  path: {
    stepId: string;
    name: string;
    type: string;
    at: string;
    status: string;
    output: unknown;
    error: string | null;
  }[];
  waits: { stepId: string; from: string; until: string | null; eventName: string | null; endedBy: string | null }[];
  /** `previewText` as a mailbox would show it behind the subject; null where the template has none, or it is empty. */
  mails: { stepId: string; to: string; subject: string; previewText: string | null; html: string }[];
  webhooks: { stepId: string; method: string; url: string; headers: Record<string, string>; body: unknown }[];
}

/** A workflow of a project. */
export class WorkflowKey {
  projectId: string;
  id: string;
}

/** The id is made by the asker: the same ask again makes no second workflow. */
export class MakeWorkflow extends WorkflowKey {
  workflow: CreateWorkflow;
}

export class ChangeWorkflow extends WorkflowKey {
  change: UpdateWorkflow;
  /** The `updatedAt` that the change was made from; 412 when the record is another one. */
  ifMatch?: string;
}

export class DuplicateWorkflow extends WorkflowKey {
  newId: string;
}

export class ListWorkflowsOf {
  projectId: string;
  query: ListWorkflows;
}

export class WorkflowFieldsOf {
  projectId: string;
  eventName?: string;
}

export class SimulateWorkflowOf extends WorkflowKey {
  simulation: SimulateWorkflow;
}

/** Which workflow steps refer to a template. */
export class TemplateReferences {
  workflowSteps: { id: string; name: string; workflowId: string; workflowName: string }[];
}
