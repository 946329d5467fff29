import { Logger } from '@nestjs/common';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import type { EmailProvider, HandOver } from '../provider/provider';
import { claimUsableMs } from '../ledger/claimed-email';
import type { OutgoingEmail } from './send-context';

let fixture: DeliveryFixture;

beforeAll(async () => {
  Logger.overrideLogger(false);
  fixture = DeliveryFixture.on(await testDatabase());
});
afterAll(() => fixture.close());

/** A provider that answers what it is told. */
const answering = (handOver: () => HandOver | Promise<HandOver>): EmailProvider => ({
  name: 'smtp',
  handOver: async () => handOver(),
  close: () => Promise.resolve(),
});

async function claimOne(id: string): Promise<OutgoingEmail> {
  const claimed = (await fixture.claim()).find(({ email }) => email.id === id);
  if (!claimed) throw new Error(`${id} was not claimed`);
  return claimed;
}

/** One whole try with the given answer of the provider. */
async function attempt(id: string, handOver: HandOver): Promise<boolean> {
  const outgoing = await claimOne(id);
  return fixture.settle(
    await fixture.handOver(
      outgoing,
      answering(() => handOver),
    ),
    outgoing,
  );
}

describe('a claim', () => {
  it('gives an email to one of many claimers', async () => {
    const id = await fixture.queue();
    const claims = (await Promise.all([1, 2, 3, 4].map(() => fixture.claim()))).flat();
    expect(claims.filter(({ email }) => email.id === id)).toHaveLength(1);
    expect(await fixture.email(id)).toMatchObject({ status: 'SENDING', attempt: 1 });
  });

  it('takes emails of its own lane only, and none before it is due', async () => {
    const id = await fixture.queue();
    expect((await fixture.claim(100, 'campaign')).map(({ email }) => email.id)).not.toContain(id);
    await fixture.age(id, { due_at: -60 });
    expect((await fixture.claim()).map(({ email }) => email.id)).not.toContain(id);
    await fixture.age(id, { due_at: 0 });
    expect((await fixture.claim()).map(({ email }) => email.id)).toContain(id);
  });

  it('that waited too long before the provider call is given back without calling', async () => {
    const outgoing = await claimOne(await fixture.queue());
    const late = { ...outgoing, claimedAt: outgoing.claimedAt - claimUsableMs - 1 };
    const settlement = await fixture.handOver(
      late,
      answering(() => {
        throw new Error('called');
      }),
    );
    expect(settlement).toMatchObject({ status: 'QUEUED', outcome: 'not_tried', retryMs: 0 });
  });
});

/** Runs `work` in a process whose clock is wrong by `minutes`. */
async function skewed<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  const right = Date.now.bind(Date);
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => right() + minutes * 60_000);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

describe('two processes whose clocks differ by twenty minutes', () => {
  it('hand an email over once: due times and leases are by the clock of the database', async () => {
    const [id, later] = [await fixture.queue(), await fixture.queue()];
    await fixture.age(later, { due_at: -300 });
    const mine = await skewed(-10, () => claimOne(id));
    await skewed(10, async () => {
      await fixture.sweep();
      expect((await fixture.claim()).map(({ email }) => email.id)).not.toContain(id);
    });
    expect(await fixture.email(later)).toMatchObject({ status: 'QUEUED', attempt: 0 });
    const settlement = await skewed(-10, () => fixture.handOver(mine));
    expect(await skewed(-10, () => fixture.settle(settlement, mine))).toBe(true);
    expect(await fixture.email(id)).toMatchObject({ status: 'SENT', attempt: 1, possible_duplicate: false });
  });
});

describe('settling', () => {
  it('queues again with a backoff what was surely not accepted', async () => {
    const id = await fixture.queue();
    const begun = Date.now();
    expect(await attempt(id, { outcome: 'not_accepted', kind: 'unreachable', reason: 'refused' })).toBe(true);
    const settled = Date.now();
    const email = await fixture.email(id);
    expect(email).toMatchObject({ status: 'QUEUED', claim_token: null, sent_at: null });
    const due = email.due_at.getTime();
    expect(due - begun).toBeGreaterThan(2_000);
    expect(due - settled).toBeLessThan(6_500);
    expect(await fixture.attempts(id)).toMatchObject([{ outcome: 'not_accepted', detail: 'unreachable: refused' }]);
  });

  it('fails what the provider rejected, keeps in doubt what may have been accepted', async () => {
    const [rejected, doubtful] = [await fixture.queue(), await fixture.queue()];
    await fixture.age(doubtful, { due_at: -60 });
    await attempt(rejected, { outcome: 'rejected', reason: 'no such user' });
    await fixture.age(doubtful, { due_at: 0 });
    await attempt(doubtful, { outcome: 'doubtful', reason: 'reset after DATA' });
    expect(await fixture.email(rejected)).toMatchObject({ status: 'FAILED', reason: 'rejected: no such user' });
    expect(await fixture.email(doubtful)).toMatchObject({ status: 'UNKNOWN', doubtful_attempts: 1 });
    expect(await fixture.events(rejected)).toEqual([]);
    expect(await fixture.events(doubtful)).toEqual([]);
  });

  it('gives up an email that is older than its lane allows', async () => {
    const id = await fixture.queue();
    await fixture.age(id, { created_at: 24 * 60 * 60 });
    await attempt(id, { outcome: 'not_accepted', kind: 'temporary', reason: 'later' });
    expect(await fixture.email(id)).toMatchObject({ status: 'FAILED', reason: 'expired' });
  });

  it('fails without a provider call an email whose domain is no longer verified or whose content is gone', async () => {
    const [unverified, empty] = [await fixture.queue(), await fixture.queue()];
    const [first, second] = (await fixture.claim()).filter(({ email }) => [unverified, empty].includes(email.id));
    const never = answering(() => {
      throw new Error('called');
    });
    const gone = await fixture.handOver({ ...second!, content: undefined }, never);
    expect(gone).toMatchObject({ status: 'FAILED', reason: 'content_gone', outcome: 'not_tried' });
    const moved = { ...first!, email: { ...first!.email, from_address: 'x@lost.example' } };
    expect(await fixture.handOver(moved, never)).toMatchObject({ status: 'FAILED', reason: 'domain_not_verified' });
  });

  it('a worker that lost its claim cannot settle, but its attempt keeps the outcome', async () => {
    const id = await fixture.queue();
    const stale = await claimOne(id);
    const settlement = await fixture.handOver(
      stale,
      answering(async () => {
        await fixture.age(id, { lease_until: 1 });
        await fixture.sweep();
        return { outcome: 'rejected', reason: 'too late' };
      }),
    );
    expect(await fixture.settle(settlement, stale)).toBe(false);
    expect(await fixture.email(id)).toMatchObject({ status: 'UNKNOWN', reason: 'lease_expired' });
    expect(await fixture.attempts(id)).toMatchObject([{ outcome: 'rejected', detail: 'too late' }]);
  });

  it('a worker that lost its claim after the provider accepted is evidence: the email is SENT, once', async () => {
    const id = await fixture.queue();
    const stale = await claimOne(id);
    const settlement = await fixture.handOver(
      stale,
      answering(() => ({ outcome: 'accepted', messageId: 'late-1' })),
    );
    await fixture.age(id, { lease_until: 1 });
    await fixture.sweep();
    expect(await fixture.settle(settlement, stale)).toBe(false);
    await fixture.processor.process();
    expect(await fixture.email(id)).toMatchObject({ status: 'SENT', provider_message_id: 'late-1' });
    expect((await fixture.events(id)).map((event) => event.subject)).toEqual(['email.sent']);
  });

  it.each([
    ['settles the email', false, true],
    ['is evidence for an email in doubt', true, false],
  ])('after an outage of the database longer than the lease %s', async (_what, inDoubt, moves) => {
    const id = await fixture.queue();
    const outgoing = await claimOne(id);
    const settlement = await fixture.handOver(
      outgoing,
      answering(() => ({ outcome: 'accepted', messageId: `taken-${id}` })),
    );
    if (inDoubt) {
      await fixture.age(id, { lease_until: 1 });
      await fixture.sweep();
    }
    const hourAgo = { ...outgoing, claimedAt: outgoing.claimedAt - 59 * 60 * 1_000 };
    expect(await fixture.settle(settlement, hourAgo, 3)).toBe(moves);
    await fixture.processor.process();
    expect(await fixture.email(id)).toMatchObject({ status: 'SENT', provider_message_id: `taken-${id}`, attempt: 1 });
    expect((await fixture.events(id)).map((event) => event.subject)).toEqual(['email.sent']);
  });

  it('is given up when the database is unavailable for an hour', async () => {
    const id = await fixture.queue();
    const outgoing = await claimOne(id);
    const settlement = await fixture.handOver(outgoing);
    const earlier = { ...outgoing, claimedAt: outgoing.claimedAt - 61 * 60 * 1_000 };
    await expect(fixture.settle(settlement, earlier, 1)).rejects.toThrow(/ECONNREFUSED/);
    expect(await fixture.email(id)).toMatchObject({ status: 'SENDING' });
  });

  it('a second try under a new claim is not settled by the first one', async () => {
    const id = await fixture.queue();
    const stale = await claimOne(id);
    const old = await fixture.handOver(
      stale,
      answering(() => ({ outcome: 'not_accepted', kind: 'temporary', reason: 'x' })),
    );
    await fixture.age(id, { lease_until: 1 });
    await fixture.sweep();
    await fixture.age(id, { unknown_since: 601 });
    await fixture.sweep();
    const current = await claimOne(id);
    expect(await fixture.settle(old, stale)).toBe(false);
    expect(await fixture.email(id)).toMatchObject({ status: 'SENDING', attempt: 2, possible_duplicate: true });
    const accepted = await fixture.handOver(current);
    expect(await fixture.settle(accepted, current)).toBe(true);
    expect(await fixture.settle(accepted, current)).toBe(false);
    expect((await fixture.events(id)).map((event) => event.subject)).toEqual(['email.sent']);
  });
});
