import { ratioRow, type Pair } from './pairs';

const pair = (ours: number, other: number, withheld = 0): Pair => ({
  ours: { perSecond: ours, cpuMicroseconds: 1_000_000 / ours, withheld, others: 0 },
  other: { perSecond: other, cpuMicroseconds: 1_000_000 / other, withheld: 0, others: 5 },
});

it('the ratio of two builds is the median over the pairs, each of which met the same machine', () => {
  const { figures } = ratioRow('send', 'request', [pair(1_000, 1_000), pair(500, 1_000), pair(90, 100)]);
  expect(figures).toMatchObject({
    'throughput ratio': 0.9,
    'CPU ratio': 1.111,
    'quiet pairs': 3,
    'other programs %': 5,
  });
});

it('a pair of which the host withheld more than 2 % of a core does not count while others do', () => {
  const { figures } = ratioRow('send', 'request', [pair(100, 100), pair(10, 100, 3)]);
  expect(figures).toMatchObject({ 'throughput ratio': 1, 'quiet pairs': 1 });
});
