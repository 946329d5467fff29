import dagre from '@dagrejs/dagre';
import type { Workflow } from '../workflow/workflow.queries';

export const cardWidth = 240;
export const cardHeight = 80;

export interface Place {
  x: number;
  y: number;
}

/** Where each step stands, top to bottom, so that links cross as little as possible. */
export function placesOf({ steps, transitions }: Pick<Workflow, 'steps' | 'transitions'>): Map<string, Place> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 64 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of steps) graph.setNode(id, { width: cardWidth, height: cardHeight });
  for (const { fromStepId, toStepId } of transitions) graph.setEdge(fromStepId, toStepId);
  dagre.layout(graph);
  return new Map(
    steps.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: x - cardWidth / 2, y: y - cardHeight / 2 }];
    }),
  );
}
