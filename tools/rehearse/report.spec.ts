import type { Operation } from './load/load.ts';
import { problemsOf, rowOf, silenceOf, table } from './report.ts';

const operation = (change: Partial<Operation>): Operation => ({
  ...{ kind: 'send', key: 'k', refused: 0, inUse: 0, cut: 0, wrong: [] },
  ...change,
});
const nothing = { lost: 0, doubled: 0, marked: 0, unsettled: 0, eventsLost: 0 };

it.each([
  ['no answer at all', [], 5],
  ['answers all the time', [1_000, 2_000, 3_000, 4_000], 1],
  ['a pause in the middle, in any order', [4_500, 500, 4_000], 3.5],
  ['a pause before the first', [3_000], 3],
  ['answers outside of the time', [-100, 9_000], 5],
])('the time without service: %s', (_what, times, expected) => {
  expect(silenceOf(times, 0, 5_000)).toBe(expected);
});

it('a row counts what the operations went through, and passes while each was accepted once', () => {
  const operations = [
    operation({ acceptedAt: 1_000, refused: 2 }),
    operation({ kind: 'track', acceptedAt: 2_000, cut: 1 }),
  ];
  const row = rowOf('a fault', operations, nothing, 0, 3_000);
  expect(row).toMatchObject({ accepted: 2, refused: 2, cut: 1, givenUp: 0, silence: { send: 2, track: 2 } });
  expect(problemsOf(row)).toEqual([]);
  expect(table([row])).toContain('| a fault | 2 | 0 | 0 | 0 | 0 | 2 | 1 | 0 | 2 | 2 |');
});

it.each([
  ['a lost operation', { truth: { ...nothing, lost: 1 } }],
  ['a double', { truth: { ...nothing, doubled: 1 } }],
  ['a lost event', { truth: { ...nothing, eventsLost: 1 } }],
  ['another answer', { wrong: ['500 {}'] }],
  ['an operation that was never accepted', { givenUp: 1 }],
])('%s fails the rehearsal', (_what, change) => {
  const row = { ...rowOf('a fault', [], nothing, 0, 1_000), ...change };
  expect(problemsOf(row)).toEqual([expect.stringMatching(/^a fault: 1 /)]);
});
