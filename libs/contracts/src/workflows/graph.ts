import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { notOneLine, oneLine } from '../wire/one-line';
import { StepPosition, stepTypes, type StepType } from './step';
import type { WorkflowKey } from './workflow';

const unbroken = { message: `$property ${notOneLine}` };

/** A step of a graph that is given as a whole. What is left out of a step that the workflow has stays as it is. */
export class GraphStep {
  /** A step that the workflow has keeps its figures; any other id makes a new step under it. */
  @IsUUID()
  id: string;

  /** A step keeps its kind. */
  @IsIn(['TRIGGER', ...stepTypes])
  type: StepType;

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

  /** Replaced as a whole. A masked secret of a webhook stands for the one that is kept. */
  @IsOptional()
  @IsObject()
  config?: Record<string, unknown> | null;

  /** Of a SEND_EMAIL step; null takes the template away. */
  @IsOptional()
  @IsUUID()
  templateId?: string | null;
}

/** A link of a graph that is given as a whole; it names steps of the same graph. */
export class GraphTransition {
  @IsUUID()
  fromStepId: string;

  @IsUUID()
  toStepId: string;

  /** As in `POST /workflows/{id}/transitions`. */
  @IsOptional()
  @IsString()
  @Length(1, 100)
  branch?: string | null;
}

/** Body of `PUT /workflows/{id}/graph`: all steps and links that the workflow has from then on. */
export class ReplaceGraph {
  /** The TRIGGER of the workflow and at most 99 others. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => GraphStep)
  steps: GraphStep[];

  /** At most 2,100: a step has at most 21 branches. */
  @IsArray()
  @ArrayMaxSize(2_100)
  @ValidateNested({ each: true })
  @Type(() => GraphTransition)
  transitions: GraphTransition[];
}

export class ReplaceGraphOf extends ReplaceGraph implements WorkflowKey {
  projectId: string;
  id: string;
  /** The `updatedAt` of the workflow that the graph was made from; 412 when it is another one. */
  ifMatch?: string;
}
