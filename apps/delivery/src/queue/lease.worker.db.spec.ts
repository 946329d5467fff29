import { Logger } from '@nestjs/common';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';

let fixture: DeliveryFixture;

beforeAll(async () => {
  Logger.overrideLogger(false);
  fixture = DeliveryFixture.on(await testDatabase());
});
afterAll(() => fixture.close());

/** An email whose process died while it was handed over. */
async function abandoned(): Promise<string> {
  const id = await fixture.queue();
  await fixture.claim();
  await fixture.age(id, { lease_until: 1 });
  return id;
}

async function unknownFor(id: string, seconds: number): Promise<void> {
  await fixture.sweep();
  await fixture.age(id, { unknown_since: seconds });
}

describe('the sweep', () => {
  it('leaves an email alone while its lease holds', async () => {
    const id = await fixture.queue();
    await fixture.claim();
    await fixture.sweep();
    expect((await fixture.email(id)).status).toBe('SENDING');
  });

  it('settles an email whose lease expired as UNKNOWN', async () => {
    const id = await abandoned();
    await fixture.sweep();
    expect(await fixture.email(id)).toMatchObject({ status: 'UNKNOWN', reason: 'lease_expired', claim_token: null });
    expect(await fixture.attempts(id)).toMatchObject([{ outcome: 'lease_expired' }]);
  });

  it('waits for evidence before it decides', async () => {
    const id = await abandoned();
    await unknownFor(id, 590);
    await fixture.sweep();
    expect((await fixture.email(id)).status).toBe('UNKNOWN');
  });

  it('sends a transactional email once more as a possible duplicate, and fails it when that ends in doubt too', async () => {
    const id = await abandoned();
    await unknownFor(id, 601);
    await fixture.sweep();
    expect(await fixture.email(id)).toMatchObject({ status: 'QUEUED', possible_duplicate: true, doubtful_attempts: 1 });
    await fixture.claim();
    await fixture.age(id, { lease_until: 1 });
    await unknownFor(id, 601);
    await fixture.sweep();
    expect(await fixture.email(id)).toMatchObject({
      status: 'FAILED',
      reason: 'outcome_unknown',
      doubtful_attempts: 2,
    });
  });

  it.each(['CAMPAIGN', 'WORKFLOW'])(
    'fails a %s email in doubt, and sends it again where it is configured so',
    async (source) => {
      const [failing, again] = [await abandoned(), await abandoned()];
      await fixture.db.query('UPDATE delivery.email SET source_type = $1 WHERE id = ANY ($2)', [
        source,
        [failing, again],
      ]);
      await unknownFor(failing, 601);
      await fixture.sweep();
      expect(await fixture.email(failing)).toMatchObject({ status: 'FAILED', reason: 'outcome_unknown' });
      await fixture.age(again, { unknown_since: 601 });
      await fixture.sweep([source as 'CAMPAIGN']);
      expect(await fixture.email(again)).toMatchObject({ status: 'QUEUED', possible_duplicate: true });
    },
  );
});

describe('an email in doubt with a provider that reports', () => {
  /** Seconds ago; the emails of this suite are the simulator's. */
  const ingress = (heard: number, owed: number | null, steady: number) =>
    fixture.db.query(
      `INSERT INTO delivery.provider_ingress (provider, heard_at, owed_since, steady_since)
       SELECT 'simulator', app.now() - make_interval(secs => $1), app.now() - make_interval(secs => $2),
         app.now() - make_interval(secs => $3)
       ON CONFLICT (provider) DO UPDATE SET heard_at = excluded.heard_at, owed_since = excluded.owed_since,
         steady_since = excluded.steady_since`,
      [heard, owed, steady],
    );
  const decided = async (id: string): Promise<boolean> => {
    await fixture.sweep();
    return (await fixture.email(id)).status === 'QUEUED';
  };
  const inDoubt = async (seconds: number): Promise<string> => {
    const id = await abandoned();
    await unknownFor(id, seconds);
    return id;
  };
  afterAll(() => fixture.db.query('DELETE FROM delivery.provider_ingress'));

  it('is decided after the wait while reports come, and while none is owed', async () => {
    await ingress(3, null, 90_000);
    expect(await decided(await inDoubt(601))).toBe(true);
    await ingress(3_600, null, 90_000);
    expect(await decided(await inDoubt(601))).toBe(true);
    await ingress(30, 100, 90_000);
    expect(await decided(await inDoubt(601))).toBe(true);
  });

  it('waits while a report is owed for longer than two minutes: our own outage is no evidence', async () => {
    await ingress(1_000, 130, 90_000);
    const id = await inDoubt(601);
    expect(await decided(id)).toBe(false);
    await ingress(1, null, 90_000);
    expect(await decided(id)).toBe(true);
  });

  it('waits the whole time again after an interruption: what it kept back is still on its way', async () => {
    await ingress(1, null, 590);
    const id = await inDoubt(3_000);
    expect(await decided(id)).toBe(false);
    await ingress(1, null, 601);
    expect(await decided(id)).toBe(true);
  });

  it('is decided at last when the silence does not end', async () => {
    await ingress(9_000, 8_000, 90_000);
    const id = await inDoubt(4_490);
    expect(await decided(id)).toBe(false);
    await fixture.age(id, { unknown_since: 4_501 });
    expect(await decided(id)).toBe(true);
  });

  it('does not wait for another provider', async () => {
    await fixture.db.query(
      `UPDATE delivery.provider_ingress SET provider = 'ses', owed_since = app.now() - interval '1 hour'`,
    );
    expect(await decided(await inDoubt(601))).toBe(true);
  });
});

describe('partitions', () => {
  it('are there for this month and the coming ones, made by the service itself', async () => {
    const made = await fixture.db.query<{ n: number }>('SELECT delivery.ensure_partitions(5) AS n');
    expect(made[0]!.n).toBe(8);
    expect(await fixture.db.query('SELECT delivery.ensure_partitions(5) AS n')).toEqual([{ n: 0 }]);
    const id = await fixture.queue();
    const [row] = await fixture.db.query<{ name: string }>(
      'SELECT tableoid::regclass::text AS name FROM delivery.email WHERE id = $1',
      [id],
    );
    expect(row!.name).toBe(`delivery.email_${new Date().toISOString().slice(0, 7).replace('-', '_')}`);
  });
});
