import { paced } from './paced';

describe('paced', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('runs the first call at once and what follows in the interval as one', () => {
    const ran: number[] = [];
    const call = paced(() => ran.push(Date.now()), 30);
    const begin = Date.now();
    for (let i = 0; i < 10; i++) call();
    expect(ran).toEqual([begin]);
    jest.advanceTimersByTime(100);
    expect(ran).toEqual([begin, begin + 30]);
    call();
    expect(ran).toEqual([begin, begin + 30, begin + 100]);
  });
});
