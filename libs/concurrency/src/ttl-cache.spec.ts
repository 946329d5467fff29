import { AppError, unavailable } from '@waybill/contracts/errors';
import { TtlCache } from './ttl-cache';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A cache whose fetches the test answers, one by one; the value "none" is not kept. */
function setUp(max = 10) {
  const fetches: { key: string; resolve: (value: string) => void; reject: (error: Error) => void }[] = [];
  const state = { now: 0 };
  const fetchValue = (...[key]: [string]) =>
    new Promise<string>((resolve, reject) => fetches.push({ key, resolve, reject }));
  const cache = new TtlCache(fetchValue, {
    max,
    ttlMs: (value) => (value === 'none' ? 0 : 5_000),
    staleTtlMs: () => 60_000,
    clock: () => state.now,
  });
  /** Gets a value for the first time. */
  const fill = async (key: string, value = 'old') => {
    const given = cache.get(key);
    fetches.at(-1)!.resolve(value);
    await given;
  };
  return { cache, fetches, state, fill };
}

describe('a cached value', () => {
  it('is fetched once for all callers that need it together, and for each key apart', async () => {
    const { cache, fetches } = setUp();
    const given = [cache.get('a'), cache.get('b'), cache.get('a')];
    for (const { key, resolve } of fetches) resolve(`of ${key}`);
    expect(await Promise.all(given)).toEqual(['of a', 'of b', 'of a']);
    expect(fetches).toHaveLength(2);
  });

  it('is served for its TTL, counted from the start of its fetch', async () => {
    const { cache, fetches, state } = setUp();
    const first = cache.get('a');
    state.now = 1_000;
    fetches[0]!.resolve('old');
    await first;
    state.now = 4_999;
    expect(await cache.get('a')).toBe('old');
    state.now = 5_000;
    const next = cache.get('a');
    fetches.at(-1)!.resolve('new');
    expect(await next).toBe('new');
  });

  it('with a TTL of 0 is not kept, and replaces the value before it', async () => {
    const { cache, fetches, state, fill } = setUp();
    await fill('a', 'none');
    await fill('a');
    state.now = 4_500;
    expect(await cache.get('a')).toBe('old');
    fetches[2]!.resolve('none');
    await turn();
    const next = cache.get('a');
    fetches[3]!.resolve('new');
    expect(await next).toBe('new');
  });

  it('that is deleted is fetched again, and the fetch under way is not kept', async () => {
    const { cache, fetches } = setUp();
    const before = cache.get('a');
    cache.delete('a');
    const after = cache.get('a');
    fetches[1]!.resolve('new');
    fetches[0]!.resolve('old');
    expect(await Promise.all([before, after, cache.get('a')])).toEqual(['old', 'new', 'new']);
    expect(fetches).toHaveLength(2);
  });

  it('is evicted when it is the least recently used, and fetches without a result evict none', async () => {
    const { cache, fetches, fill } = setUp(2);
    await fill('a');
    await fill('b');
    for (const key of ['x', 'y', 'z']) cache.get(key).catch(() => undefined);
    await cache.get('a');
    for (const { reject } of fetches) reject(new Error('unknown'));
    await turn();
    await fill('c');
    expect(await cache.get('a')).toBe('old');
    expect(fetches).toHaveLength(6);
    void cache.get('b');
    expect(fetches).toHaveLength(7);
  });
});

describe('a value that is used near the end of its TTL', () => {
  it('is served while it is fetched again, once, and the new value is served after its expiry', async () => {
    const { cache, fetches, state, fill } = setUp();
    await fill('a');
    state.now = 3_999;
    await cache.get('a');
    expect(fetches).toHaveLength(1);
    state.now = 4_000;
    for (let n = 0; n < 100; n++) expect(await cache.get('a')).toBe('old');
    expect(fetches).toHaveLength(2);
    fetches[1]!.resolve('new');
    await turn();
    expect(await cache.get('a')).toBe('new');
    state.now = 7_999;
    expect(await cache.get('a')).toBe('new');
    expect(fetches).toHaveLength(2);
  });

  it('is not served after its expiry: a caller then waits for the fetch under way', async () => {
    const { cache, fetches, state, fill } = setUp();
    await fill('a');
    state.now = 4_999;
    expect(await cache.get('a')).toBe('old');
    state.now = 5_000;
    const next = cache.get('a');
    expect(fetches).toHaveLength(2);
    fetches[1]!.resolve('new');
    expect(await next).toBe('new');
  });

  it('is served to its expiry when the fetch fails, which is tried once', async () => {
    const { cache, fetches, state, fill } = setUp();
    await fill('a');
    state.now = 4_000;
    await cache.get('a');
    fetches[1]!.reject(unavailable('down'));
    await turn();
    state.now = 4_999;
    expect(await cache.get('a')).toBe('old');
    expect(fetches).toHaveLength(2);
    state.now = 5_000;
    const next = cache.get('a');
    fetches[2]!.reject(unavailable('down'));
    await expect(next).rejects.toThrow('down');
  });

  it('is not brought back by a fetch under way after it was deleted', async () => {
    const { cache, fetches, state, fill } = setUp();
    await fill('a');
    state.now = 4_000;
    await cache.get('a');
    cache.delete('a');
    fetches[1]!.resolve('read before the change');
    await turn();
    const next = cache.get('a');
    fetches[2]!.resolve('new');
    expect(await next).toBe('new');
  });
});

describe('in an outage', () => {
  it.each([
    [unavailable('down'), 60_000, 'old'],
    [new AppError('INTERNAL_ERROR', 'broken'), 60_000, 'old'],
    [unavailable('down'), 60_001, 'down'],
    [new AppError('NOT_FOUND', 'no such'), 5_000, 'no such'],
    [new Error('a fault of the caller'), 5_000, 'a fault of the caller'],
  ])('%s of the source gives for a value that is %d ms old: %s', async (error, age, outcome) => {
    const { cache, fetches, state, fill } = setUp();
    await fill('a');
    state.now = age;
    const next = cache.getOrStale('a').catch((thrown: Error) => thrown.message);
    fetches[1]!.reject(error);
    expect(await next).toBe(outcome);
  });

  it('a deleted value is not served', async () => {
    const { cache, fetches, state, fill } = setUp();
    await fill('a');
    state.now = 5_000;
    const next = cache.getOrStale('a');
    cache.delete('a');
    fetches[1]!.reject(unavailable('down'));
    await expect(next).rejects.toThrow('down');
  });
});
