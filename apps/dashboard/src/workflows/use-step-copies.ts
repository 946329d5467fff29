import { useEffect, useEffectEvent } from 'react';
import { v4 as newId } from 'uuid';
import { isTyping } from '../parts/keys/is-typing';
import { sayDone, sayRefused } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { inOrder, openEnds, type WayOut } from './graph/graph';
import { addSteps, copyOf, graphOf, renewed } from './graph/graph-edit';
import type { GraphEdits } from './graph/use-graph-edits';
import { copiedOf, keepCopied } from './workflow/copied-steps';
import type { Workflow } from './workflow/workflow.queries';
import { i18n } from '../text/i18n';

export interface StepCopies {
  /** Copies a step, alone or with all that follow it. */
  copy: (stepId: string, withFollowing: boolean) => void;
  /** Puts the copied steps on a way out. */
  paste: (way: WayOut) => Promise<void>;
}

interface Options {
  workflow: Workflow;
  history: GraphEdits;
  chosen: string | null;
  onChoose: (stepId: string) => void;
}

/** Copies of steps, also to another workflow of the project. Ctrl C copies the chosen step, Ctrl V puts the copy behind it. */
export function useStepCopies({ workflow, history, chosen, onChoose }: Options): StepCopies {
  const project = useProject();
  const copy = (stepId: string, withFollowing: boolean): void => {
    const made = copyOf(graphOf(workflow), stepId, withFollowing);
    if ('refused' in made) return sayRefused(made.refused);
    keepCopied(project.id, made.graph);
    sayDone(
      i18n.t('{count, plural, one {# step} other {# steps}} copied. Every plus of a workflow can paste.', {
        count: made.graph.steps.length,
      }),
    );
  };
  const paste = async (way: WayOut): Promise<void> => {
    const copied = copiedOf(project.id);
    if (!copied) return sayRefused(i18n.t('Nothing is copied.'));
    const added = renewed(copied, newId);
    if (await history.edit((graph) => addSteps(graph, way, added))) onChoose(added.steps[0]!.id);
  };
  useCopyKeys(
    () => chosen !== null && copy(chosen, false),
    () => {
      const step = workflow.steps.find(({ id }) => id === chosen);
      if (!step) return sayRefused(i18n.t('Choose the step behind which the copied one belongs.'));
      const [taken] = inOrder(step, workflow.transitions);
      const way = openEnds(step, workflow.transitions)[0] ?? (taken && { stepId: step.id, branch: taken.branch });
      if (!way) return sayRefused(i18n.t('Nothing follows an end.'));
      return void paste(way);
    },
  );
  return { copy, paste };
}

function useCopyKeys(copy: () => unknown, paste: () => unknown): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || isTyping(event)) return;
    const key = event.key.toLowerCase();
    // A text that is selected on the page is what a person wants to copy.
    if (key === 'c' && window.getSelection()?.isCollapsed !== false) copy();
    if (key === 'v') paste();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
