import { Logger } from '@nestjs/common';
import { register } from 'prom-client';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../../delivery.fixture';
import type { EmailClaims } from '../../queue/email-claims';
import type { EmailProvider, HandOver, ProviderQuota } from '../provider';
import type { ProviderAccount } from './provider-account';
import { ProviderAccounts } from './provider-accounts';

let fixture: DeliveryFixture;

/** Time passes by {@link later} alone. */
beforeAll(async () => {
  Logger.overrideLogger(false);
  const database = await testDatabase();
  await database.db.query(
    `CREATE OR REPLACE FUNCTION app.now() RETURNS timestamptz LANGUAGE sql STABLE
     AS $$SELECT '${new Date().toISOString()}'::timestamptz$$`,
  );
  fixture = DeliveryFixture.on(database);
});
afterAll(() => fixture.close());

const away: HandOver = { outcome: 'not_accepted', kind: 'unreachable', reason: 'connect ECONNREFUSED' };

/** A provider that answers what it is told, and remembers whom it took. */
class Answering implements EmailProvider {
  readonly name = 'smtp';
  readonly taken: string[] = [];
  answer: HandOver | undefined;
  quota?: () => Promise<ProviderQuota>;

  handOver({ emailId }: { emailId: string }): Promise<HandOver> {
    if (this.answer) return Promise.resolve(this.answer);
    this.taken.push(emailId);
    return Promise.resolve({ outcome: 'accepted', messageId: `m-${emailId}` });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

let first: Answering;
let second: Answering;
let accounts: ProviderAccount[];
let claims: EmailClaims;
let run = 0;

/** Each test has accounts of its own. */
beforeEach(async () => {
  run++;
  [first, second] = [new Answering(), new Answering()];
  accounts = [fixture.account(first, `first-${run}`), fixture.account(second, `second-${run}`)];
  claims = fixture.claims(accounts.slice(0, 1));
  await use(accounts.slice(0, 1)).refresh();
});
afterEach(() => fixture.emptyQueue());

const use = (some: ProviderAccount[], rate: number | null = null): ProviderAccounts =>
  new ProviderAccounts(
    fixture.db,
    some.map((account) => ({ ...account, rate })),
  );

/** Claims, hands over and settles at most `count` emails; returns their ids. */
async function send(count: number, by: EmailClaims = claims): Promise<string[]> {
  const { taken } = await by.take('transactional', count);
  await Promise.all(taken.map(async (outbound) => fixture.settle(await fixture.outgoing.send(outbound), outbound)));
  return taken.map(({ email }) => email.id);
}

async function queue(count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => fixture.queue(`p${n}@example.com`)));
}

const later = (seconds: number) =>
  fixture.db.query('UPDATE delivery.provider_account SET open_until = open_until - make_interval(secs => $1)', [
    seconds,
  ]);

/** As another process that knows nothing yet. */
const fresh = (): EmailClaims => fixture.claims([fixture.account(first, accounts[0]!.name)]);

describe('the circuit of an account', () => {
  beforeEach(async () => {
    first.answer = away;
    await queue(10);
    await send(5);
  });

  it('opens after five failures: no process claims anything, and what is claimed already is given back', async () => {
    expect(await send(5)).toEqual([]);
    expect(await send(5, fresh())).toEqual([]);
    const [outbound] = (await fixture.claim(1)) as [Awaited<ReturnType<typeof fixture.claim>>[0]];
    const settlement = await fixture.outgoing.send({ ...outbound, account: accounts[0]! });
    expect(settlement).toMatchObject({ status: 'QUEUED', outcome: 'not_tried', step: 'hand over' });
    expect(await fixture.settle(settlement, outbound)).toBe(true);
    const rows = await fixture.db.query<{ n: number }>(
      `SELECT count(*)::integer AS n FROM delivery.email WHERE status = 'QUEUED'`,
    );
    expect(rows[0]!.n).toBe(10);
  });

  it('lets one email of all processes try after a while, and closes when it is answered', async () => {
    await later(11);
    first.answer = undefined;
    const [one, other] = [fresh(), fresh()];
    const { taken } = await one.take('transactional', 5);
    expect(taken).toHaveLength(1);
    expect((await other.take('transactional', 5)).taken).toHaveLength(0);
    await fixture.settle(await fixture.outgoing.send(taken[0]!), taken[0]!);
    expect(await send(5, fresh())).toHaveLength(4);
  });

  it('stays open for longer each time the one that tries fails', async () => {
    const openFor = async (): Promise<number> => {
      const [row] = await fixture.db.query<{ s: number }>(
        `SELECT extract(epoch FROM open_until - app.now())::float8 AS s FROM delivery.provider_account WHERE account = $1`,
        [accounts[0]!.name],
      );
      return row!.s;
    };
    expect(await openFor()).toBeGreaterThan(5);
    expect(await openFor()).toBeLessThan(11);
    await later(11);
    expect(await send(5, fresh())).toHaveLength(1);
    expect(await openFor()).toBeGreaterThan(15);
    expect(await openFor()).toBeLessThan(21);
  });

  it('that is open lets the second provider take over; attempts name it, and what is in doubt waits', async () => {
    const [doubt] = await queue(1);
    await fixture.db.query(`DELETE FROM delivery.queue WHERE email_id = $1`, [doubt]);
    await fixture.db.query(`UPDATE delivery.email SET status = 'UNKNOWN', unknown_since = app.now() WHERE id = $1`, [
      doubt,
    ]);
    const both = fixture.claims(accounts);
    const sent = await send(20, both);
    expect(sent).toHaveLength(5);
    expect(second.taken.sort()).toEqual([...sent].sort());
    expect(await fixture.attempts(sent[0]!)).toMatchObject([{ provider: accounts[1]!.name, outcome: 'accepted' }]);
    expect((await fixture.email(doubt!)).status).toBe('UNKNOWN');
  });

  it('is tried by one email while the second provider takes the others, then is the first one again', async () => {
    await later(11);
    first.answer = undefined;
    const both = fixture.claims([fixture.account(first, accounts[0]!.name), accounts[1]!]);
    expect(await send(20, both)).toHaveLength(5);
    expect([first.taken.length, second.taken.length]).toEqual([1, 4]);
    await queue(3);
    await send(20, both);
    expect([first.taken.length, second.taken.length]).toEqual([4, 4]);
  });
});

describe('an account that its provider refuses', () => {
  const refused: HandOver = { outcome: 'not_accepted', kind: 'refused', reason: '535 Authentication failed' };
  const metrics = async () => (await register.getSingleMetric('waybill_provider_circuit_open')!.get()).values;

  it('opens its circuit with the first answer: no email fails or is tried again and again, and the waybill says why', async () => {
    first.answer = refused;
    const ids = await queue(3);
    expect(await send(1)).toHaveLength(1);
    expect(await send(3)).toEqual([]);
    expect(await send(3, fresh())).toEqual([]);
    for (const id of ids) expect((await fixture.email(id)).status).toBe('QUEUED');
    const { timeline } = await fixture.waybill(ids[2]!, [accounts[0]!.name]);
    expect(timeline.at(-1)).toMatchObject({
      type: 'waiting',
      reason: `${accounts[0]!.name}: the provider refuses the account`,
    });
    expect(await metrics()).toContainEqual(
      expect.objectContaining({ value: 1, labels: { account: accounts[0]!.name } }),
    );
  });

  it('lets the second provider take over at once, and is used again when an operator has mended it', async () => {
    first.answer = refused;
    const both = fixture.claims(accounts);
    await queue(6);
    expect(await send(1, both)).toHaveLength(1);
    expect(await send(20, both)).toHaveLength(5);
    expect([first.taken.length, second.taken.length]).toEqual([0, 5]);
    await fixture.db.query('UPDATE delivery.queue SET due_at = app.now()');
    await later(11);
    first.answer = undefined;
    const again = fixture.claims([fixture.account(first, accounts[0]!.name), accounts[1]!]);
    expect(await send(20, again)).toHaveLength(1);
    expect([first.taken.length, second.taken.length]).toEqual([1, 5]);
  });
});

describe('the quota of 24 hours', () => {
  const shutNow = async (): Promise<unknown[]> => {
    const rows = await fixture.db.query<{ shut_why: string | null }>(
      'SELECT shut_why FROM delivery.provider_account_state WHERE account = $1',
      [accounts[0]!.name],
    );
    return rows.map((row) => row.shut_why);
  };

  it('that a refusal says is used up lets the second provider go on, also with what was claimed already', async () => {
    first.answer = { outcome: 'not_accepted', kind: 'exhausted', reason: 'Daily message quota exceeded.' };
    const both = fixture.claims(accounts);
    await queue(6);
    const { taken } = await both.take('transactional', 3);
    for (const outbound of taken) await fixture.settle(await fixture.outgoing.send(outbound), outbound);
    expect(await shutNow()).toEqual(['pause']);
    const waiting = await fixture.db.query(
      'SELECT 1 FROM delivery.queue WHERE claim_token IS NULL AND due_at <= app.now()',
    );
    // One heard the refusal and waits for its next try; two were given back untouched.
    expect(waiting).toHaveLength(5);
    expect(await send(20, both)).toHaveLength(5);
    expect([first.taken.length, second.taken.length]).toEqual([0, 5]);
  });

  it('stops claims when the provider reports it as used up, until there is quota again', async () => {
    const told = (dayLeft: number) => {
      first.quota = () => Promise.resolve({ perSecond: null, dayLeft });
      return fixture.db
        .query(`UPDATE delivery.provider_account SET quota_at = quota_at - interval '61 seconds'`)
        .then(() => use(accounts).refresh());
    };
    await told(2);
    await queue(5);
    const both = fixture.claims(accounts);
    expect(await send(20, both)).toHaveLength(2);
    expect(await send(20, both)).toHaveLength(3);
    expect([first.taken.length, second.taken.length]).toEqual([2, 3]);
    expect(await shutNow()).toEqual(['quota']);
    await told(10);
    await queue(2);
    expect(await send(20, fixture.claims([fixture.account(first, accounts[0]!.name), accounts[1]!]))).toHaveLength(2);
    expect(first.taken).toHaveLength(4);
  });

  it('does not give back what was claimed while there was some left', async () => {
    first.quota = () => Promise.resolve({ perSecond: null, dayLeft: 2 });
    await use(accounts).refresh();
    await queue(3);
    const both = fixture.claims(accounts);
    const { taken, more } = await both.take('transactional', 20);
    expect([taken.length, more]).toEqual([2, true]);
    expect(await send(20, both)).toHaveLength(1);
    await Promise.all(taken.map(async (outbound) => fixture.settle(await fixture.outgoing.send(outbound), outbound)));
    expect([first.taken.length, second.taken.length]).toEqual([2, 1]);
  });

  it('with both providers used up leaves the emails waiting', async () => {
    first.quota = second.quota = () => Promise.resolve({ perSecond: null, dayLeft: 0 });
    await use(accounts).refresh();
    const [id] = await queue(1);
    expect(await send(1, fixture.claims(accounts))).toEqual([]);
    const { timeline } = await fixture.waybill(
      id!,
      accounts.map(({ name }) => name),
    );
    expect(timeline.at(-1)).toMatchObject({ type: 'waiting', reason: expect.stringContaining('quota of 24 hours') });
  });
});

describe('the rate of an account', () => {
  const rate = async (): Promise<number | null> => {
    const [row] = await fixture.db.query<{ rate: number | null }>(
      'SELECT rate FROM delivery.provider_account_state WHERE account = $1',
      [accounts[0]!.name],
    );
    return row!.rate;
  };

  it('is halved when the provider throttles', async () => {
    await use(accounts.slice(0, 1), 40).refresh();
    await fixture.db.query('UPDATE delivery.provider_account SET tokens = 40');
    first.answer = { outcome: 'not_accepted', kind: 'throttled', reason: 'Maximum sending rate exceeded.' };
    await queue(3);
    await send(3);
    expect(await rate()).toBeCloseTo(20, 0);
  });

  it('is the rate of the provider unless the configuration is lower; without an answer the configuration applies', async () => {
    first.quota = () => Promise.resolve({ perSecond: 14, dayLeft: 0 });
    await use(accounts.slice(0, 1)).refresh();
    expect(await rate()).toBe(14);
    await queue(1);
    expect(await send(1)).toEqual([]);
    await fixture.db.query(`UPDATE delivery.provider_account SET quota_at = quota_at - interval '61 seconds'`);
    first.quota = () => Promise.resolve({ perSecond: 14, dayLeft: 5 });
    await use(accounts.slice(0, 1), 10).refresh();
    expect(await rate()).toBe(10);
    expect(await send(1, fresh())).toHaveLength(1);
    await fixture.db.query(`UPDATE delivery.provider_account SET quota_at = quota_at - interval '61 seconds'`);
    first.quota = () => Promise.reject(new Error('AccessDenied'));
    await use(accounts.slice(0, 1), 7).refresh();
    expect(await rate()).toBe(7);
  });

  it('pauses when the quota of 24 hours is used up; the waybill of what waits says so', async () => {
    first.answer = { outcome: 'not_accepted', kind: 'exhausted', reason: 'Daily message quota exceeded.' };
    const ids = await queue(2);
    await send(1);
    expect(await send(1, fresh())).toEqual([]);
    const waybill = await fixture.waybill(ids[1]!, [accounts[0]!.name]);
    expect(waybill.timeline.at(-1)).toMatchObject({
      type: 'waiting',
      reason: expect.stringContaining('takes no more'),
    });
  });
});
