import { Button, Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { sayDone } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { GraphBar } from './graph-bar';
import type { CanvasEdits } from './graph/canvas';
import type { Found } from './graph/graph';
import * as edit from './graph/graph-edit';
import { Outline } from './graph/outline';
import { useGraphEdits, type GraphEdits } from './graph/use-graph-edits';
import { newStep } from './step/step-fields';
import { useStepCopies, type StepCopies } from './use-step-copies';
import { workflowQuery, workflowStatsQuery, type Workflow } from './workflow/workflow.queries';
import classes from './graph-tab.module.css';
import { i18n } from '../text/i18n';

const Canvas = lazy(() => import('./graph/canvas'));
const StepPanel = lazy(async () => ({ default: (await import('./step/step-panel')).StepPanel }));

const views = [
  { value: 'canvas', label: i18n.t('Canvas') },
  { value: 'outline', label: i18n.t('Outline') },
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
  const [found, setFound] = useState<Found | null>(null);
  const history = useGraphEdits(workflow.id);
  const copies = useStepCopies({ workflow, history, chosen, onChoose });
  const edits = editsOf(workflow, { history, copies, onChoose });
  const step = workflow.steps.find(({ id }) => id === chosen);
  const settingsSaved = async (): Promise<void> => {
    history.noteSaved(edit.graphOf(workflow));
    await queryClient.invalidateQueries({ ...workflowQuery(project, workflow.id), exact: true });
  };
  const find = (stepId: string): void => {
    onChoose(stepId);
    setFound({ stepId });
  };
  const shown = { workflow, figures: stats?.steps ?? [], chosen, found, onChoose };
  return (
    <>
      <GraphBar workflow={workflow} history={history} onFound={find}>
        {hasPlace && <ViewButtons view={view} onView={setView} />}
      </GraphBar>
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
            <Suspense fallback={<Skeleton height={240} />}>
              <StepPanel
                key={`${step.id} ${step.updatedAt}`}
                step={step}
                onChanged={settingsSaved}
                onCopy={(withFollowing) => copies.copy(step.id, withFollowing)}
                onDelete={() => edits.onRemove(step.id)}
              />
            </Suspense>
          ) : (
            <p className={classes['hint']}>{i18n.t('Choose a step to see and change its settings.')}</p>
          )}
        </div>
      </div>
    </>
  );
}

function ViewButtons({ view, onView }: { view: string; onView: (view: string) => void }) {
  return (
    <Button.Group aria-label={i18n.t('View of the steps')}>
      {views.map(({ value, label }) => (
        <Button key={value} variant="default" size="xs" aria-pressed={view === value} onClick={() => onView(value)}>
          {label}
        </Button>
      ))}
    </Button.Group>
  );
}

interface EditOptions {
  history: GraphEdits;
  copies: StepCopies;
  onChoose: GraphTabProps['onChoose'];
}

function editsOf(workflow: Workflow, { history, copies, onChoose }: EditOptions): CanvasEdits {
  return {
    onAdd: async (what, way) => {
      if (what === 'copied') return copies.paste(way);
      const step = newStep(what);
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
      sayDone(
        i18n.t('{before, plural, one {# step} other {# steps}} deleted. Undo brings back what was deleted.', {
          before: before - after,
        }),
      );
    },
    onConnect: (link) => void history.edit((graph) => edit.connect(graph, link)),
    onDisconnect: (way) => void history.edit((graph) => edit.disconnect(graph, way)),
    onMove: async (id, place) => void (await history.edit((graph) => edit.moveStep(graph, id, place))),
  };
}
