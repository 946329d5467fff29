import type { Step, Workflow } from '../workflow/workflow.queries';
import { branchesOf, openEnds, outlineOf, type OutlineNode } from './graph';

const at = '2026-01-01T00:00:00.000Z';
const step = (id: string, type: Step['type'], config: Step['config'] = {}): Step => ({
  id,
  workflowId: 'w',
  type,
  name: id,
  position: { x: 0, y: 0 },
  config,
  templateId: null,
  template: null,
  outgoingTransitions: [],
  incomingTransitions: [],
  createdAt: at,
  updatedAt: at,
});
const link = (from: string, to: string, branch: string | null = null): Workflow['transitions'][number] => ({
  id: `${from}-${to}`,
  fromStepId: from,
  toStepId: to,
  branch,
  condition: null,
  waitOutcome: null,
  priority: 0,
  createdAt: at,
  updatedAt: at,
});

/** The outline as text, two spaces a level. */
const text = (nodes: OutlineNode[], depth = 0): string[] =>
  nodes.flatMap((node) => [
    `${'  '.repeat(depth)}${node.branch ? `${node.branch}: ` : ''}${node.step.name}${node.isRepeated ? ' again' : ''}`,
    ...text(node.children, depth + 1),
  ]);

describe('the graph of a workflow', () => {
  const steps = [step('start', 'TRIGGER'), step('check', 'CONDITION'), step('mail', 'SEND_EMAIL'), step('end', 'EXIT')];

  it('knows the branches of each kind of step', () => {
    expect(branchesOf(step('x', 'EXIT'))).toEqual([]);
    expect(branchesOf(step('x', 'DELAY'))).toEqual([null]);
    expect(branchesOf(step('x', 'WAIT_FOR_EVENT'))).toEqual(['event', 'timeout']);
    expect(branchesOf(step('x', 'CONDITION'))).toEqual(['yes', 'no']);
    const multi = { mode: 'multi', branches: [{ id: 'free' }, { id: 'pro' }] };
    expect(branchesOf(step('x', 'CONDITION', multi))).toEqual(['free', 'pro', 'default']);
  });

  it('finds the ends that lead nowhere', () => {
    const links = [link('start', 'check'), link('check', 'mail', 'no')];
    expect(openEnds(steps[1]!, links)).toEqual([{ stepId: 'check', branch: 'yes' }]);
    expect(openEnds(steps[2]!, links)).toEqual([{ stepId: 'mail', branch: null }]);
    expect(openEnds(steps[3]!, links)).toEqual([]);
    expect(openEnds(step('wait', 'WAIT_FOR_EVENT'), [link('wait', 'end')])).toEqual([]);
  });

  it('becomes a nested list in the order of the branches, with each step in full once', () => {
    const links = [
      link('start', 'check'),
      link('check', 'end', 'no'),
      link('check', 'mail', 'yes'),
      link('mail', 'end'),
    ];
    expect(text(outlineOf({ steps, transitions: links }))).toEqual([
      'start',
      '  check',
      '    yes: mail',
      '      end',
      '    no: end again',
    ]);
  });
});
