import type { StepKind } from './step-kind';

/** Where every execution begins; its event stands on the workflow. */
export const triggerStep: StepKind = {
  type: 'TRIGGER',
  problems: () => [],
  branches: () => 'one',
  refs: () => [],
  begin: (_step, { execution, now }) => ({
    kind: 'done',
    output: { triggered: true, eventName: execution.eventName, timestamp: now.toISOString() },
  }),
};
