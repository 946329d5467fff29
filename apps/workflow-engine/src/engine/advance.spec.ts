import * as fc from 'fast-check';
import { connect } from '../graph/edit';
import type { Graph, Link, Step } from '../graph/graph';
import type { Run } from '../run/run';
import { branchesOf, stepKinds } from '../step-kind/step-kinds';
import { advance, isTerminal, joinRecords, maxVisits, type Input, type Position, type StepRecord } from './advance';

const at = '2026-01-01T00:00:00.000Z';
const step = (id: string, type: Step['type'], config: Record<string, unknown> = {}): Step => ({
  id,
  type,
  name: id,
  position: { x: 0, y: 0 },
  config,
  templateId: type === 'SEND_EMAIL' ? crypto.randomUUID() : null,
  createdAt: at,
  updatedAt: at,
});
const link = (from: string, to: string, branch: string | null = null): Link => ({
  id: `${from}-${to}`,
  from,
  to,
  branch,
  createdAt: at,
  updatedAt: at,
});
const begin = (stepId: string, context = {}): Position => ({
  status: 'RUNNING',
  stepId,
  seq: 1,
  phase: 'ready',
  exitReason: null,
  context,
  waitEvent: null,
  until: null,
});

function world(now: Date) {
  const run = (seq: number, context: Record<string, unknown>): Run => ({
    projectId: 'p',
    workflow: { id: 'w', name: 'W' },
    execution: { id: 'e', startedAt: new Date(at), event: { total: 5 }, eventName: 'x', context },
    contact: { id: 'c', email: 'a@b.example', subscribed: true, data: {}, createdAt: now, updatedAt: now },
    now,
    stepExecutionId: `e-${seq}`,
  });
  return { kinds: stepKinds, now, run };
}

const t0 = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number): Date => new Date(t0.getTime() + ms);

describe('advance', () => {
  const graph: Graph = {
    steps: [
      step('t', 'TRIGGER'),
      step('d', 'DELAY', { amount: 10, unit: 'seconds' }),
      step('w', 'WAIT_FOR_EVENT', { eventName: 'paid', timeout: 60 }),
      step('m', 'SEND_EMAIL'),
      step('x', 'EXIT', { reason: 'late' }),
    ],
    links: [link('t', 'd'), link('d', 'w'), link('w', 'm', 'event'), link('w', 'x', 'timeout')],
  };

  it('goes from step to step until one waits, and no timer ends early', () => {
    const first = advance(graph, begin('t'), { kind: 'go' }, world(t0));
    expect(first.position).toMatchObject({
      status: 'WAITING',
      stepId: 'd',
      seq: 2,
      phase: 'waiting',
      until: later(10_000),
    });
    const early = advance(graph, first.position, { kind: 'timer' }, world(later(9_999)));
    expect([early.position, early.records]).toEqual([first.position, []]);
    const due = advance(graph, first.position, { kind: 'timer' }, world(later(10_000)));
    expect(due.position).toMatchObject({ stepId: 'w', waitEvent: 'paid', until: later(70_000) });
    const wrong = { id: '1', name: 'other', data: {}, at };
    expect(advance(graph, due.position, { kind: 'event', event: wrong }, world(later(20_000))).position).toEqual(
      due.position,
    );
    const paid = { ...wrong, name: 'paid', data: { amount: 3 } };
    const after = advance(graph, due.position, { kind: 'event', event: paid }, world(later(20_000)));
    expect(after).toMatchObject({
      position: { phase: 'effect', stepId: 'm', context: { amount: 3 } },
      effect: { id: 'm' },
    });
    const late = advance(graph, due.position, { kind: 'timer' }, world(later(70_000)));
    expect(late.position).toMatchObject({ status: 'EXITED', exitReason: 'late' });
  });

  it('repeats an effect after a crash, unless it may happen once only', () => {
    const mail = { ...begin('m'), phase: 'effect' as const };
    expect(advance(graph, mail, { kind: 'go' }, world(t0))).toMatchObject({
      effect: { id: 'm' },
      records: [],
      position: mail,
    });
    const hook: Graph = { steps: [step('h', 'WEBHOOK', { url: 'https://example.com' })], links: [] };
    const lost = advance(hook, { ...begin('h'), phase: 'calling' }, { kind: 'go' }, world(t0));
    expect(lost.position).toMatchObject({ status: 'FAILED', exitReason: 'outcome_unknown' });
    expect(lost.effect).toBeNull();
  });

  it('stops a loop that no editor allows', () => {
    const loop: Graph = {
      steps: [step('a', 'CONDITION', { field: 'email', operator: 'exists' })],
      links: [link('a', 'a', 'yes')],
    };
    const { position, records } = advance(loop, begin('a'), { kind: 'go' }, world(t0));
    expect(position).toMatchObject({ status: 'FAILED', exitReason: 'too_many_visits' });
    expect(records.length).toBe(maxVisits + 1);
  });

  it('fails a step that cannot be decided instead of throwing', () => {
    const broken: Graph = { steps: [step('a', 'CONDITION', { mode: 'multi', field: 'data.x' })], links: [] };
    const { position, records } = advance(broken, begin('a'), { kind: 'go' }, world(t0));
    expect(position).toMatchObject({ status: 'FAILED', exitReason: 'step_error' });
    expect(records[0]).toMatchObject({ status: 'FAILED', error: expect.any(String) });
  });
});

const kinds: [Step['type'], Record<string, unknown>][] = [
  ['DELAY', { amount: 5, unit: 'seconds' }],
  ['WAIT_FOR_EVENT', { eventName: 'go', timeout: 30 }],
  ['WAIT_FOR_EVENT', { eventName: 'never' }],
  ['CONDITION', { field: 'event.total', operator: 'greaterThan', value: 4 }],
  ['CONDITION', { mode: 'multi', field: 'context.n', branches: [{ id: 'one', operator: 'equals', value: 1 }] }],
  ['SEND_EMAIL', {}],
  ['UPDATE_CONTACT', { updates: { a: 1 } }],
  ['WEBHOOK', { url: 'https://example.com' }],
  ['EXIT', {}],
];

/** A graph that the editor accepts: random kinds, and every random link that it does not refuse. */
const graphs = fc
  .record({
    kinds: fc.array(fc.nat(kinds.length - 1), { minLength: 1, maxLength: 12 }),
    links: fc.array(
      fc.tuple(fc.nat(12), fc.nat(12), fc.constantFrom(null, 'yes', 'no', 'one', 'default', 'event', 'timeout')),
      {
        maxLength: 40,
      },
    ),
  })
  .map(({ kinds: chosen, links }) => {
    const steps = [step('0', 'TRIGGER'), ...chosen.map((kind, index) => step(String(index + 1), ...kinds[kind]!))];
    return links.reduce<Graph>(
      (graph, [from, to, branch], index) => {
        try {
          const made = { ...link(String(from % steps.length), String(to % steps.length), branch), id: String(index) };
          return connect(graph, made, branchesOf).graph;
        } catch {
          return graph;
        }
      },
      { steps, links: [] },
    );
  });

/** What happens next: a jump of the clock, an event, an outcome, a crash that repeats the last input, a cancellation. */
const inputs = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant('outcome') },
    { weight: 4, arbitrary: fc.constant('clock') },
    { weight: 4, arbitrary: fc.constant('event') },
    { weight: 2, arbitrary: fc.constant('timer') },
    { weight: 2, arbitrary: fc.constant('crash') },
    { weight: 1, arbitrary: fc.constant('refused') },
    { weight: 1, arbitrary: fc.constant('cancel') },
  ),
  { maxLength: 60 },
);

describe('any workflow under any order of events, timers and crashes', () => {
  it('stays in a legal state, has one outcome per visit, no early timer and no second call of a webhook', () => {
    fc.assert(
      fc.property(graphs, inputs, (graph, happenings) => {
        let now = t0;
        let position = begin('0');
        const visits = new Map<number, StepRecord[]>();
        const called = new Set<number>();
        const take = (input: Input): void => {
          const before = position;
          const moved = advance(graph, position, input, world(now));
          expect(advance(graph, before, input, world(now))).toEqual(moved);
          for (const record of moved.records) visits.set(record.seq, [...(visits.get(record.seq) ?? []), record]);
          if (input.kind === 'timer' && moved.records.length > 0) expect(before.until! <= now).toBe(true);
          position = moved.position;
          if (moved.effect?.type === 'WEBHOOK') {
            expect(called.has(position.seq)).toBe(false);
            called.add(position.seq);
            position = { ...position, phase: 'calling' };
          }
        };
        take({ kind: 'go' });
        for (const happening of happenings) {
          if (happening === 'clock') now = new Date(now.getTime() + 7_000);
          if (happening === 'timer') take({ kind: 'timer' });
          if (happening === 'event') take({ kind: 'event', event: { id: 'i', name: 'go', data: { n: 1 }, at } });
          if (happening === 'outcome') take({ kind: 'outcome', outcome: { kind: 'done', output: {} } });
          if (happening === 'refused')
            take({ kind: 'outcome', outcome: { kind: 'failed', reason: 'no', error: 'refused' } });
          if (happening === 'crash') take({ kind: 'go' });
          if (happening === 'cancel') take({ kind: 'cancel', reason: 'cancelled' });
        }
        const ended = ['COMPLETED', 'FAILED', 'SKIPPED'];
        for (const [seq, records] of visits) {
          expect(records.filter(({ status }) => ended.includes(status)).length).toBeLessThanOrEqual(1);
          if (seq < position.seq) expect(records.at(-1)!.status).toBe('COMPLETED');
        }
        const phases = { WAITING: ['waiting'], RUNNING: ['effect', 'calling'] } as Record<string, string[]>;
        expect(isTerminal(position.status) ? ['ended'] : phases[position.status]).toContain(position.phase);
        expect(new Set([...visits.values()].map(([first]) => first!.stepId)).size).toBe(visits.size);
      }),
      { numRuns: 150 },
    );
  });
});

describe('the records of two advances', () => {
  const record = (seq: number, change: Partial<StepRecord>): StepRecord => ({
    ...{ seq, stepId: `s${seq}`, status: 'COMPLETED', output: null, error: null, scheduledFor: null },
    ...{ startedAt: null, completedAt: null, branch: null, emailId: null },
    ...change,
  });

  it('are one record of a visit that began in the first and ended in the second', () => {
    const begun = record(2, { status: 'RUNNING', startedAt: t0, output: { url: 'x' } });
    const ended = record(2, { completedAt: later(5), output: { success: true } });
    const [before, behind] = [record(1, { startedAt: t0 }), record(3, { startedAt: later(5) })];
    expect(joinRecords([before, begun], [ended, behind])).toEqual([
      before,
      record(2, { startedAt: t0, completedAt: later(5), output: { url: 'x', success: true } }),
      behind,
    ]);
  });

  it('stay apart where they are of different visits', () => {
    const [first, second] = [record(1, {}), record(2, {})];
    expect(joinRecords([first], [second])).toEqual([first, second]);
    expect(joinRecords([], [second])).toEqual([second]);
    expect(joinRecords([first], [])).toEqual([first]);
  });
});
