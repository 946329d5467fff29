import { queryOptions } from '@tanstack/react-query';
import { bodyOf, type Schema } from '../../api/client';
import type { Project } from '../../session/project';

export type Execution = Schema<'ExecutionItem'>;
export type ExecutionStatus = Schema<'ExecutionStatus'>;

interface Filter {
  workflowId: string;
  status?: ExecutionStatus;
}

/** One page of the executions of a workflow, newest first. */
export const readExecutions = ({ api }: Project, filter: Filter, cursor: string | undefined, signal: AbortSignal) => {
  const query = { limit: 100, cursor, status: filter.status };
  return bodyOf(api.GET('/workflows/{id}/executions', { params: { path: { id: filter.workflowId }, query }, signal }));
};

/** One execution with what it did at each step. */
export const executionQuery = ({ id, api }: Project, workflowId: string, executionId: string) =>
  queryOptions({
    queryKey: [id, 'executions', executionId],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/workflows/{id}/executions/{executionId}', {
          params: { path: { id: workflowId, executionId } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? 2_000 : false),
  });

export const cancelExecution = ({ api }: Project, workflowId: string, executionId: string) =>
  bodyOf(api.DELETE('/workflows/{id}/executions/{executionId}', { params: { path: { id: workflowId, executionId } } }));
