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
