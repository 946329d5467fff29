import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ListExecutions,
  StartExecution,
  type ExecutionDetail,
  type ExecutionItem,
  type ExecutionPage,
  type ExecutionView,
} from '@waybill/contracts/workflows/execution';
import { SimulateWorkflow, type Simulation, type WorkflowStats } from '@waybill/contracts/workflows/workflow';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Access, FromCaller, type Caller } from '../../access/route/access';
import { valid } from '../../edge/valid';

/** Many executions are cancelled in one call. */
const cancelDeadlineMs = 15_000;

/** `/workflows/{id}/executions`: runs of contacts through a workflow. */
@Controller('workflows/:id')
@Access('project')
export class ExecutionController {
  constructor(private readonly asks: AskClient) {}

  @Post('executions')
  start(
    @Param('id') workflowId: string,
    @Body(valid(StartExecution)) start: StartExecution,
    @FromCaller() { projectId }: Caller,
  ): Promise<ExecutionView> {
    return this.asks.ask('workflow-engine.execution-start', { projectId, workflowId, executionId: newId(), start });
  }

  @Get('executions')
  list(
    @Param('id') workflowId: string,
    @Query(valid(ListExecutions)) query: ListExecutions,
    @FromCaller() { projectId }: Caller,
  ): Promise<ExecutionPage> {
    return this.asks.ask('workflow-engine.execution-list', { projectId, workflowId, query });
  }

  @Post('executions/cancel-all')
  @HttpCode(200)
  cancelAll(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<{ cancelled: number }> {
    return this.asks.ask('workflow-engine.execution-cancel-all', { projectId, id }, { timeout: cancelDeadlineMs });
  }

  @Get('executions/:executionId')
  get(
    @Param('id') workflowId: string,
    @Param('executionId') executionId: string,
    @FromCaller() { projectId }: Caller,
  ): Promise<ExecutionDetail> {
    return this.asks.ask('workflow-engine.execution-get', { projectId, workflowId, executionId });
  }

  /** Cancels it. */
  @Delete('executions/:executionId')
  cancel(
    @Param('id') workflowId: string,
    @Param('executionId') executionId: string,
    @FromCaller() { projectId }: Caller,
  ): Promise<ExecutionItem> {
    return this.asks.ask('workflow-engine.execution-cancel', { projectId, workflowId, executionId });
  }

  /** Simulates the workflow for a contact: nothing is sent or changed. */
  @Post('simulate')
  @HttpCode(200)
  simulate(
    @Param('id') id: string,
    @Body(valid(SimulateWorkflow)) simulation: SimulateWorkflow,
    @FromCaller() { projectId }: Caller,
  ): Promise<Simulation> {
    return this.asks.ask('workflow-engine.simulate', { projectId, id, simulation });
  }

  @Get('stats')
  stats(@Param('id') id: string, @FromCaller() { projectId }: Caller): Promise<WorkflowStats> {
    return this.asks.ask('workflow-engine.stats', { projectId, id });
  }
}
