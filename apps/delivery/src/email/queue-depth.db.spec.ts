import { newId } from '@waybill/database/ids';
import { testDatabase } from '@waybill/testing/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { QueueDepth } from './queue-depth';

let fixture: DeliveryFixture;
let now: number;

beforeAll(async () => {
  fixture = DeliveryFixture.on(await testDatabase());
});
afterAll(() => fixture.close());
beforeEach(async () => {
  now = 0;
  await fixture.db.query(`UPDATE delivery.email SET status = 'FAILED'`);
});

const full = { code: 'QUEUE_FULL', status: 429, retryAfter: expect.any(Number) };

function setUp(max: number): QueueDepth {
  return new QueueDepth(fixture.db, max, () => now);
}

/** Accepts so many emails after the check, as acceptance does. */
async function accept(depth: QueueDepth, emails: number, projectId = fixture.projectId): Promise<void> {
  await depth.check(projectId, emails);
  await Promise.all(Array.from({ length: emails }, () => fixture.queue(undefined, { projectId })));
}

describe('the queue of a project', () => {
  it('takes emails up to its limit, then refuses them until some have left', async () => {
    const depth = setUp(10);
    for (let n = 0; n < 10; n++) await accept(depth, 1);
    await expect(accept(depth, 1)).rejects.toMatchObject(full);
    now += 60_000;
    await expect(accept(depth, 1)).rejects.toMatchObject(full);
    await fixture.sendDue();
    now += 60_000;
    await accept(depth, 5);
  });

  it('counts what other processes have accepted', async () => {
    const [one, other] = [setUp(10), setUp(10)];
    for (let n = 0; n < 8; n++) await accept(one, 1);
    await expect(accept(other, 5)).rejects.toMatchObject(full);
    await accept(other, 2);
  });

  it('of another project is not concerned, and without a limit nothing is', async () => {
    const depth = setUp(2);
    await accept(depth, 2);
    await expect(accept(depth, 1)).rejects.toMatchObject(full);
    await accept(depth, 1, newId());
    expect(setUp(0).check(fixture.projectId, 1_000_000)).toBeUndefined();
  });

  it('costs an ordinary request no statement', () => {
    const depth = setUp(1_000);
    for (let n = 0; n < 100; n++) expect(depth.check(newId(), 1)).toBeUndefined();
    for (let n = 0; n < 100; n++) expect(depth.check(fixture.projectId, 1)).toBeUndefined();
  });
});
