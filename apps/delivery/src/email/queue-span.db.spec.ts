import { idFloor, newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { testDatabase } from '@waybill/testing/test-database';
import { DeliveryFixture, addMonths } from '../delivery.fixture';
import { firstId, QueueSpan, recentSince } from './queue-span';

let fixture: DeliveryFixture;

beforeAll(async () => {
  const database = await testDatabase();
  await addMonths(database.db, 3);
  fixture = DeliveryFixture.on(database);
});
afterAll(() => fixture.close());

const queueOld = async (daysAgo: number): Promise<string> => {
  const emailId = idFloor(new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1_000));
  await fixture.queue(undefined, { recipients: [{ emailId, contactId: newId(), email: 'ann@example.com' }] });
  return emailId;
};

it.each([
  ['2026-03-15T12:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T23:59:59.999Z', '2026-02-01T00:00:00.000Z'],
  ['2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['2026-01-01T00:00:00.000Z', '2025-12-01T00:00:00.000Z'],
])('at %s claims begin with the month of %s', (now, month) => {
  expect(recentSince(new Date(now))).toBe(idFloor(new Date(month)));
});

it('claims look at this month alone, and everywhere while anything of an older month waits', async () => {
  const span = new QueueSpan(fixture.db);
  const thisMonth = () => span.since() === recentSince(new Date());
  expect(thisMonth()).toBe(false);
  await eventually('nothing older waits', thisMonth);
  const id = await queueOld(70);
  await eventually('something older waits', () => !thisMonth());
  await fixture.sendDue();
  expect((await fixture.email(id)).status).toBe('SENT');
  await eventually('nothing older waits again', thisMonth);
});

it('what cannot be looked up is looked for everywhere', async () => {
  const broken = { query: () => Promise.reject(new Error('away')) };
  const span = new QueueSpan(broken as never);
  expect(span.since()).toBe(firstId);
  await Promise.resolve();
  expect(span.since()).toBe(firstId);
});
