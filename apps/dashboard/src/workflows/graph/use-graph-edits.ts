import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error';
import { isTyping } from '../../parts/keys/is-typing';
import { sayFailed, sayRefused } from '../../parts/toast/toast';
import { useProject } from '../../session/project';
import { replaceGraph, workflowQuery, type Graph, type Workflow } from '../workflow/workflow.queries';
import { graphOf, type Edit } from './graph-edit';
import { noHistory, recorded, redone, undone, type History } from './graph-history';

/** A change of the graph as it is when the change is made, and the history after it; null when there is nothing to do. */
type Change = (graph: Graph, history: History) => { edit: Edit; history: History } | null;

export interface GraphEdits {
  /** Makes the edit with the graph as it is then; what is refused is said. Resolves to true once it is saved. */
  edit: (edit: (graph: Graph) => Edit) => Promise<boolean>;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Notes a change that was saved in another way, so that it can be undone. */
  noteSaved: (before: Graph) => void;
}

/**
 * Edits of the graph of a workflow, one after the other, each saved as a whole. Ctrl Z takes the last one back, Ctrl Shift Z and
 * Ctrl Y bring it again. When the workflow was changed elsewhere meanwhile, that change is shown and nothing of it is lost.
 */
export function useGraphEdits(workflowId: string): GraphEdits {
  const project = useProject();
  const queryClient = useQueryClient();
  const { queryKey } = workflowQuery(project, workflowId);
  const history = useRef(noHistory);
  const [depth, setDepth] = useState({ past: 0, future: 0 });
  const keep = (next: History): void => {
    history.current = next;
    setDepth({ past: next.past.length, future: next.future.length });
  };
  const save = useMutation({
    // One after the other: each begins with what the one before has saved.
    scope: { id: `graph ${workflowId}` },
    mutationFn: async (change: Change): Promise<boolean> => {
      const workflow = queryClient.getQueryData<Workflow>(queryKey);
      const changed = workflow && change(graphOf(workflow), history.current);
      if (!workflow || !changed) return false;
      if ('refused' in changed.edit) {
        sayRefused(changed.edit.refused);
        return false;
      }
      await queryClient.cancelQueries({ queryKey, exact: true });
      queryClient.setQueryData(queryKey, await replaceGraph(project, workflow, changed.edit.graph));
      keep(changed.history);
      return true;
    },
    onError: (error) => {
      sayFailed(error);
      if (!(error instanceof ApiError) || error.status !== 412) return;
      keep(noHistory);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const run = (change: Change): Promise<boolean> => save.mutateAsync(change).catch(() => false);
  const step = (move: typeof undone) => (): void =>
    void run((graph, before) => {
      const moved = move(before, graph);
      return moved && { edit: { graph: moved.graph }, history: moved.history };
    });
  const edits: GraphEdits = {
    edit: (edit) => run((graph, before) => ({ edit: edit(graph), history: recorded(before, graph) })),
    undo: step(undone),
    redo: step(redone),
    canUndo: depth.past > 0,
    canRedo: depth.future > 0,
    noteSaved: (before) => keep(recorded(history.current, before)),
  };
  useUndoKeys(edits);
  return edits;
}

function useUndoKeys({ undo, redo }: GraphEdits): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
