import { fakeAsks, noBroadcasts } from '@waybill/testing/fake-asks';
import { unavailable } from '@waybill/contracts/errors';
import type { MailSettings } from '@waybill/contracts/subscription/subscription';
import { MailSettingsReader } from './mail-settings';

/** A gateway whose answers the test gives, one by one. */
function setUp() {
  const asked: { resolve: (settings: MailSettings) => void; reject: (error: Error) => void }[] = [];
  const state = { now: 0 };
  const reader = new MailSettingsReader(
    fakeAsks(() => new Promise((resolve, reject) => asked.push({ resolve, reject }))),
    noBroadcasts,
    () => state.now,
  );
  const settings = (enabled: boolean) => ({ enabled, tracking: 'ENABLED' }) as MailSettings;
  return { reader, asked, state, settings };
}

describe('the settings of a project', () => {
  it('are asked for once by all callers that need them together, and cached for five seconds', async () => {
    const { reader, asked, state, settings } = setUp();
    const both = [reader.of('p'), reader.of('p')];
    asked[0]!.resolve(settings(true));
    expect((await Promise.all(both)).map(({ enabled }) => enabled)).toEqual([true, true]);
    state.now = 3_999;
    expect((await reader.of('p')).enabled).toBe(true);
    expect(asked).toHaveLength(1);
    state.now = 4_999;
    expect((await reader.of('p')).enabled).toBe(true);
    state.now = 5_000;
    const again = reader.of('p');
    expect(asked).toHaveLength(2);
    asked[1]!.resolve(settings(false));
    expect((await again).enabled).toBe(false);
  });

  it('are asked for again after a change, and an answer under way is not cached', async () => {
    const { reader, asked, settings } = setUp();
    const before = reader.of('p');
    reader.forget('p');
    asked[0]!.resolve(settings(true));
    await before;
    const after = reader.of('p');
    asked[1]!.resolve(settings(false));
    expect((await after).enabled).toBe(false);
    expect((await reader.of('p')).enabled).toBe(false);
    expect(asked).toHaveLength(2);
  });

  it('are served while the gateway is unavailable, but not after a change', async () => {
    const { reader, asked, state, settings } = setUp();
    const first = reader.of('p');
    asked[0]!.resolve(settings(true));
    await first;
    state.now = 60_000;
    const second = reader.of('p');
    asked[1]!.reject(unavailable('no answer'));
    expect((await second).enabled).toBe(true);
    reader.forget('p');
    const third = reader.of('p');
    asked[2]!.reject(unavailable('no answer'));
    await expect(third).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
