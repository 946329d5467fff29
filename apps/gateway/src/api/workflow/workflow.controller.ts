import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ReplaceGraph } from '@waybill/contracts/workflows/graph';
import {
  AddStep,
  AddTransition,
  DeleteStepQuery,
  UpdateStep,
  type StepView,
  type TransitionView,
} from '@waybill/contracts/workflows/step';
import {
  BulkUpdateWorkflows,
  CreateWorkflow,
  ListWorkflows,
  UpdateWorkflow,
  WorkflowFieldsQuery,
  type WorkflowDetail,
  type WorkflowFields,
  type WorkflowItem,
  type WorkflowView,
} from '@waybill/contracts/workflows/workflow';
import type { Page } from '@waybill/contracts/wire/page';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../../access/route/access';
import { IfMatch } from '../../edge/if-match';
import { valid } from '../../edge/valid';

/** `/workflows`: definitions of a project's workflows. */
@Controller('workflows')
@Access('project')
export class WorkflowController {
  constructor(private readonly asks: AskClient) {}

  @Get()
  list(
    @Query(valid(ListWorkflows)) query: ListWorkflows,
    @FromCaller() { projectId }: Caller,
  ): Promise<Page<WorkflowItem>> {
    return this.asks.ask('workflow-engine.list', { projectId, query });
  }

  @Post()
  create(
    @Body(valid(CreateWorkflow)) workflow: CreateWorkflow,
    @FromCaller() { projectId }: Caller,
  ): Promise<WorkflowDetail> {
    return this.asks.ask('workflow-engine.create', { projectId, id: newId(), workflow });
  }

  @Get('fields')
  fields(
    @Query(valid(WorkflowFieldsQuery)) { eventName }: WorkflowFieldsQuery,
    @FromCaller() { projectId }: Caller,
  ): Promise<WorkflowFields> {
    return this.asks.ask('workflow-engine.fields', { projectId, eventName });
  }

  /** Deletes all of the named workflows, or none. */
  @Post('bulk-update')
  @HttpCode(200)
  bulkUpdate(
    @Body(valid(BulkUpdateWorkflows)) { ids }: BulkUpdateWorkflows,
    @FromCaller() { projectId }: Caller,
  ): Promise<{ deleted: number }> {
    return this.asks.ask('workflow-engine.bulk-delete', { projectId, ids }, { timeout: deletionDeadlineMs });
  }

  @Get(':id')
  get(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<WorkflowDetail> {
    return this.asks.ask('workflow-engine.get', { projectId, id });
  }

  @Patch(':id')
  update(
    @Param('id') id: string,
    @Body(valid(UpdateWorkflow)) change: UpdateWorkflow,
    @IfMatch() ifMatch: string | undefined,
    @FromCaller() { projectId }: Caller,
  ): Promise<WorkflowView> {
    return this.asks.ask('workflow-engine.update', { projectId, id, change, ifMatch });
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<void> {
    await this.asks.ask('workflow-engine.delete', { projectId, id }, { timeout: deletionDeadlineMs });
  }

  @Post(':id/duplicate')
  duplicate(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<WorkflowDetail> {
    return this.asks.ask('workflow-engine.duplicate', { projectId, id, newId: newId() });
  }

  /** Replaces all steps and links at once: the new graph counts as a whole, or nothing of it. */
  @Put(':id/graph')
  replaceGraph(
    @Param('id') id: string,
    @Body(valid(ReplaceGraph)) { steps, transitions }: ReplaceGraph,
    @IfMatch() ifMatch: string | undefined,
    @FromCaller() { projectId }: Caller,
  ): Promise<WorkflowDetail> {
    return this.asks.ask('workflow-engine.graph-replace', { projectId, id, steps, transitions, ifMatch });
  }

  @Post(':id/steps')
  addStep(
    @Param('id') workflowId: string,
    @Body(valid(AddStep)) step: AddStep,
    @FromCaller() { projectId }: Caller,
  ): Promise<StepView> {
    return this.asks.ask('workflow-engine.step-add', { projectId, workflowId, stepId: newId(), step });
  }

  @Patch(':id/steps/:stepId')
  updateStep(
    @Param('id') workflowId: string,
    @Param('stepId') stepId: string,
    @Body(valid(UpdateStep)) change: UpdateStep,
    @FromCaller() { projectId }: Caller,
  ): Promise<StepView> {
    return this.asks.ask('workflow-engine.step-update', { projectId, workflowId, stepId, change });
  }

  @Delete(':id/steps/:stepId')
  @HttpCode(204)
  async deleteStep(
    @Param('id') workflowId: string,
    @Param('stepId') stepId: string,
    @Query(valid(DeleteStepQuery)) { splice }: DeleteStepQuery,
    @FromCaller() { projectId }: Caller,
  ): Promise<void> {
    await this.asks.ask('workflow-engine.step-delete', { projectId, workflowId, stepId, splice: splice === 'true' });
  }

  @Post(':id/transitions')
  link(
    @Param('id') workflowId: string,
    @Body(valid(AddTransition)) transition: AddTransition,
    @FromCaller() { projectId }: Caller,
  ): Promise<TransitionView> {
    const transitionId = newId();
    return this.asks.ask('workflow-engine.transition-add', { projectId, workflowId, transitionId, transition });
  }

  @Delete(':id/transitions/:transitionId')
  @HttpCode(204)
  async unlink(
    @Param('id') workflowId: string,
    @Param('transitionId') transitionId: string,
    @FromCaller() { projectId }: Caller,
  ): Promise<void> {
    await this.asks.ask('workflow-engine.transition-delete', { projectId, workflowId, transitionId });
  }

  /** Puts a new step into a link. */
  @Post(':id/transitions/:transitionId/insert-step')
  insertStep(
    @Param('id') workflowId: string,
    @Param('transitionId') transitionId: string,
    @Body(valid(AddStep)) step: AddStep,
    @FromCaller() { projectId }: Caller,
  ): Promise<StepView> {
    const key = { projectId, workflowId, transitionId, stepId: newId() };
    return this.asks.ask('workflow-engine.step-insert', { ...key, step });
  }
}

/** A workflow with many executions takes its history along. */
const deletionDeadlineMs = 15_000;
