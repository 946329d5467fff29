import fc from 'fast-check';
import type { Graph, GraphStep, StepType } from '../workflow/workflow.queries';
import { branchesOf, openEnds, type WayOut } from './graph';
import {
  addStep,
  addSteps,
  connect,
  copyOf,
  disconnect,
  maxSteps,
  moveStep,
  placeOf,
  problemsOf,
  reachable,
  removeStep,
  renewed,
  tidy,
  type Edit,
} from './graph-edit';

const step = (id: string, type: StepType, config: Record<string, unknown> = {}): GraphStep => {
  return { id, type, name: id, config, templateId: null, position: { x: 0, y: 0 } };
};
const multi = { mode: 'multi', branches: [{ id: 'free' }, { id: 'pro' }] };
const start: Graph = { steps: [step('start', 'TRIGGER')], links: [] };
const done = (edit: Edit): Graph => {
  if ('refused' in edit) throw new Error(edit.refused);
  return edit.graph;
};
const way = (stepId: string, branch: string | null = null): WayOut => ({ stepId, branch });
/** The links as text: `start > check`, `check yes> mail`. */
const text = ({ links }: Graph): string[] =>
  links.map(({ fromStepId, branch, toStepId }) => `${fromStepId} ${branch ?? ''}> ${toStepId}`);

/** start > check, yes > mail > end, no > end. */
const checked = [
  [way('start'), step('check', 'CONDITION')],
  [way('check', 'yes'), step('mail', 'SEND_EMAIL')],
  [way('mail'), step('end', 'EXIT')],
].reduce((graph, [at, made]) => done(addStep(graph, at as WayOut, made as GraphStep)), start);
const both = done(connect(checked, { fromStepId: 'check', branch: 'no', toStepId: 'end' }));

describe('an edit of a graph', () => {
  it('puts a step into a link, and behind an open end', () => {
    const graph = done(addStep(both, way('check', 'no'), step('wait', 'DELAY')));
    expect(text(graph)).toEqual(['start > check', 'check yes> mail', 'mail > end', 'check no> wait', 'wait > end']);
    expect(addStep(both, way('mail'), step('x', 'EXIT'))).toEqual({
      refused: 'An end cannot stand in the middle of a way.',
    });
  });

  it('takes a step out and links those around it, on the same branch', () => {
    expect(text(done(removeStep(both, 'mail')))).toEqual(['start > check', 'check yes> end', 'check no> end']);
    expect(text(done(removeStep(both, 'end')))).toEqual(['start > check', 'check yes> mail']);
    expect(removeStep(both, 'start')).toEqual({ refused: 'The start stays: delete the workflow instead.' });
  });

  it('of a step with branches keeps the first that leads on, and what other ways reach', () => {
    const aside = done(addStep(both, way('check', 'no'), step('other', 'DELAY')));
    const graph = done(removeStep(aside, 'check'));
    expect(text(graph)).toEqual(['start > mail', 'mail > end']);
    expect(graph.steps.map(({ id }) => id)).toEqual(['start', 'mail', 'end']);
  });

  it.each([
    ['a loop', 'mail', null, 'check', 'This would close a loop: a workflow only leads forward.'],
    ['a step with itself', 'mail', null, 'mail', 'A step cannot lead to itself.'],
    ['a second link of a branch', 'check', 'yes', 'end', 'The branch “Yes” has a link already.'],
    ['a second link of a step', 'start', null, 'mail', 'The step leads on already: take that link away first.'],
    ['a branch that is none', 'check', 'maybe', 'end', 'The step has no such branch.'],
    ['what follows an end', 'end', null, 'mail', 'Nothing follows an end.'],
    ['what leads to the start', 'mail', null, 'start', 'Nothing leads to the start.'],
  ])('refuses %s and says why', (_what, fromStepId, branch, toStepId, refused) => {
    expect(connect(both, { fromStepId, branch, toStepId })).toEqual({ refused });
  });

  it('keeps the place of a card and forgets it again', () => {
    const moved = done(moveStep(both, 'mail', { x: 10.4, y: -20.6 }));
    expect(placeOf(moved.steps.find(({ id }) => id === 'mail')!)).toEqual({ x: 10, y: -21 });
    expect(done(tidy(moved))).toEqual(both);
  });

  it('puts a copied step at another place as a new one, without its place and its masked secrets', () => {
    const config = {
      url: 'https://hooks.example',
      ui: { x: 1, y: 2 },
      signingSecret: '••••••••',
      headers: { a: '••••••••', b: 'c' },
    };
    const graph = done(addStep(both, way('mail'), step('hook', 'WEBHOOK', config)));
    const added = renewed(done(copyOf(graph, 'hook', false)), () => 'copy');
    expect(added.steps).toEqual([
      { ...step('copy', 'WEBHOOK', { url: 'https://hooks.example', headers: { b: 'c' } }), name: 'hook' },
    ]);
    const links = text(done(addSteps(graph, way('check', 'no'), added)));
    expect(links.filter((link) => link.includes('copy'))).toEqual(['check no> copy', 'copy > end']);
    expect(copyOf(graph, 'start', false)).toHaveProperty('refused');
  });

  it('copies a step with all that follow it, and goes on at the first open end', () => {
    const open = done(disconnect(both, way('mail')));
    let count = 0;
    const added = renewed(done(copyOf(open, 'check', true)), () => `copy${(count += 1)}`);
    expect(added.steps.map(({ name }) => name)).toEqual(['check', 'mail', 'end']);
    expect(text(done(addSteps(open, way('start'), added))).slice(-3)).toEqual([
      'copy1 yes> copy2',
      'copy1 no> copy3',
      'copy2 > check',
    ]);
    expect(
      addSteps(
        both,
        way('start'),
        renewed(done(copyOf(both, 'check', true)), () => `x${(count += 1)}`),
      ),
    ).toEqual({
      refused: 'An end cannot stand in the middle of a way.',
    });
  });

  it('adds no step to a full workflow', () => {
    const ids = Array.from({ length: maxSteps - 1 }, (_, index) => `s${index}`);
    const full = ids.reduce((graph, id, index) => {
      return done(addStep(graph, way(index === 0 ? 'start' : `s${index - 1}`), step(id, 'DELAY')));
    }, start);
    expect(addStep(full, way('start'), step('more', 'DELAY'))).toEqual({
      refused: 'A workflow has at most 100 steps.',
    });
  });
});

const kinds: [StepType, Record<string, unknown>][] = [
  ['SEND_EMAIL', {}],
  ['DELAY', {}],
  ['WAIT_FOR_EVENT', {}],
  ['CONDITION', {}],
  ['CONDITION', multi],
  ['EXIT', {}],
];

/** An edit that a person may try; numbers choose a step, a way out or a kind of those that there are. */
const action = fc.record({
  what: fc.constantFrom('add', 'add', 'add', 'paste', 'remove', 'connect', 'connect', 'disconnect', 'move'),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
  c: fc.nat(1_000),
});

function act(graph: Graph, { what, a, b, c }: typeof action extends fc.Arbitrary<infer Action> ? Action : never): Edit {
  const { steps, links } = graph;
  const chosen = steps[a % steps.length]!;
  const other = steps[b % steps.length]!;
  const ways = steps.flatMap((each) => [
    ...openEnds(each, links),
    ...links.filter(({ fromStepId }) => fromStepId === each.id).map((link) => way(link.fromStepId, link.branch)),
  ]);
  if (what === 'remove') return removeStep(graph, chosen.id);
  if (what === 'move') return moveStep(graph, chosen.id, { x: b, y: c });
  if (what === 'connect') {
    const branches = [...branchesOf(chosen), null];
    return connect(graph, { fromStepId: chosen.id, branch: branches[c % branches.length]!, toStepId: other.id });
  }
  const out = ways[b % Math.max(ways.length, 1)];
  if (!out) return { refused: 'no way out' };
  if (what === 'disconnect') return disconnect(graph, out);
  if (what === 'paste') {
    const copied = copyOf(graph, chosen.id, c % 2 === 0);
    if ('refused' in copied) return copied;
    let count = 0;
    return addSteps(
      graph,
      out,
      renewed(copied.graph, () => `copy ${steps.length} ${a} ${b} ${c} ${(count += 1)}`),
    );
  }
  const [type, config] = kinds[c % kinds.length]!;
  return addStep(graph, out, step(`${type} ${steps.length} ${a} ${b} ${c}`, type, config));
}

describe('any row of edits', () => {
  it('keeps the graph legal after each of them', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        let graph = start;
        for (const each of actions) {
          const edit = act(graph, each);
          if ('refused' in edit) continue;
          expect(problemsOf(edit.graph)).toEqual([]);
          graph = edit.graph;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('takes steps out so that all that could be reached without them still can', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), fc.nat(1_000), (actions, nth) => {
        const graph = actions.reduce((before, each) => {
          const edit = act(before, each);
          return 'refused' in edit ? before : edit.graph;
        }, start);
        const { id } = graph.steps[nth % graph.steps.length]!;
        const edit = removeStep(graph, id);
        if ('refused' in edit) return;
        const without = graph.links.filter(({ fromStepId, toStepId }) => fromStepId !== id && toStepId !== id);
        for (const reached of reachable(without, 'start')) {
          if (reached !== id) expect(reachable(edit.graph.links, 'start')).toContain(reached);
        }
        expect(edit.graph.steps.map((each) => each.id)).not.toContain(id);
      }),
      { numRuns: 300 },
    );
  });
});
