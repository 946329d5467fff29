import type { Db } from '@waybill/database/db';
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

  it('are counted before an eighth of the room is used up, and no request waits for that', async () => {
    const counts: ((rows: { waiting: number }[]) => void)[] = [];
    const query = () => new Promise((resolve) => counts.push(resolve));
    const depth = new QueueDepth({ query } as unknown as Db, 800, () => now);
    const check = (emails: number) => depth.check(fixture.projectId, emails);
    for (let n = 0; n < 100; n++) expect(check(1)).toBeUndefined();
    expect(counts).toHaveLength(1);
    const next = check(1);
    counts[0]!([{ waiting: 786 }]);
    await next;
    expect(() => check(1)).toThrow('The project may have 800 emails waiting');
  });

  it('are counted again when the count failed that nobody waited for', async () => {
    let counts = 0;
    const query = () => Promise.reject(new Error(`no answer ${++counts}`));
    const depth = new QueueDepth({ query } as unknown as Db, 800, () => now);
    expect(depth.check(fixture.projectId, 90)).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
    expect(depth.check(fixture.projectId, 1)).toBeUndefined();
    expect(counts).toBe(2);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(depth.check(fixture.projectId, 100)).rejects.toThrow('no answer 3');
  });
});
