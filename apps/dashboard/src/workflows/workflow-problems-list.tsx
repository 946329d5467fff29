import { Anchor } from '@mantine/core';
import { Notice } from '../parts/notice/notice';
import { problemsOfSteps } from './graph/workflow-problems';
import { stepKinds } from './step/step-words';
import type { Workflow } from './workflow/workflow.queries';
import classes from './graph-tab.module.css';
import { i18n } from '../text/i18n';

/** Below the button that enables a workflow: the steps that need attention first, each a way to its settings. */
export function WorkflowProblems({ workflow, onChoose }: { workflow: Workflow; onChoose: (stepId: string) => void }) {
  const problems = problemsOfSteps(workflow);
  if (problems.length === 0) return null;
  return (
    <Notice
      tone="watch"
      title={i18n.t('{count, plural, one {# step needs} other {# steps need}} attention.', { count: problems.length })}
    >
      <ul className={classes['problems']}>
        {problems.map(({ step, words }) => (
          <li key={step.id}>
            <Anchor component="button" type="button" inherit onClick={() => onChoose(step.id)}>
              {step.name === stepKinds[step.type] ? step.name : `${stepKinds[step.type]}: ${step.name}`}
            </Anchor>{' '}
            {words}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
