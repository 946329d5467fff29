import { AcceptLoad } from './accept-load';

let now = 0;
beforeEach(() => {
  now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

/** Callers that wait until the test answers them, which it does by the function returned. */
function callers(load: AcceptLoad, count: number): () => Promise<void> {
  const answers: (() => void)[] = [];
  const waiting = Array.from({ length: count }, () => load.during(() => new Promise<void>((go) => answers.push(go))));
  return async () => {
    answers.forEach((go) => go());
    await Promise.all(waiting);
  };
}

describe('AcceptLoad', () => {
  it('is low with as many callers as a busy minute has', async () => {
    const load = new AcceptLoad();
    const answer = callers(load, 16);
    expect(load.isHigh).toBe(false);
    await answer();
    expect(load.isHigh).toBe(false);
  });

  it('is high while more callers wait, and for 100 ms after their answers', async () => {
    const load = new AcceptLoad();
    const answer = callers(load, 17);
    expect(load.isHigh).toBe(true);
    now += 1_000;
    await answer();
    expect(load.isHigh).toBe(true);
    now += 99;
    expect(load.isHigh).toBe(true);
    now += 1;
    expect(load.isHigh).toBe(false);
  });

  it('counts a caller that is refused no longer than one that is answered', async () => {
    const load = new AcceptLoad();
    const refused = Array.from({ length: 40 }, () => load.during(() => Promise.reject(new Error('refused'))));
    await Promise.allSettled(refused);
    now += 1_000;
    const answer = callers(load, 16);
    expect(load.isHigh).toBe(false);
    await answer();
  });
});
