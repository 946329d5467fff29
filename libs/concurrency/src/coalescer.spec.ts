import { Coalescer } from './coalescer';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A coalescer of numbers, each as large as its value, whose answers are ten times the items; 13 is refused. */
function setUp(maxInFlight = 8) {
  const sent: number[][] = [];
  const release: (() => void)[] = [];
  const coalescer = new Coalescer<number, number>({
    send: async (items) => {
      sent.push(items);
      await new Promise<void>((resolve) => release.push(resolve));
      return items.map((item) => (item === 13 ? new Error('refused') : item * 10));
    },
    ...{ maxItems: 3, maxSize: 20, sizeOf: (item: number) => item, maxInFlight },
  });
  return { coalescer, sent, release };
}

it('items of one turn of the event loop travel as few messages as their number and size allow', async () => {
  const { coalescer, sent, release } = setUp();
  const answers = Promise.allSettled([1, 2, 3, 4, 13, 30, 5].map((item) => coalescer.add(item)));
  await nextTurn();
  await nextTurn();
  release.forEach((end) => end());
  expect(sent).toEqual([[1, 2, 3], [4, 13], [30], [5]]);
  const values = (await answers).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'));
  expect(values).toEqual([10, 20, 30, 40, 'refused', 300, 50]);
});

it('while as many messages are under way as may be, what arrives shares the next one', async () => {
  const { coalescer, sent, release } = setUp(1);
  const first = coalescer.add(1);
  await nextTurn();
  await nextTurn();
  const later = [2, 3].map((item) => coalescer.add(item));
  await nextTurn();
  expect(sent).toEqual([[1]]);
  release[0]!();
  await first;
  await nextTurn();
  await nextTurn();
  expect(sent).toEqual([[1], [2, 3]]);
  release[1]!();
  expect(await Promise.all(later)).toEqual([20, 30]);
});

it('an error of the send fails every item of its message', async () => {
  const send = () => Promise.reject(new Error('away'));
  const coalescer = new Coalescer<number, number>({ send, maxItems: 9, maxSize: 9, sizeOf: () => 1, maxInFlight: 1 });
  const outcomes = await Promise.allSettled([coalescer.add(1), coalescer.add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
