import type { Step, Workflow } from '../workflow/workflow.queries';
import { reachable } from './graph-edit';
import { i18n } from '../../text/i18n';

/** A step that cannot do its work, and the reason as a sentence. */
export interface StepProblem {
  step: Step;
  words: string;
}

/** The steps that would fail or are never reached, in the order of the steps. */
export function problemsOfSteps({ steps, transitions, triggerType, triggerConfig }: Workflow): StepProblem[] {
  const trigger = steps[0];
  const reached = trigger ? reachable(transitions, trigger.id) : new Set<string>();
  return steps.flatMap((step) => {
    if (!reached.has(step.id)) return [{ step, words: i18n.t('No way leads to this step.') }];
    if (step.type === 'SEND_EMAIL' && !step.templateId) return [{ step, words: i18n.t('No template is chosen.') }];
    const hasStart = triggerType === 'MANUAL' || triggerConfig !== null;
    if (step.type === 'TRIGGER' && !hasStart) return [{ step, words: i18n.t('No event starts the workflow.') }];
    if (step.type === 'TRIGGER' && !transitions.some(({ fromStepId }) => fromStepId === step.id))
      return [{ step, words: i18n.t('Nothing follows the start.') }];
    return [];
  });
}
