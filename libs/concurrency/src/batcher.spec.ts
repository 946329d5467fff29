import { AsyncLocalStorage } from 'node:async_hooks';
import { Batcher } from './batcher';

/** What each of the items came to, in order: its result, or the message of its error. */
async function outcomesOf(batcher: Batcher<number, number>, items: number[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(items.map((item) => batcher.add(item)));
  return settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as Error).message));
}

it.each([
  [[1, 1, 1, 1, 1], 3, [3, 2]],
  [[2, 2, 2], 4, [2, 1]],
  [[9, 1, 1], 4, [1, 2]],
  [[1, 9, 1], 4, [1, 1, 1]],
  [[4, 4], 4, [1, 1]],
])(
  'a batcher writes items of weight %j with at most %i at once as batches of %j',
  async (weights, maxItems, expected) => {
    const sizes: number[] = [];
    const batcher = new Batcher<number, number>({
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
  },
);

it('a batcher with an interval writes the first item at once and what arrives meanwhile together, a full batch without waiting', async () => {
  const sizes: number[] = [];
  const batcher = new Batcher<number, number>({
    write: (items) => {
      sizes.push(items.length);
      return Promise.resolve(items);
    },
    maxItems: 5,
    concurrency: 1,
    intervalMs: 40,
  });
  // What the machine does meanwhile takes no time.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  await batcher.add(1);
  const later = [2, 3].map((item) => batcher.add(item));
  await new Promise((resolve) => setImmediate(resolve));
  expect(sizes).toEqual([1]);
  jest.advanceTimersByTime(39);
  expect(sizes).toEqual([1]);
  jest.advanceTimersByTime(1);
  await Promise.all(later);
  expect(sizes).toEqual([1, 2]);
  await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
  expect(sizes).toEqual([1, 2, 5]);
  jest.useRealTimers();
});

it('a batcher gives the outcomes of several items in their order, though they are written apart and some are refused', async () => {
  const batcher = new Batcher<number, number>({
    write: (items) =>
      items.includes(4)
        ? Promise.reject(new Error('thrown'))
        : Promise.resolve(items.map((item) => (item % 3 === 0 ? new Error(`no ${item}`) : item * 10))),
    maxItems: 2,
    concurrency: 2,
  });
  expect(await outcomesOf(batcher, [1, 2, 3, 4, 5, 6, 7])).toEqual([10, 20, 'no 3', 'thrown', 50, 'no 6', 70]);
});

it.each([
  ['retry', 5, [1, 'later']],
  ['fail', 1, ['later', 'later']],
  ['split', 3, [1, 'later']],
] as const)('a batch whose write throws is treated as told: %s', async (reaction, expectedWrites, expected) => {
  let writes = 0;
  const write = (items: number[]): Promise<number[]> => {
    writes++;
    return items.includes(2) ? Promise.reject(new Error('later')) : Promise.resolve(items);
  };
  const batcher = new Batcher<number, number>({ write, maxItems: 10, onError: () => reaction });
  expect(await outcomesOf(batcher, [1, 2])).toEqual(expected);
  expect(writes).toBe(expectedWrites);
});

describe('items with a deadline', () => {
  // A pause of the process would use up the time of an item.
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  /** A batcher of single items whose first write lasts until it is released. */
  function setUp() {
    const written: [number[], number][] = [];
    let release = (): void => {};
    const batcher = new Batcher<number, number>({
      write: async (items, deadline) => {
        written.push([items, deadline]);
        if (written.length === 1) await new Promise<void>((resolve) => (release = resolve));
        return items;
      },
      ...{ maxItems: 10, concurrency: 1 },
    });
    return { batcher, written, release: () => release() };
  }
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  const after = (ms: number) => performance.now() + ms;
  const refusal = { code: 'SERVICE_UNAVAILABLE', retryAfter: 2 };

  it('are not written once it has passed, and the others are, under the earliest of theirs', async () => {
    const { batcher, written, release } = setUp();
    const first = batcher.add(1);
    await nextTurn();
    const late = expect(batcher.add(2, after(20))).rejects.toMatchObject(refusal);
    const [soon, later] = [after(5_000), after(9_000)];
    const others = [batcher.add(3, later), batcher.add(4, soon)];
    jest.advanceTimersByTime(40);
    release();
    await Promise.all([first, late, ...others]);
    expect(written).toEqual([
      [[1], Infinity],
      [[3, 4], soon],
    ]);
  });

  it('are refused at once while those before them have waited for most of the time that they have', async () => {
    const { batcher, release } = setUp();
    const first = [batcher.add(1)];
    await nextTurn();
    first.push(batcher.add(2));
    jest.advanceTimersByTime(50);
    await expect(batcher.add(3, after(40))).rejects.toMatchObject(refusal);
    const patient = batcher.add(4, after(5_000));
    release();
    expect(await Promise.all([...first, patient])).toEqual([1, 2, 4]);
  });
});

it('a batch belongs to none of the requests that its items come from', async () => {
  const request = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const write = (items: number[]): Promise<number[]> => {
    seen.push(request.getStore());
    return Promise.resolve(items);
  };
  const batcher = new Batcher<number, number>({ write, maxItems: 2 });
  await Promise.all(['first', 'second'].map((name, item) => request.run(name, () => batcher.add(item))));
  expect(seen).toEqual([undefined]);
});
