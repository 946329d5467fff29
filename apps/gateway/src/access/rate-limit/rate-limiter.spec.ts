import { RateLimiter, type PendingCount, type StoredWindow } from './rate-limiter';

const minuteMs = 60_000;

/** A store by the rule of the database: a window ends when the gateway that began it says. */
class Store {
  flushes = 0;
  isDown = false;
  private readonly windows = new Map<string, { used: number; endsAt: number }>();

  constructor(private readonly now: () => number) {}

  add = async (counts: PendingCount[]): Promise<Map<string, StoredWindow>> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.isDown) throw new Error('the store is down');
    this.flushes++;
    return new Map(
      counts.map(({ key, requests, resetMs }) => {
        const known = this.windows.get(key);
        const isOver = !known || known.endsAt <= this.now();
        const window = isOver ? { used: 0, endsAt: this.now() + resetMs } : known;
        window.used += requests;
        this.windows.set(key, window);
        return [key, { used: window.used, resetMs: window.endsAt - this.now() }];
      }),
    );
  };
}

function setUp(gateways = 1, limit = 1_000) {
  const time = { now: 5 };
  const store = new Store(() => time.now);
  const dirty = new Set<number>();
  const limiters = Array.from(
    { length: gateways },
    (_, index) =>
      new RateLimiter(
        { limit, windowSeconds: 60 },
        () => dirty.add(index),
        () => time.now,
      ),
  );
  const take = (index = 0) => limiters[index % gateways]!.take('p');
  const flush = (index = 0) => limiters[index]!.flush(store.add);
  /** Takes `count` requests in turn, with a flush wherever a gateway asks for one; answers how many were allowed. */
  const takeAll = async (count: number) => {
    let allowed = 0;
    for (let index = 0; index < count; index++) {
      allowed += Number(take(index).allowed);
      for (const each of dirty) await flush(each);
      dirty.clear();
    }
    return allowed;
  };
  return { time, store, dirty, limiters, take, flush, takeAll };
}

describe('RateLimiter', () => {
  it('allows the 1,000th request of one gateway and refuses the 1,001st, with and without flushes', async () => {
    const flushed = setUp();
    expect(await flushed.takeAll(1_000)).toBe(1_000);
    expect(flushed.take()).toEqual({ allowed: false, remaining: 0, reset: 60 });
    const alone = setUp();
    const verdicts = Array.from({ length: 1_500 }, () => alone.take());
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(1_000);
  });

  it.each([2, 5])('lets each further gateway of %d pass the limit by 1/32 at most', async (gateways) => {
    const { take, takeAll } = setUp(gateways);
    const allowed = await takeAll(3_000);
    expect(allowed).toBeGreaterThanOrEqual(1_000);
    expect(allowed).toBeLessThanOrEqual(1_000 + (gateways - 1) * 31);
    expect(take()).toMatchObject({ allowed: false, remaining: 0, reset: 60 });
  });

  it('asks for a flush once a key has 1/32 of its limit pending, and sends no key with less', async () => {
    const { dirty, store, take, flush } = setUp();
    for (let index = 0; index < 30; index++) expect(take()).toMatchObject({ remaining: 999 - index });
    await flush();
    expect([dirty.size, store.flushes]).toEqual([0, 0]);
    take();
    expect(dirty.size).toBe(1);
    await flush();
    await flush();
    expect(store.flushes).toBe(1);
  });

  it('counts the requests that arrive during a flush', async () => {
    const { take, flush, limiters } = setUp(1, 5);
    for (let index = 0; index < 4; index++) take();
    const flushed = flush();
    expect([take().allowed, take().allowed]).toEqual([true, false]);
    await flushed;
    expect(limiters[0]!.look('p')).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('sends counts again that the store did not take, once', async () => {
    const { store, take, flush, limiters } = setUp(2, 64);
    store.isDown = true;
    for (let index = 0; index < 8; index++) take(0);
    await expect(flush(0)).rejects.toThrow('the store is down');
    store.isDown = false;
    await flush(0);
    await flush(0);
    take(1);
    take(1);
    await flush(1);
    expect(limiters[1]!.look('p')).toMatchObject({ remaining: 64 - 10 });
  });

  it('applies the limit to its own requests while the store is unavailable', async () => {
    const { store, take, flush } = setUp(1, 3);
    store.isDown = true;
    const verdicts = [];
    for (let index = 0; index < 5; index++) {
      verdicts.push(take().allowed);
      await flush().catch(() => undefined);
    }
    expect(verdicts).toEqual([true, true, true, false, false]);
  });

  it('begins a new window with the first request after the old one, on every gateway', async () => {
    const { take, takeAll, time } = setUp(2, 64);
    await takeAll(100);
    time.now += minuteMs - 1;
    expect(take(0).allowed).toBe(false);
    time.now += 1;
    expect(take(0)).toMatchObject({ allowed: true, remaining: 63, reset: 60 });
    expect(take(1)).toMatchObject({ allowed: true, remaining: 63 });
  });

  it('ends a window in the store when the window of the gateway that began it ends', async () => {
    const { take, flush, time, limiters } = setUp(2, 64);
    take(0);
    time.now += 20_000;
    take(0);
    await flush(0);
    take(1);
    take(1);
    await flush(1);
    expect(limiters[1]!.look('p')).toMatchObject({ remaining: 60, reset: 40 });
  });

  it('shows the state of a limit without counting', () => {
    const { take, limiters } = setUp(1, 10);
    for (let index = 0; index < 9; index++) take();
    for (let index = 0; index < 5; index++) {
      expect(limiters[0]!.look('p')).toMatchObject({ allowed: true, remaining: 1 });
    }
    take();
    expect(limiters[0]!.look('p')).toMatchObject({ allowed: false, remaining: 0 });
    expect(limiters[0]!.look('another')).toMatchObject({ allowed: true, remaining: 10 });
  });
});
