import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../../api/client';
import type { Project } from '../../session/project';

export type Workflow = Schema<'WorkflowDetail'>;
export type WorkflowItem = Schema<'WorkflowItem'>;
export type Step = Schema<'StepView'>;
export type StepType = Step['type'];
export type Figures = Schema<'StepStats'>;
/** A step as `PUT /workflows/{id}/graph` takes it. */
export type GraphStep = Pick<Step, 'id' | 'type' | 'name' | 'config' | 'templateId' | 'position'>;
/** The ends of a link, which decide where a graph leads. */
export type LinkEnds = Pick<Workflow['transitions'][number], 'fromStepId' | 'toStepId' | 'branch'>;

/** All steps and links of a workflow. Values are never changed in place. */
export interface Graph {
  steps: readonly GraphStep[];
  links: readonly LinkEnds[];
}

/** One page of the workflows, newest first. */
export const readWorkflows = ({ api }: Project, cursor: string | undefined, search: string, signal: AbortSignal) =>
  bodyOf(api.GET('/workflows', { params: { query: { limit: 100, cursor, search: search || undefined } }, signal }));

/** A workflow with its steps and links. */
export const workflowQuery = ({ id, api }: Project, workflowId: string) =>
  queryOptions({
    queryKey: [id, 'workflows', workflowId],
    queryFn: ({ signal }) => bodyOf(api.GET('/workflows/{id}', { params: { path: { id: workflowId } }, signal })),
  });

/** How many executions are at each step, and how many passed it. */
export const workflowStatsQuery = ({ id, api }: Project, workflowId: string) =>
  queryOptions({
    queryKey: [id, 'workflows', workflowId, 'stats'],
    refetchInterval: 15_000,
    queryFn: ({ signal }) => bodyOf(api.GET('/workflows/{id}/stats', { params: { path: { id: workflowId } }, signal })),
  });

/** Templates to choose from: the newest hundred. */
export const templateChoicesQuery = ({ id, api }: Project) =>
  queryOptions({
    queryKey: [id, 'templates', 'choices'],
    staleTime: 60_000,
    queryFn: ({ signal }) => bodyOf(api.GET('/templates', { params: { query: { limit: 100 } }, signal })),
  });

export const createWorkflow = ({ api }: Project, body: Schema<'CreateWorkflow'>) =>
  bodyOf(api.POST('/workflows', { body }));

export const changeWorkflow = ({ api }: Project, id: string, body: Schema<'UpdateWorkflow'>) =>
  bodyOf(api.PATCH('/workflows/{id}', { params: { path: { id } }, body }));

export const deleteWorkflow = ({ api }: Project, id: string) =>
  bodyOf(api.DELETE('/workflows/{id}', { params: { path: { id } } }));

/** Replaces all steps and links at once; 412 when the workflow was changed since it was read. */
export const replaceGraph = ({ api }: Project, { id, updatedAt }: Workflow, { steps, links }: Graph) =>
  bodyOf(
    api.PUT('/workflows/{id}/graph', {
      params: { path: { id }, header: { 'If-Match': `"${updatedAt}"` } },
      body: { steps: [...steps], transitions: [...links] },
    }),
  );

export const changeStep = ({ api }: Project, id: string, stepId: string, body: Schema<'UpdateStep'>) =>
  bodyOf(api.PATCH('/workflows/{id}/steps/{stepId}', { params: { path: { id, stepId } }, body }));
