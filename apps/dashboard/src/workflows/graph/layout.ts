import dagre from '@dagrejs/dagre';
import type { Workflow } from '../workflow/workflow.queries';
import type { WayOut } from './graph';
import { placeOf } from './graph-edit';

export const cardWidth = 240;
export const cardHeight = 100;
export const endWidth = 132;
export const endHeight = 32;

export interface Place {
  x: number;
  y: number;
}

/** The name of an open end among the cards. */
export const endId = ({ stepId, branch }: WayOut): string => `${stepId} ${branch ?? ''}`;

/**
 * The upper left corner of each card and of each open end: top to bottom, so that links cross as little as possible. A card that was
 * moved stands where it was put, as seen from the start, and its open ends stay below it.
 */
export function placesOf(
  { steps, transitions }: Pick<Workflow, 'steps' | 'transitions'>,
  ends: readonly WayOut[] = [],
): Map<string, Place> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 72 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of steps) graph.setNode(id, { width: cardWidth, height: cardHeight });
  for (const { fromStepId, toStepId } of transitions) graph.setEdge(fromStepId, toStepId);
  for (const end of ends) {
    graph.setNode(endId(end), { width: endWidth, height: endHeight });
    graph.setEdge(end.stepId, endId(end));
  }
  dagre.layout(graph);
  const cornerOf = (id: string, width: number, height: number): Place => {
    const { x, y } = graph.node(id);
    return { x: x - width / 2, y: y - height / 2 };
  };
  const origin = steps[0] ? cornerOf(steps[0].id, cardWidth, cardHeight) : { x: 0, y: 0 };
  const places = new Map<string, Place>();
  for (const step of steps) {
    const own = cornerOf(step.id, cardWidth, cardHeight);
    const moved = step.type === 'TRIGGER' ? undefined : placeOf(step);
    const place = moved ? { x: origin.x + moved.x, y: origin.y + moved.y } : own;
    places.set(step.id, place);
    for (const end of ends.filter(({ stepId }) => stepId === step.id)) {
      const below = cornerOf(endId(end), endWidth, endHeight);
      places.set(endId(end), { x: below.x + place.x - own.x, y: below.y + place.y - own.y });
    }
  }
  return places;
}
