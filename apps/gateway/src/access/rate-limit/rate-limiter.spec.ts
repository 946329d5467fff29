import { RateLimiter, type Verdict } from './rate-limiter';
import type { Window } from './window.store';

/** The rule of the database: one count for all, whose minute begins with its first request. */
class Counter {
  asked = 0;
  private used = 0;
  private endsAt = 0;

  constructor(readonly now: () => number) {}

  count = async (requests: Map<string, number>): Promise<Map<string, Window>> => {
    this.asked++;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.endsAt <= this.now()) [this.used, this.endsAt] = [0, this.now() + 60_000];
    return new Map([...requests].map(([id, n]) => [id, { used: (this.used += n), resetIn: this.endsAt - this.now() }]));
  };
}

function stand(gateways: number, limit = 1_000, exact = true) {
  const time = { now: 5 };
  const counter = new Counter(() => time.now);
  const limiters = Array.from(
    { length: gateways },
    () => new RateLimiter({ limit, seconds: 60, exact }, counter.count, () => time.now),
  );
  const take = (index: number): Verdict | Promise<Verdict> => (limiters[index % gateways] as RateLimiter).take('p');
  return { time, counter, limiters, take };
}

describe('RateLimiter', () => {
  it.each([1, 2, 5])('allows the 1,000th request and refuses the 1,001st over %d gateways', async (gateways) => {
    const { take } = stand(gateways);
    for (let index = 1; index <= 1_000; index++) expect((await take(index)).allowed).toBe(true);
    const refused = await take(1_001);
    expect(refused).toEqual({ allowed: false, remaining: 0, reset: 60 });
  });

  it('allows no more when all come at once', async () => {
    const { take } = stand(2);
    const verdicts = await Promise.all(Array.from({ length: 1_500 }, (_, index) => take(index)));
    expect(verdicts.filter((verdict) => verdict.allowed)).toHaveLength(1_000);
  });

  it('finds what an idle gateway has not told, once it tells', async () => {
    const { take, limiters } = stand(2);
    for (let index = 0; index < 20; index++) await take(0);
    await limiters[0]?.tell();
    let allowed = 0;
    while ((await take(1)).allowed) allowed++;
    expect(allowed).toBe(980);
  });

  it('tells again what the store did not hear', async () => {
    const heard: number[] = [];
    let away = false;
    const limiter = new RateLimiter({ limit: 1_000, seconds: 60, exact: true }, async (requests) => {
      if (away) throw new Error('away');
      const used = [...requests.values()].reduce((sum, count) => sum + count);
      heard.push(used);
      return new Map([...requests.keys()].map((key) => [key, { used, resetIn: 60_000 }]));
    });
    await limiter.take('p');
    for (let index = 0; index < 4; index++) await limiter.take('p');
    away = true;
    await expect(limiter.tell()).rejects.toThrow('away');
    away = false;
    await limiter.tell();
    await limiter.tell();
    expect(heard).toEqual([1, 4]);
  });

  it('begins a new minute with the first request after the old one', async () => {
    const { take, time } = stand(2);
    for (let index = 0; index < 1_001; index++) await take(index);
    time.now += 59_999;
    expect((await take(0)).allowed).toBe(false);
    time.now += 1;
    expect(await take(0)).toMatchObject({ allowed: true, remaining: 999 });
    expect((await take(1)).allowed).toBe(true);
  });

  it('asks the store seldom while a project is far from its limit', async () => {
    const { take, counter } = stand(1, 1_000_000);
    for (let index = 0; index < 10_000; index++) await take(0);
    expect(counter.asked).toBeLessThan(3);
  });

  it('refuses nobody while the store is away', async () => {
    const limiter = new RateLimiter({ limit: 1, seconds: 60, exact: true }, () => Promise.reject(new Error('away')));
    for (let index = 0; index < 5; index++) expect((await limiter.take('p')).allowed).toBe(true);
  });

  it('says how a request would fare without counting it', async () => {
    const { take, limiters } = stand(1, 10);
    for (let index = 0; index < 9; index++) await take(0);
    for (let round = 0; round < 5; round++)
      expect(limiters[0]?.look('p')).toMatchObject({ allowed: true, remaining: 1 });
    await take(0);
    expect(limiters[0]?.look('p')).toMatchObject({ allowed: false, remaining: 0 });
    expect(limiters[0]?.look('another')).toMatchObject({ allowed: true, remaining: 10 });
  });
});

describe('RateLimiter of a limit that need not be exact', () => {
  it('answers at once, and tells the store nothing of keys with few requests', async () => {
    const { take, counter, limiters } = stand(1, 1_000, false);
    for (let index = 0; index < 30; index++) expect(take(0)).toMatchObject({ allowed: true, remaining: 999 - index });
    await limiters[0]?.tell();
    expect(counter.asked).toBe(0);
  });

  it.each([1, 3])('refuses about where the limit is over %d gateways', async (gateways) => {
    const { take, limiters } = stand(gateways, 1_000, false);
    let allowed = 0;
    for (let index = 0; index < 3_000; index++) {
      allowed += Number((await take(index)).allowed);
      if (index % 50 === 0) await Promise.all(limiters.map((limiter) => limiter.tell()));
    }
    expect(allowed).toBeGreaterThanOrEqual(1_000);
    expect(allowed).toBeLessThan(1_000 + gateways * 60);
    expect(await take(0)).toMatchObject({ allowed: false, reset: 60 });
  });

  it('forgets nothing while the store is being told', async () => {
    let answer: () => void = () => {};
    const store = new Promise<void>((resolve) => (answer = resolve));
    const limiter = new RateLimiter({ limit: 5, seconds: 60, exact: false }, async (requests) => {
      await store;
      return new Map([...requests].map(([key, used]) => [key, { used, resetIn: 60_000 }]));
    });
    for (let index = 0; index < 5; index++) expect(await limiter.take('p')).toMatchObject({ allowed: true });
    const telling = limiter.tell();
    expect([limiter.take('p'), limiter.look('p')]).toMatchObject([
      { allowed: false },
      { allowed: false, remaining: 0 },
    ]);
    answer();
    await telling;
    expect(limiter.take('p')).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('begins anew when the window is over', async () => {
    const { take, time } = stand(1, 5, false);
    for (let index = 0; index < 6; index++) await take(0);
    expect(take(0)).toMatchObject({ allowed: false });
    time.now += 60_000;
    expect(take(0)).toMatchObject({ allowed: true, remaining: 4 });
  });

  it('goes on alone while the store is away', async () => {
    const limiter = new RateLimiter({ limit: 3, seconds: 60, exact: false }, () => Promise.reject(new Error('away')));
    const verdicts = [];
    for (let index = 0; index < 5; index++) {
      verdicts.push((await limiter.take('p')).allowed);
      await limiter.tell().catch(() => undefined);
    }
    expect(verdicts).toEqual([true, true, true, false, false]);
  });
});
