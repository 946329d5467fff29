import type { StepType } from '@waybill/contracts/workflows/step';

/** A step of a definition. Moments are ISO 8601. */
export interface Step {
  id: string;
  type: StepType;
  name: string;
  position: { x: number; y: number };
  config: Record<string, unknown>;
  templateId: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A link between two steps. `auto`: made by `autoConnect`, and not yet asked for by the caller. */
export interface Link {
  id: string;
  from: string;
  to: string;
  branch: string | null;
  auto?: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Steps in the order in which they were made, the TRIGGER first. Values are never changed in place. */
export interface Graph {
  steps: Step[];
  links: Link[];
}

/** How steps of a workflow are bounded; docs/limits.md lists them. */
export const graphLimits = { steps: 100, configBytes: 64 * 1024, bytes: 512 * 1024 } as const;

export const findStep = (graph: Graph, id: string | null): Step | null =>
  graph.steps.find((step) => step.id === id) ?? null;

export const linksFrom = (graph: Graph, id: string): Link[] => graph.links.filter((link) => link.from === id);
export const linksTo = (graph: Graph, id: string): Link[] => graph.links.filter((link) => link.to === id);

/** The ids of the steps that can be reached from a step, itself included. */
export function reachable(graph: Graph, from: string): Set<string> {
  const seen = new Set([from]);
  const todo = [from];
  for (let id = todo.pop(); id !== undefined; id = todo.pop()) {
    for (const { to } of linksFrom(graph, id)) {
      if (seen.has(to)) continue;
      seen.add(to);
      todo.push(to);
    }
  }
  return seen;
}

/**
 * The step behind `from` on a branch. A link without a branch serves every branch; null where no link fits: the execution
 * is complete.
 */
export function nextStep(graph: Graph, from: string, branch: string | null): Step | null {
  const links = linksFrom(graph, from);
  const link = links.find((each) => each.branch === branch) ?? links.find((each) => each.branch === null);
  return link ? findStep(graph, link.to) : null;
}
