import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../../api/client';
import type { Project } from '../../session/project';

export type Workflow = Schema<'WorkflowDetail'>;
export type WorkflowItem = Schema<'WorkflowItem'>;
export type Step = Schema<'StepView'>;
export type StepType = Step['type'];
export type NewStep = Schema<'AddStep'>;

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

/** Puts a step into a link, so that the graph is whole at every moment. */
export const insertStep = ({ api }: Project, id: string, transitionId: string, body: NewStep) =>
  bodyOf(
    api.POST('/workflows/{id}/transitions/{transitionId}/insert-step', {
      params: { path: { id, transitionId } },
      body,
    }),
  );

/** Adds a step behind an open end of another one; `branch` names the end where the step has several. */
export async function appendStep(
  { api }: Project,
  id: string,
  end: { stepId: string; branch: string | null },
  body: NewStep,
) {
  const params = { path: { id } };
  const step = await bodyOf(api.POST('/workflows/{id}/steps', { params, body: { ...body, autoConnect: false } }));
  const link = { fromStepId: end.stepId, toStepId: step.id, branch: end.branch };
  await bodyOf(api.POST('/workflows/{id}/transitions', { params, body: link }));
  return step;
}

export const changeStep = ({ api }: Project, id: string, stepId: string, body: Schema<'UpdateStep'>) =>
  bodyOf(api.PATCH('/workflows/{id}/steps/{stepId}', { params: { path: { id, stepId } }, body }));

/** Deletes a step and links those around it to each other. */
export const deleteStep = ({ api }: Project, id: string, stepId: string) =>
  bodyOf(api.DELETE('/workflows/{id}/steps/{stepId}', { params: { path: { id, stepId }, query: { splice: 'true' } } }));
