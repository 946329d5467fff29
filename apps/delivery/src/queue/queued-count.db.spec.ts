import { newId } from '@waybill/database/ids';
import { testDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { QueuedCount } from './queued-count';

let fixture: DeliveryFixture;
let now: number;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
});
afterAll(() => fixture.close());
beforeEach(async () => {
  now = 0;
  await fixture.emptyQueue();
});

const full = { code: 'QUEUE_FULL', status: 429, retryAfter: expect.any(Number) };

function setUp(max: number): QueuedCount {
  return new QueuedCount(fixture.db, { MAX_QUEUED_PER_PROJECT: max }, () => now);
}

/** Accepts emails after the check, as acceptance does. */
async function accept(count: QueuedCount, emails: number, projectId = fixture.projectId): Promise<void> {
  await count.check(projectId, emails);
  await Promise.all(Array.from({ length: emails }, () => fixture.queue(undefined, { projectId })));
}

describe('the queue of a project', () => {
  it('takes emails up to its limit, then refuses them until some have left', async () => {
    const count = setUp(10);
    for (let n = 0; n < 10; n++) await accept(count, 1);
    await expect(accept(count, 1)).rejects.toMatchObject(full);
    now += 60_000;
    await expect(accept(count, 1)).rejects.toMatchObject(full);
    await fixture.sendDue();
    now += 60_000;
    await accept(count, 5);
  });

  it('counts the emails that other processes have accepted', async () => {
    const [one, other] = [setUp(10), setUp(10)];
    for (let n = 0; n < 8; n++) await accept(one, 1);
    await expect(accept(other, 5)).rejects.toMatchObject(full);
    await accept(other, 2);
  });

  it('does not concern another project, and there may be no limit', async () => {
    const count = setUp(2);
    await accept(count, 2);
    await expect(accept(count, 1)).rejects.toMatchObject(full);
    await accept(count, 1, newId());
    expect(setUp(0).check(fixture.projectId, 1_000_000)).toBeUndefined();
  });

  it('makes no request wait but the first one', async () => {
    const count = setUp(1_000);
    await count.check(fixture.projectId, 1);
    for (let n = 0; n < 100; n++) expect(count.check(fixture.projectId, 1)).toBeUndefined();
    now += 60_000;
    expect(count.check(fixture.projectId, 1)).toBeUndefined();
  });
});

describe('the counts of the queue', () => {
  it('are those of its rows, and each row is an email that is QUEUED, whatever becomes of the emails', async () => {
    const check = async () => expect(await fixture.queueMismatches()).toEqual([]);
    const ids = await Promise.all(
      ['a@x.test', 'reject@simulator.test', 'throttle@simulator.test'].map((to) => fixture.queue(to)),
    );
    await check();
    await fixture.sendDue();
    await check();
    await fixture.age(ids[2]!, { due_at: 1 });
    await fixture.claim();
    await fixture.age(ids[2]!, { lease_until: 1 });
    await fixture.sweep();
    expect((await fixture.email(ids[2]!)).status).toBe('UNKNOWN');
    await check();
    await fixture.age(ids[2]!, { unknown_since: 601 });
    await fixture.sweep();
    expect((await fixture.email(ids[2]!)).status).toBe('QUEUED');
    await check();
    await fixture.db.query(
      `INSERT INTO delivery.provider_notification (id, provider, project_id, email_id, kind, occurred_at, dedup_key)
       VALUES ($1, 'simulator', $2, $3, 'Send', app.now(), 'proof')`,
      [newId(), fixture.projectId, ids[2]],
    );
    await fixture.processor.process();
    expect((await fixture.email(ids[2]!)).sent_at).not.toBeNull();
    await check();
  });
});
