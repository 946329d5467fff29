import type { Step, Workflow } from '../workflow/workflow.queries';
import { problemsOfSteps } from './workflow-problems';

const at = '2026-01-01T00:00:00.000Z';
const step = (id: string, type: Step['type'], templateId: string | null = null): Step => ({
  ...{ id, workflowId: 'w', type, name: id, position: { x: 0, y: 0 }, config: {}, templateId, template: null },
  ...{ outgoingTransitions: [], incomingTransitions: [], createdAt: at, updatedAt: at },
});
const link = (fromStepId: string, toStepId: string): Workflow['transitions'][number] => ({
  ...{ id: `${fromStepId} ${toStepId}`, fromStepId, toStepId, branch: null, condition: null, waitOutcome: null },
  ...{ priority: 0, createdAt: at, updatedAt: at },
});
const workflow = (steps: Step[], transitions: Workflow['transitions'], change: Partial<Workflow> = {}): Workflow => ({
  ...{ id: 'w', projectId: 'p', name: 'n', description: null, enabled: false, allowReentry: false },
  ...{ triggerType: 'EVENT', triggerConfig: { eventName: 'signed_up' }, createdAt: at, updatedAt: at },
  ...{ steps, transitions, ...change },
});
const words = (given: Workflow): string[] => problemsOfSteps(given).map((each) => `${each.step.id}: ${each.words}`);

describe('the problems of a workflow', () => {
  const [start, mail, end] = [step('start', 'TRIGGER'), step('mail', 'SEND_EMAIL'), step('end', 'EXIT')];

  it('are none where every step is complete and reached', () => {
    const complete = step('mail', 'SEND_EMAIL', 't');
    expect(words(workflow([start, complete, end], [link('start', 'mail'), link('mail', 'end')]))).toEqual([]);
  });

  it('name an email without a template, and a step that no way leads to', () => {
    expect(words(workflow([start, mail, end], [link('start', 'mail')]))).toEqual([
      'mail: No template is chosen.',
      'end: No way leads to this step.',
    ]);
  });

  it('name a start without an event, and one that nothing follows', () => {
    expect(words(workflow([start], [], { triggerConfig: null }))).toEqual(['start: No event starts the workflow.']);
    const manual = { triggerType: 'MANUAL', triggerConfig: null } as const;
    expect(words(workflow([start], [], manual))).toEqual(['start: Nothing follows the start.']);
  });
});
