import { fakeAsks, noBroadcasts } from '@waybill/testing/fake-asks';
import { Logger } from '@nestjs/common';
import type { Caps } from '@waybill/contracts/billing/limits';
import { unavailable } from '@waybill/contracts/errors';
import { CapsReader } from './caps-reader';

const none: Caps = { workflows: null, campaigns: null, transactional: null, inbound: null };
const hundred: Caps = { ...none, transactional: 100 };

/** A billing service that answers what the test says. */
function setUp() {
  const billing = { now: 0, asked: 0, answer: () => Promise.resolve(hundred) };
  const reader = new CapsReader(
    fakeAsks(() => {
      billing.asked++;
      return billing.answer();
    }),
    noBroadcasts,
    () => billing.now,
  );
  return { billing, reader };
}

describe('the caps of a project', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('are asked for once in five seconds, and at once after a change', async () => {
    const { billing, reader } = setUp();
    for (let email = 0; email < 100; email++) expect(await reader.of('p')).toEqual(hundred);
    expect(billing.asked).toBe(1);
    billing.answer = () => Promise.resolve(none);
    reader.forget('p');
    expect(await reader.of('p')).toEqual(none);
    billing.now = 5_000;
    await reader.of('p');
    expect(billing.asked).toBe(3);
  });

  it('are asked for again before the five seconds are over, and no email waits for that', async () => {
    const { billing, reader } = setUp();
    await reader.of('p');
    billing.now = 4_000;
    billing.answer = () => new Promise(() => {});
    for (let email = 0; email < 100; email++) expect(await reader.of('p')).toEqual(hundred);
    expect(billing.asked).toBe(2);
  });

  it('apply while billing is unavailable, also after a change, and are asked for once in five seconds', async () => {
    const { billing, reader } = setUp();
    await reader.of('p');
    billing.answer = () => Promise.reject(unavailable('away'));
    billing.now = 5_000;
    for (let email = 0; email < 100; email++) expect(await reader.of('p')).toEqual(hundred);
    expect(billing.asked).toBe(2);
    reader.forget('p');
    expect(await reader.of('p')).toEqual(hundred);
  });

  it.each([unavailable('away'), new Error('broken')])(
    'are none while billing cannot say and never has (%s), so that its outage stops no email',
    async (error) => {
      const { billing, reader } = setUp();
      billing.answer = () => Promise.reject(error);
      expect(await reader.of('p')).toEqual(none);
      billing.answer = () => Promise.resolve(hundred);
      billing.now = 5_000;
      expect(await reader.of('p')).toEqual(hundred);
    },
  );

  it('that were removed do not come back in an outage', async () => {
    const { billing, reader } = setUp();
    await reader.of('p');
    billing.answer = () => Promise.resolve(none);
    reader.forget('p');
    await reader.of('p');
    billing.answer = () => Promise.reject(unavailable('away'));
    billing.now = 5_000;
    expect(await reader.of('p')).toEqual(none);
  });
});
