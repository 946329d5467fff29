import '@xyflow/react/dist/style.css';
import { Background, Controls, Handle, Position, ReactFlow, type Edge, type Node, type NodeProps } from '@xyflow/react';
import { useMemo } from 'react';
import type { Schema } from '../../api/client';
import { formatNumber } from '../../parts/format/format';
import type { Step, Workflow } from '../workflow/workflow.queries';
import { branchWord } from './graph';
import { cardHeight, cardWidth, placesOf } from './layout';
import { stepKinds, stepWords } from '../step/step-words';
import classes from './canvas.module.css';

type Figures = Schema<'StepStats'>;
type StepNode = Node<{ step: Step; words: string; figures?: Figures; isChosen: boolean }, 'step'>;

interface CanvasProps {
  workflow: Workflow;
  figures: readonly Figures[];
  chosen: string | null;
  onChoose: (stepId: string) => void;
  /** Steps that a simulation came by. */
  path?: readonly string[];
}

const nodeTypes = { step: StepCard };

/** The graph as cards, top to bottom. It shows and chooses; the outline beside it changes the graph. */
export default function Canvas({ workflow, figures, chosen, onChoose, path = [] }: CanvasProps) {
  const places = useMemo(() => placesOf(workflow), [workflow]);
  const nodes = workflow.steps.map(
    (step): StepNode => ({
      id: step.id,
      type: 'step',
      position: places.get(step.id) ?? { x: 0, y: 0 },
      width: cardWidth,
      height: cardHeight,
      ariaLabel: `${stepKinds[step.type]}: ${stepWords(step, workflow)}`,
      data: {
        step,
        words: stepWords(step, workflow),
        figures: figures.find(({ stepId }) => stepId === step.id),
        isChosen: step.id === chosen || path.includes(step.id),
      },
    }),
  );
  const edges = workflow.transitions.map(
    ({ id, fromStepId, toStepId, branch }): Edge => ({
      id,
      source: fromStepId,
      target: toStepId,
      type: 'smoothstep',
      label: branch ? branchWord(branch) : undefined,
      focusable: false,
      className: path.includes(fromStepId) && path.includes(toStepId) ? classes['passed'] : undefined,
    }),
  );
  return (
    <div className={classes['canvas']}>
      <ReactFlow
        key={workflow.steps.map(({ id }) => id).join()}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onNodeClick={(_event, { id }) => onChoose(id)}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        minZoom={0.2}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        aria-label="Graph of the workflow"
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  );
}

function StepCard({ data: { step, words, figures, isChosen } }: NodeProps<StepNode>) {
  return (
    <div className={classes['card']} data-chosen={isChosen} data-type={step.type}>
      <Handle type="target" position={Position.Top} className={classes['handle']} />
      <p className={classes['kind']}>{stepKinds[step.type]}</p>
      <p className={classes['words']}>{words}</p>
      {figures && (
        <p className={classes['figures']}>
          {formatNumber(figures.waiting)} here · {formatNumber(figures.done)} passed
          {figures.failed > 0 && <span className={classes['failed']}> · {formatNumber(figures.failed)} failed</span>}
        </p>
      )}
      <Handle type="source" position={Position.Bottom} className={classes['handle']} />
    </div>
  );
}
