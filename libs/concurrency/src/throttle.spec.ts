import { Throttle, throttled } from './throttle';

it('a throttle begins one piece per interval, in order, also after a failure', async () => {
  const throttle = new Throttle(20);
  const began: number[] = [];
  const work = (fails: boolean) => () => {
    began.push(performance.now());
    return fails ? Promise.reject(new Error('fails')) : Promise.resolve();
  };
  const outcomes = await Promise.allSettled([true, false, false].map((fails) => throttle.run(work(fails))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  const gaps = began.slice(1).map((at, index) => at - began[index]!);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(19);
});

describe('a throttled function', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

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
