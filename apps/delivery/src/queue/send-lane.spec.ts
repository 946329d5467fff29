import type { OutgoingEmail } from '../outgoing/send-context';
import { SendLane } from './send-lane';
import type { Settlement } from '../outgoing/settlement';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

/** Longer than the interval of two claims. */
const tick = () => jest.advanceTimersByTimeAsync(25);

/** A lane over a queue of numbers; each hand-over and each settlement waits until the test lets it go. */
function setUp(slots: number, queued: number) {
  const state = {
    queued,
    claims: [] as number[],
    handing: [] as (() => void)[],
    settling: [] as (() => void)[],
    given: 0,
    isBusy: false,
  };
  const lane = new SendLane({
    slots,
    take: (count) => {
      const taken = Math.min(count, state.queued);
      state.queued -= taken;
      state.claims.push(taken);
      return Promise.resolve({
        taken: Array.from({ length: taken }, () => ({ email: {} }) as OutgoingEmail),
        more: taken === count,
      });
    },
    send: () => new Promise((resolve) => state.handing.push(() => resolve({ outcome: 'accepted' } as Settlement))),
    settle: (settlement) => {
      if (settlement.outcome === 'not_tried') state.given++;
      return settlement.outcome === 'not_tried'
        ? Promise.resolve()
        : new Promise((resolve) => state.settling.push(resolve));
    },
    isBusy: () => state.isBusy,
    failed: (error) => {
      throw error;
    },
  });
  const release = (waiting: (() => void)[]): void => waiting.splice(0).forEach((go) => go());
  return { state, lane, release };
}

describe('SendLane', () => {
  it('keeps to its slots and holds a small store of claimed emails', async () => {
    const { state, lane } = setUp(4, 100);
    lane.start();
    await tick();
    expect(state.handing).toHaveLength(4);
    expect(state.queued).toBe(92);
    expect(lane.isFull).toBe(true);
  });

  it('is behind as long as claimed emails wait for a slot', async () => {
    const { state, lane, release } = setUp(2, 3);
    expect(lane.isBehind).toBe(false);
    lane.start();
    await tick();
    expect(lane.isBehind).toBe(true);
    release(state.handing);
    await tick();
    expect([state.queued, state.handing.length, lane.isBehind]).toEqual([0, 1, false]);
  });

  it('begins the next email when the provider has answered, before the settlement is written', async () => {
    const { state, lane, release } = setUp(2, 100);
    lane.start();
    await tick();
    release(state.handing);
    await tick();
    expect(state.settling).toHaveLength(2);
    expect(state.handing).toHaveLength(2);
  });

  it('begins nothing new while too much is not settled', async () => {
    const { state, lane, release } = setUp(1, 1_000);
    lane.start();
    for (let i = 0; i < 50; i++) {
      await tick();
      release(state.handing);
    }
    expect(state.settling).toHaveLength(10);
    release(state.settling);
    await tick();
    expect(state.handing).toHaveLength(1);
  });

  it('claims again only after a wake-up once it found the queue empty', async () => {
    const { state, lane, release } = setUp(4, 1);
    lane.start();
    await tick();
    release(state.handing);
    await tick();
    release(state.settling);
    await tick();
    expect(state.claims).toEqual([1]);
    state.queued = 1;
    lane.wake();
    await tick();
    expect(state.claims).toEqual([1, 1]);
    expect(state.handing).toHaveLength(1);
  });

  it('claims half as often and no more than its slots while the process is busy', async () => {
    const { state, lane, release } = setUp(2, 1_000);
    state.isBusy = true;
    lane.start();
    for (let i = 0; i < 40; i++) {
      release(state.handing);
      release(state.settling);
      await tick();
    }
    // 40 ticks of 25 ms are 25 intervals of 40 ms.
    expect(state.claims.length).toBeGreaterThan(15);
    expect(state.claims.length).toBeLessThanOrEqual(26);
    expect(Math.max(...state.claims)).toBe(2);
  });

  it('claims more at once while the provider is fast, within a bound, and less again when it is slow', async () => {
    const { state, lane, release } = setUp(2, 1_000);
    lane.start();
    for (let i = 0; i < 200 && state.queued > 0; i++) {
      for (let j = 0; j < 10; j++) {
        release(state.handing);
        release(state.settling);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await tick();
    }
    expect(Math.max(...state.claims)).toBeGreaterThan(2 * 2);
    expect(Math.max(...state.claims)).toBeLessThanOrEqual(4 * 2);
    // The store of the fast time is used up first.
    state.queued = 1_000;
    lane.wake();
    for (let i = 0; i < 40; i++) {
      state.handing.shift()?.();
      release(state.settling);
      await tick();
      await tick();
    }
    expect(state.claims.at(-1)).toBeLessThanOrEqual(2 * 2);
  });

  it('gives back what it did not begin and waits for what it began when it stops', async () => {
    const { state, lane, release } = setUp(2, 100);
    lane.start();
    await tick();
    let stopped = false;
    const stopping = lane.stop().then(() => (stopped = true));
    await tick();
    expect(state.given).toBe(2);
    expect(stopped).toBe(false);
    release(state.handing);
    await tick();
    release(state.settling);
    await stopping;
    expect(state.handing).toHaveLength(0);
    expect(state.claims).toEqual([4]);
  });

  it('claims many emails at once under load', async () => {
    const { state, lane, release } = setUp(8, 1);
    lane.start();
    for (let wakeUp = 0; wakeUp < 10; wakeUp++) {
      await new Promise((resolve) => setImmediate(resolve));
      state.queued++;
      lane.wake();
      release(state.handing);
    }
    await tick();
    expect(state.claims.length).toBeLessThanOrEqual(3);
    expect(state.queued).toBe(0);
  });
});
