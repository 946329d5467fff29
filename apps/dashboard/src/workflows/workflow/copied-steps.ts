import { useSyncExternalStore } from 'react';
import type { Graph, StepType } from './workflow.queries';

/** A new step of a kind, or the steps that were copied. */
export type Addition = StepType | 'copied';

/** Steps with the links among them, the one that leads to all others first, and the project that they are of. */
let kept: { projectId: string; graph: Graph } | null = null;
const listeners = new Set<() => void>();

/** Keeps steps to be put at other places of this or another workflow of the project, until others are copied or the page is left. */
export function keepCopied(projectId: string, graph: Graph): void {
  kept = { projectId, graph };
  listeners.forEach((listener) => listener());
}

/** The copied steps of a project; null when there are none. */
export const copiedOf = (projectId: string): Graph | null => (kept?.projectId === projectId ? kept.graph : null);

export const useCopied = (projectId: string): Graph | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => copiedOf(projectId),
  );
