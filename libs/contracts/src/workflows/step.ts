import { Type } from 'class-transformer';
import {
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
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { notOneLine, oneLine } from '../wire/one-line';

const unbroken = { message: `$property ${notOneLine}` };

/** The kinds of step. TRIGGER is made with the workflow and cannot be added. */
export const stepTypes = [
  'SEND_EMAIL',
  'DELAY',
  'WAIT_FOR_EVENT',
  'CONDITION',
  'WEBHOOK',
  'UPDATE_CONTACT',
  'EXIT',
] as const;
export type StepType = 'TRIGGER' | (typeof stepTypes)[number];

/** Where a step stands on the canvas. */
export class StepPosition {
  @IsNumber()
  @Min(-1_000_000)
  @Max(1_000_000)
  x: number;

  @IsNumber()
  @Min(-1_000_000)
  @Max(1_000_000)
  y: number;
}

/** Body of `POST /workflows/{id}/steps`. What `config` holds depends on the kind (docs/workflows.md). */
export class AddStep {
  @IsIn(stepTypes)
  type: (typeof stepTypes)[number];

  /** 1..100 characters; the kind unless given. */
  @IsOptional()
  @IsString()
  @Length(1, 100)
  @Matches(oneLine, unbroken)
  name?: string | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => StepPosition)
  position?: StepPosition | null;

  @IsOptional()
  @IsObject()
  config?: Record<string, unknown> | null;

  /** Of a SEND_EMAIL step. */
  @IsOptional()
  @IsUUID()
  templateId?: string | null;

  /** Link it behind the last step that leads nowhere yet? true unless given. */
  @IsOptional()
  @IsBoolean()
  autoConnect?: boolean | null;
}

/** Body of `PATCH /workflows/{id}/steps/{stepId}`: what is left out stays; `config` is replaced as a whole. */
export class UpdateStep {
  @ValidateIf((change: UpdateStep) => change.name !== undefined)
  @IsString()
  @Length(1, 100)
  @Matches(oneLine, unbroken)
  name?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => StepPosition)
  position?: StepPosition | null;

  @ValidateIf((change: UpdateStep) => change.config !== undefined)
  @IsObject()
  config?: Record<string, unknown>;

  /** null takes the template away. */
  @IsOptional()
  @IsUUID()
  templateId?: string | null;
}

/** Query of `DELETE /workflows/{id}/steps/{stepId}`. */
export class DeleteStepQuery {
  /** `true`: link the steps around it to each other. */
  @IsOptional()
  @IsIn(['true', 'false'])
  splice?: 'true' | 'false';
}

/** Another form of a transition's `branch`. */
export class TransitionCondition {
  @IsOptional()
  @IsString()
  @Length(1, 100)
  branch?: string | null;

  /** Old form of `branch: "timeout"`. */
  @IsOptional()
  @IsBoolean()
  fallback?: boolean | null;
}

/** Body of `POST /workflows/{id}/transitions`. */
export class AddTransition {
  @IsUUID()
  fromStepId: string;

  @IsUUID()
  toStepId: string;

  /** From CONDITION: `yes`, `no`, or a branch id or `default` in multi mode. From WAIT_FOR_EVENT: `event`, `timeout` or none. */
  @IsOptional()
  @IsString()
  @Length(1, 100)
  branch?: string | null;

  @IsOptional()
  @ValidateNested()
  @Type(() => TransitionCondition)
  condition?: TransitionCondition | null;

  /** Another form of `branch` behind WAIT_FOR_EVENT. */
  @IsOptional()
  @IsIn(['EVENT', 'TIMEOUT'])
  waitOutcome?: 'EVENT' | 'TIMEOUT' | null;
}

/** A link between two steps. */
export class TransitionView {
  id: string;
  fromStepId: string;
  toStepId: string;
  branch: string | null;
  condition: { branch: string } | null;
  waitOutcome: 'EVENT' | 'TIMEOUT' | null;
  priority: number;
  createdAt: string;
  updatedAt: string;
}

/** A step as the interface shows it. */
export class StepView {
  id: string;
  workflowId: string;
  type: StepType;
  name: string;
  position: { x: number; y: number };
  config: Record<string, unknown>;
  templateId: string | null;
  /** `name` is null while the template cannot be looked up. */
  template: { id: string; name: string | null } | null;
  outgoingTransitions: TransitionView[];
  incomingTransitions: TransitionView[];
  createdAt: string;
  updatedAt: string;
}

export class StepKey {
  projectId: string;
  workflowId: string;
  stepId: string;
}

/** The id is made by the asker: the same ask again makes no second step. */
export class MakeStep extends StepKey {
  step: AddStep;
}

export class ChangeStep extends StepKey {
  change: UpdateStep;
}

export class RemoveStep extends StepKey {
  splice: boolean;
}

export class TransitionKey {
  projectId: string;
  workflowId: string;
  transitionId: string;
}

export class MakeTransition extends TransitionKey {
  transition: AddTransition;
}

/** Puts a new step into a link: from the link's step to the new one and on to where the link led. */
export class InsertStep extends TransitionKey {
  stepId: string;
  step: AddStep;
}
