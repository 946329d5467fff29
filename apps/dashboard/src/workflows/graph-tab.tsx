import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LayoutGrid, Redo2, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { countOf } from '../parts/format/format';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import type { CanvasEdits } from './graph/canvas';
import * as edit from './graph/graph-edit';
import { Outline } from './graph/outline';
import { useGraphEdits, type GraphEdits } from './graph/use-graph-edits';
import { newStep } from './step/step-fields';
import { StepPanel } from './step/step-panel';
import { workflowQuery, workflowStatsQuery, type Workflow } from './workflow/workflow.queries';
import classes from './graph-tab.module.css';

const Canvas = lazy(() => import('./graph/canvas'));

const views = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'outline', label: 'Outline' },
];

interface GraphTabProps {
  workflow: Workflow;
  chosen: string | null;
  onChoose: (stepId: string | null) => void;
}

/** The canvas or, on phones and by choice, the outline, and beside it the settings of the chosen step. */
export function GraphTab({ workflow, chosen, onChoose }: GraphTabProps) {
  const project = useProject();
  const queryClient = useQueryClient();
  const { data: stats } = useQuery(workflowStatsQuery(project, workflow.id));
  const hasPlace = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  const [view, setView] = useState<string>('canvas');
  const history = useGraphEdits(workflow.id);
  const edits = editsOf(workflow, history, onChoose);
  const step = workflow.steps.find(({ id }) => id === chosen);
  const settingsSaved = async (): Promise<void> => {
    history.noteSaved(edit.graphOf(workflow));
    await queryClient.invalidateQueries({ ...workflowQuery(project, workflow.id), exact: true });
  };
  const shown = { workflow, figures: stats?.steps ?? [], chosen, onChoose };
  return (
    <>
      <div className={classes['bar']}>
        {hasPlace && (
          <Button.Group aria-label="View of the steps">
            {views.map(({ value, label }) => (
              <Button
                key={value}
                variant="default"
                size="xs"
                aria-pressed={view === value}
                onClick={() => setView(value)}
              >
                {label}
              </Button>
            ))}
          </Button.Group>
        )}
        <HistoryButtons history={history} />
      </div>
      <div className={classes['columns']}>
        {hasPlace && view === 'canvas' ? (
          <Suspense fallback={<Skeleton height={420} />}>
            <Canvas {...shown} edits={edits} />
          </Suspense>
        ) : (
          <div className={classes['side']}>
            <Outline {...shown} onAdd={edits.onAdd} />
          </div>
        )}
        <div className={classes['side']}>
          {step ? (
            <StepPanel
              key={`${step.id} ${step.updatedAt}`}
              step={step}
              onChanged={settingsSaved}
              onDelete={() => edits.onRemove(step.id)}
            />
          ) : (
            <p className={classes['hint']}>Choose a step to see and change its settings.</p>
          )}
        </div>
      </div>
    </>
  );
}

function HistoryButtons({ history }: { history: GraphEdits }) {
  const { undo, redo, canUndo, canRedo } = history;
  return (
    <Button.Group>
      <Button
        variant="default"
        size="xs"
        leftSection={<Undo2 size={14} aria-hidden />}
        disabled={!canUndo}
        onClick={undo}
      >
        Undo
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Redo2 size={14} aria-hidden />}
        disabled={!canRedo}
        onClick={redo}
      >
        Redo
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<LayoutGrid size={14} aria-hidden />}
        onClick={() => void history.edit(edit.tidy)}
      >
        Tidy
      </Button>
    </Button.Group>
  );
}

function editsOf(workflow: Workflow, history: GraphEdits, onChoose: GraphTabProps['onChoose']): CanvasEdits {
  return {
    onAdd: async (type, way) => {
      const step = newStep(type);
      if (await history.edit((graph) => edit.addStep(graph, way, step))) onChoose(step.id);
    },
    onRemove: async (id) => {
      const before = workflow.steps.length;
      let after = before;
      const isRemoved = await history.edit((graph) => {
        const removed = edit.removeStep(graph, id);
        if ('graph' in removed) after = removed.graph.steps.length;
        return removed;
      });
      if (!isRemoved) return;
      onChoose(null);
      sayDone(`${countOf(before - after, 'step')} deleted. Undo brings back what was deleted.`);
    },
    onConnect: (link) => void history.edit((graph) => edit.connect(graph, link)),
    onDisconnect: (way) => void history.edit((graph) => edit.disconnect(graph, way)),
    onMove: async (id, place) => void (await history.edit((graph) => edit.moveStep(graph, id, place))),
  };
}
