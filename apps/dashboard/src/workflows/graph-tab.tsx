import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { sayFailed } from '../parts/toast/toast';
import { useProject } from '../session/project';
import { Outline, type NewPlace } from './graph/outline';
import { newStep } from './step/step-fields';
import { StepPanel } from './step/step-panel';
import {
  appendStep,
  insertStep,
  workflowQuery,
  workflowStatsQuery,
  type StepType,
  type Workflow,
} from './workflow/workflow.queries';
import classes from './graph-tab.module.css';

const Canvas = lazy(() => import('./graph/canvas'));

interface GraphTabProps {
  workflow: Workflow;
  chosen: string | null;
  onChoose: (stepId: string | null) => void;
}

/** Outline and settings of the chosen step, and on wide windows the canvas between them. */
export function GraphTab({ workflow, chosen, onChoose }: GraphTabProps) {
  const project = useProject();
  const queryClient = useQueryClient();
  const { data: stats } = useQuery(workflowStatsQuery(project, workflow.id));
  const hasCanvas = useMediaQuery('(min-width: 62em)', false, { getInitialValueInEffect: false });
  const reread = (): Promise<void> => queryClient.invalidateQueries(workflowQuery(project, workflow.id));
  const add = useMutation({
    mutationFn: ({ type, place }: { type: StepType; place: NewPlace }) =>
      'linkId' in place
        ? insertStep(project, workflow.id, place.linkId, newStep(type))
        : appendStep(project, workflow.id, place.end, newStep(type)),
    onSuccess: async ({ id }) => {
      await reread();
      onChoose(id);
    },
    onError: sayFailed,
  });
  const figures = stats?.steps ?? [];
  const step = workflow.steps.find(({ id }) => id === chosen);
  const deleted = async (): Promise<void> => {
    onChoose(null);
    await reread();
  };
  return (
    <div className={classes['columns']}>
      <div className={classes['side']}>
        <Outline
          workflow={workflow}
          figures={figures}
          chosen={chosen}
          onChoose={onChoose}
          onAdd={(type, place) => add.mutate({ type, place })}
        />
      </div>
      {hasCanvas && (
        <Suspense fallback={<Skeleton height={420} />}>
          <Canvas workflow={workflow} figures={figures} chosen={chosen} onChoose={onChoose} />
        </Suspense>
      )}
      <div className={classes['side']}>
        {step ? (
          <StepPanel key={`${step.id} ${step.updatedAt}`} step={step} onChanged={reread} onDeleted={deleted} />
        ) : (
          <p className={classes['hint']}>Choose a step to see and change its settings.</p>
        )}
      </div>
    </div>
  );
}
