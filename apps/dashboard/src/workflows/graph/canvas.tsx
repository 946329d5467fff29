import '@xyflow/react/dist/style.css';
import {
  Background,
  Controls,
  ReactFlow,
  type Connection,
  type Edge,
  type FitViewOptions,
  type NodeChange,
} from '@xyflow/react';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { stepKinds, stepWords } from '../step/step-words';
import type { Addition } from '../workflow/copied-steps';
import type { Figures, LinkEnds, Step, Workflow } from '../workflow/workflow.queries';
import { handleOf, OpenEnd, StepCard, StepLink, type CardNode, type EndNode, type LinkEdge } from './canvas-parts';
import { openEnds, type Found, type WayOut } from './graph';
import { cardHeight, cardWidth, endHeight, endId, endWidth, placesOf, type Place } from './layout';
import { problemsOfSteps } from './workflow-problems';
import classes from './canvas.module.css';
import { i18n } from '../../text/i18n';

/** Edits that the canvas offers; without them the graph is shown only. */
export interface CanvasEdits {
  onAdd: (what: Addition, way: WayOut) => Promise<void>;
  onConnect: (link: LinkEnds) => void;
  onDisconnect: (way: WayOut) => void;
  onRemove: (stepId: string) => Promise<void>;
  /** `place` is seen from the start. */
  onMove: (stepId: string, place: Place) => Promise<void>;
}

interface CanvasProps {
  workflow: Workflow;
  figures?: readonly Figures[];
  chosen?: string | null;
  /** Is brought into view when it changes. */
  found?: Found | null;
  onChoose?: (stepId: string) => void;
  edits?: CanvasEdits;
  /** The steps that a simulated contact came by, in order, each with a word about it. */
  path?: readonly { stepId: string; note: string }[];
}

const wholeGraph: FitViewOptions = { maxZoom: 1, padding: 0.15 };
/** Milliseconds from the last move of a card until its place is saved. */
const moveSettleMs = 250;
const nodeTypes = { step: StepCard, end: OpenEnd };
const edgeTypes = { link: StepLink };

/** The graph as cards, top to bottom. The outline is the same for keyboards and screen readers. */
export default function Canvas({ workflow, edits, onChoose, found = null, ...shown }: CanvasProps) {
  const isEditable = edits !== undefined;
  const ends = useMemo(
    () => (isEditable ? workflow.steps.flatMap((step) => openEnds(step, workflow.transitions)) : []),
    [workflow, isEditable],
  );
  const places = useMemo(() => measuredPlaces(workflow, ends), [workflow, ends]);
  const setFlow = useInView([...places.keys()].join(), found);
  const { moved, onNodesChange } = useMoves(places.get(workflow.steps[0]?.id ?? ''), edits, onChoose);
  const placeOf = (id: string): Place => moved[id] ?? places.get(id) ?? { x: 0, y: 0 };
  const onKeyDown = ({ key, target }: KeyboardEvent): void => {
    const onCard = target instanceof Element && target.closest('.react-flow__node') !== null;
    if ((key === 'Delete' || key === 'Backspace') && onCard && shown.chosen) void edits?.onRemove(shown.chosen);
  };
  const onConnect = ({ source, target, sourceHandle }: Connection): void =>
    edits?.onConnect({ fromStepId: source, toStepId: target, branch: sourceHandle || null });
  return (
    <div className={classes['canvas']} data-editable={isEditable} onKeyDown={onKeyDown}>
      <ReactFlow
        nodes={[...cardsOf(workflow, shown, placeOf), ...endsOf(ends, edits, placeOf)]}
        edges={[...linksOf(workflow, shown, edits), ...openLinksOf(ends, workflow.steps)]}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onNodeClick={(_event, { id, type }) => type === 'step' && onChoose?.(id)}
        onConnect={onConnect}
        nodesDraggable={isEditable}
        nodesConnectable={isEditable}
        edgesFocusable={false}
        deleteKeyCode={null}
        nodeDragThreshold={4}
        connectionRadius={40}
        minZoom={0.2}
        onInit={setFlow}
        fitView
        fitViewOptions={wholeGraph}
        aria-label={i18n.t('Graph of the workflow')}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

/** The time that the layout takes is an entry of the browser's timeline. */
function measuredPlaces(workflow: Workflow, ends: readonly WayOut[]): Map<string, Place> {
  const start = performance.now();
  const places = placesOf(workflow, ends);
  performance.measure('layout of the workflow', { start });
  return places;
}

/** Brings the whole graph into view when cards come or go, and a card that was looked for. `names` are those of all cards. */
function useInView(names: string, found: Found | null) {
  const [flow, setFlow] = useState<{ fitView: (options: FitViewOptions) => Promise<boolean> } | null>(null);
  useEffect(() => void flow?.fitView(wholeGraph), [flow, names]);
  useEffect(() => {
    if (found) void flow?.fitView({ nodes: [{ id: found.stepId }], maxZoom: 1, padding: 0.5 });
  }, [flow, found]);
  return setFlow;
}

/** Cards that are being moved, until their places are saved. */
function useMoves(start: Place | undefined, edits: CanvasEdits | undefined, onChoose: CanvasProps['onChoose']) {
  const [moved, setMoved] = useState<Record<string, Place>>({});
  // A key moves a card by a few pixels: the last one of a row is saved.
  const save = useDebouncedCallback(async (id: string, { x, y }: Place): Promise<void> => {
    if (start) await edits?.onMove(id, { x: x - start.x, y: y - start.y });
    setMoved({});
  }, moveSettleMs);
  const onNodesChange = (changes: NodeChange[]): void => {
    for (const change of changes) {
      if (change.type === 'position' && change.position) {
        const { id, position, dragging } = change;
        setMoved((before) => ({ ...before, [id]: position }));
        if (!dragging) save(id, position);
      }
      // Enter and Space on a card that has the focus.
      if (change.type === 'select' && change.selected) onChoose?.(change.id);
    }
  };
  return { moved, onNodesChange };
}

type Shown = Pick<CanvasProps, 'figures' | 'chosen' | 'path'>;
type PlaceOf = (id: string) => Place;

/** A card that is `measured` keeps the places of its handles when it is made anew: links would not be drawn until they are found again. */
const sizeOf = (width: number, height: number) => ({ width, height, measured: { width, height } });

function cardsOf(workflow: Workflow, { figures = [], chosen, path = [] }: Shown, placeOf: PlaceOf): CardNode[] {
  const problems = new Map(problemsOfSteps(workflow).map(({ step, words }) => [step.id, words]));
  return workflow.steps.map((step) => {
    const words = stepWords(step, workflow);
    const passed = path.findLast(({ stepId }) => stepId === step.id);
    return {
      id: step.id,
      type: 'step',
      position: placeOf(step.id),
      ...sizeOf(cardWidth, cardHeight),
      selected: step.id === chosen,
      draggable: step.type === 'TRIGGER' ? false : undefined,
      ariaLabel: `${stepKinds[step.type]}: ${words}`,
      data: {
        step,
        words,
        figures: figures.find(({ stepId }) => stepId === step.id),
        note: passed?.note,
        isChosen: step.id === chosen,
        isOnPath: passed !== undefined,
        problem: problems.get(step.id),
      },
    };
  });
}

const endsOf = (ends: readonly WayOut[], edits: CanvasEdits | undefined, placeOf: PlaceOf): EndNode[] =>
  ends.map((way) => ({
    id: endId(way),
    type: 'end',
    position: placeOf(endId(way)),
    ...sizeOf(endWidth, endHeight),
    draggable: false,
    selectable: false,
    focusable: false,
    data: { way, onAdd: (what) => void edits?.onAdd(what, way) },
  }));

function linksOf(
  { steps, transitions }: Workflow,
  { figures = [], path = [] }: Shown,
  edits?: CanvasEdits,
): LinkEdge[] {
  const pairs = new Set(path.slice(1).map(({ stepId }, index) => `${path[index]!.stepId} ${stepId}`));
  return transitions.map(({ id, fromStepId, toStepId, branch }) => {
    const from = steps.find((step) => step.id === fromStepId);
    const way = { stepId: fromStepId, branch };
    return {
      id,
      type: 'link',
      source: fromStepId,
      target: toStepId,
      sourceHandle: handleOf(from, branch),
      focusable: false,
      data: {
        branch,
        share: branch === null ? null : shareOf(figures.find(({ stepId }) => stepId === fromStepId)?.branches, branch),
        toName: steps.find((step) => step.id === toStepId)?.name ?? '',
        isPassed: pairs.has(`${fromStepId} ${toStepId}`),
        onAdd: edits && ((what) => void edits.onAdd(what, way)),
        onCut: edits && (() => edits.onDisconnect(way)),
      },
    };
  });
}

const openLinksOf = (ends: readonly WayOut[], steps: readonly Step[]): Edge[] =>
  ends.map((way) => ({
    id: `to ${endId(way)}`,
    type: 'smoothstep',
    source: way.stepId,
    target: endId(way),
    sourceHandle: handleOf(
      steps.find(({ id }) => id === way.stepId),
      way.branch,
    ),
    focusable: false,
    className: classes['open'],
  }));

/** How many percent of those that left a step took a branch; null before the first. */
function shareOf(branches: Record<string, number> | undefined, branch: string): number | null {
  const all = Object.values(branches ?? {}).reduce((sum, count) => sum + count, 0);
  return all === 0 ? null : (100 * (branches?.[branch] ?? 0)) / all;
}
