import { Logger } from '@nestjs/common';
import { testDatabase } from '@waybill/testing/test-database';
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

  it('puts an email whose lease ran out in doubt', async () => {
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
