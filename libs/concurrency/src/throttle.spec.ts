import { Throttle, throttled } from './throttle';

// What the machine does meanwhile takes no time.
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('a throttle begins one piece per interval, in order, also after a failure', async () => {
  const throttle = new Throttle(20);
  const began: number[] = [];
  const work = (fails: boolean) => () => {
    began.push(performance.now());
    return fails ? Promise.reject(new Error('fails')) : Promise.resolve();
  };
  const working = Promise.allSettled([true, false, false].map((fails) => throttle.run(work(fails))));
  await jest.advanceTimersByTimeAsync(100);
  expect((await working).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(began.map((at) => at - began[0]!)).toEqual([0, 20, 40]);
});

describe('a throttled function', () => {
  it('runs its first call at once and those of the interval as one at its end', () => {
    const ran: number[] = [];
    const call = throttled(() => ran.push(Date.now()), 30);
    const begin = Date.now();
    for (let i = 0; i < 10; i++) call();
    expect(ran).toEqual([begin]);
    jest.advanceTimersByTime(100);
    expect(ran).toEqual([begin, begin + 30]);
    call();
    expect(ran).toEqual([begin, begin + 30, begin + 100]);
  });
});
