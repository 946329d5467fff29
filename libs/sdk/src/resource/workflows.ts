import { List } from '../call/list';
import type { CallOptions, Transport } from '../call/transport';
import type { Answer, Body, Query, Schema } from '../call/wire';

export type WorkflowItem = Schema<'WorkflowItem'>;
/** A workflow with its steps and transitions. */
export type Workflow = Schema<'WorkflowDetail'>;
export type CreateWorkflow = Schema<'CreateWorkflow'>;
export type UpdateWorkflow = Schema<'UpdateWorkflow'>;
export type Execution = Schema<'ExecutionItem'>;

/** Workflows: steps that contacts take without a further call, and their executions. */
export class Workflows {
  constructor(private readonly transport: Transport) {}

  /** Creates a disabled workflow with its trigger step. */
  create(workflow: CreateWorkflow, options?: CallOptions): Promise<Workflow> {
    return this.transport.call('post', '/workflows', { body: workflow, options });
  }

  /** @throws NotFoundError */
  get(id: string, options?: CallOptions): Promise<Workflow> {
    return this.transport.call('get', '/workflows/{id}', { path: { id }, options });
  }

  update(id: string, change: UpdateWorkflow, options?: CallOptions): Promise<Schema<'WorkflowView'>> {
    return this.transport.call('patch', '/workflows/{id}', { path: { id }, body: change, options });
  }

  /** @throws ConflictError while it has active executions */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.call('delete', '/workflows/{id}', { path: { id }, options });
  }

  list(query: Query<'/workflows'> = {}, options?: CallOptions): List<WorkflowItem> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/workflows', { query: { ...query, cursor }, options }),
    );
  }

  addStep(id: string, step: Schema<'AddStep'>, options?: CallOptions): Promise<Schema<'StepView'>> {
    return this.transport.call('post', '/workflows/{id}/steps', { path: { id }, body: step, options });
  }

  link(id: string, transition: Schema<'AddTransition'>, options?: CallOptions): Promise<Schema<'TransitionView'>> {
    return this.transport.call('post', '/workflows/{id}/transitions', { path: { id }, body: transition, options });
  }

  stats(id: string, options?: CallOptions): Promise<Schema<'WorkflowStats'>> {
    return this.transport.call('get', '/workflows/{id}/stats', { path: { id }, options });
  }

  /** Tells what would happen to a contact; nothing is sent or stored. */
  simulate(
    id: string,
    simulation: Body<'post', '/workflows/{id}/simulate'>,
    options?: CallOptions,
  ): Promise<Schema<'Simulation'>> {
    return this.transport.call('post', '/workflows/{id}/simulate', { path: { id }, body: simulation, options });
  }

  /** Starts the workflow for a contact. */
  start(id: string, execution: Schema<'StartExecution'>, options?: CallOptions): Promise<Schema<'ExecutionView'>> {
    return this.transport.call('post', '/workflows/{id}/executions', { path: { id }, body: execution, options });
  }

  /** Newest first. */
  executions(id: string, query: Query<'/workflows/{id}/executions'> = {}, options?: CallOptions): List<Execution> {
    return new List((cursor = query.cursor) =>
      this.transport.call('get', '/workflows/{id}/executions', { path: { id }, query: { ...query, cursor }, options }),
    );
  }

  /** An execution with the history of its steps. */
  execution(id: string, executionId: string, options?: CallOptions): Promise<Schema<'ExecutionDetail'>> {
    const path = { id, executionId };
    return this.transport.call('get', '/workflows/{id}/executions/{executionId}', { path, options });
  }

  /** Cancels an execution that runs or waits. */
  cancel(
    id: string,
    executionId: string,
    options?: CallOptions,
  ): Promise<Answer<'delete', '/workflows/{id}/executions/{executionId}'>> {
    const path = { id, executionId };
    return this.transport.call('delete', '/workflows/{id}/executions/{executionId}', { path, options });
  }
}
