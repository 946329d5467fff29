import { differenceOf } from './paired-times';

/** Times of calls on a busy machine: the same sequence in every run, now and then one that takes ten times as long. */
function busy(seed: number) {
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return (base: number): number => base * (1 + random()) * (random() < 0.1 ? 10 : 1);
}

const pairs = (count: number, seed: number, a: number, b: number): [number, number][] => {
  const time = busy(seed);
  return Array.from({ length: count }, () => [time(a), time(b)]);
};

describe('the difference of times taken in turn', () => {
  it('is none between calls of the same kind, however busy the machine is', () => {
    for (let seed = 1; seed <= 200; seed++) {
      expect(differenceOf(pairs(16, seed, 100, 100)).verdict).not.toBe('different');
      expect(differenceOf(pairs(48, seed, 3, 3)).verdict).not.toBe('different');
    }
  });

  it('is found where one kind does twice the work, or half of it, but for a run in fifty', () => {
    let missed = 0;
    for (let seed = 1; seed <= 200; seed++) {
      if (differenceOf(pairs(48, seed, 200, 100)).verdict !== 'different') missed++;
      if (differenceOf(pairs(48, seed, 40, 80)).verdict !== 'different') missed++;
    }
    expect(missed).toBeLessThan(8);
  });

  it('is bounded by ranks, not by how far off single calls are', () => {
    const calm: [number, number][] = Array.from({ length: 16 }, (_, index) => [10 + (index % 3), 10 + (index % 2)]);
    const upset = calm.map(([a, b], index): [number, number] => (index === 5 ? [9_999, b] : [a, b]));
    expect(differenceOf(calm).verdict).toBe('same');
    expect(differenceOf(upset).verdict).toBe('same');
  });
});
