import { fakeAsks } from '@waybill/testing/fake-asks';
import { unavailable } from '@waybill/contracts/errors';
import { SenderDomainChecks } from './sender-domains';

function setUp() {
  const state = { verified: ['a.example'], away: false, silent: false, asks: 0, now: 0 };
  const checks = new SenderDomainChecks(
    fakeAsks(() => {
      state.asks++;
      if (state.silent) return new Promise(() => {});
      return state.away ? Promise.reject(unavailable('away')) : Promise.resolve({ verified: state.verified });
    }),
    () => state.now,
  );
  return { state, checks };
}

describe('SenderDomainChecks', () => {
  it('asks once for all callers of the same moment, and caches yes for five seconds', async () => {
    const { state, checks } = setUp();
    await Promise.all([1, 2, 3].map(() => checks.isVerified('p', 'a.example')));
    state.now = 3_999;
    expect(await checks.isVerified('p', 'a.example')).toBe(true);
    expect(state.asks).toBe(1);
    state.now = 5_000;
    state.verified = [];
    expect(await checks.isVerified('p', 'a.example')).toBe(false);
    expect(state.asks).toBe(2);
  });

  it('asks again before the five seconds are over, and no caller waits for that', async () => {
    const { state, checks } = setUp();
    await checks.isVerified('p', 'a.example');
    state.now = 4_000;
    state.silent = true;
    for (let email = 0; email < 100; email++) expect(await checks.isVerified('p', 'a.example')).toBe(true);
    expect(state.asks).toBe(2);
  });

  it('applies a no at once', async () => {
    const { state, checks } = setUp();
    await checks.isVerified('p', 'a.example');
    state.now = 4_000;
    state.verified = [];
    expect(await checks.isVerified('p', 'a.example')).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await checks.isStillVerified('p', 'a.example')).toBe(false);
  });

  it('asks again after every no, and for every project', async () => {
    const { state, checks } = setUp();
    expect(await checks.isVerified('p', 'b.example')).toBe(false);
    expect(await checks.isVerified('p', 'b.example')).toBe(false);
    await checks.isVerified('p', 'a.example');
    await checks.isVerified('q', 'a.example');
    expect(state.asks).toBe(4);
  });

  it('uses an answer of up to ten minutes for an accepted email while the verifier is unavailable', async () => {
    const { state, checks } = setUp();
    await checks.isVerified('p', 'a.example');
    state.away = true;
    state.now = 600_000;
    await expect(checks.isVerified('p', 'a.example')).rejects.toThrow('away');
    expect(await checks.isStillVerified('p', 'a.example')).toBe(true);
    state.now = 600_001;
    await expect(checks.isStillVerified('p', 'a.example')).rejects.toThrow('away');
  });
});
