import { WriteBatcher } from './write-batcher';

it.each([
  [[1, 1, 1, 1, 1], 3, [3, 2]],
  [[2, 2, 2], 4, [2, 1]],
  [[9, 1, 1], 4, [1, 2]],
  [[1, 9, 1], 4, [1, 1, 1]],
  [[4, 4], 4, [1, 1]],
])('writes items of weight %j in transactions of at most %i as batches of %j', async (weights, maxItems, expected) => {
  const sizes: number[] = [];
  const batcher = new WriteBatcher<number, number>({
    write: (items) => {
      sizes.push(items.length);
      return Promise.resolve(items);
    },
    maxItems,
    weight: (item) => item,
    concurrency: 1,
  });
  expect(await Promise.all(weights.map((weight) => batcher.add(weight)))).toEqual(weights);
  expect([sizes, batcher.waiting]).toEqual([expected, 0]);
});

it('with a pause writes the first item at once and what arrives meanwhile together, a full batch without waiting', async () => {
  const sizes: number[] = [];
  const batcher = new WriteBatcher<number, number>({
    write: (items) => {
      sizes.push(items.length);
      return Promise.resolve(items);
    },
    maxItems: 5,
    concurrency: 1,
    pause: 40,
  });
  const begin = performance.now();
  await batcher.add(1);
  const later = [2, 3].map((item) => batcher.add(item));
  await new Promise((resolve) => setImmediate(resolve));
  expect(sizes).toEqual([1]);
  await Promise.all(later);
  expect(sizes).toEqual([1, 2]);
  expect(performance.now() - begin).toBeGreaterThanOrEqual(39);
  await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
  expect(sizes).toEqual([1, 2, 5]);
});

it('gives the outcomes of several items in their order, though they are written apart and some are refused', async () => {
  const batcher = new WriteBatcher<number, number>({
    write: (items) =>
      items.includes(4)
        ? Promise.reject(new Error('thrown'))
        : Promise.resolve(items.map((item) => (item % 3 === 0 ? new Error(`no ${item}`) : item * 10))),
    maxItems: 2,
    concurrency: 2,
  });
  const outcomes = await Promise.all([batcher.addAll([1, 2, 3, 4, 5]), batcher.addAll([]), batcher.addAll([6, 7])]);
  expect(outcomes).toEqual([[10, 20, new Error('no 3'), new Error('thrown'), 50], [], [new Error('no 6'), 70]]);
});
