import { Logger } from '@nestjs/common';
import { idFloor, newId } from '@waybill/database/ids';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../../delivery.fixture';
import type { NewNotification, NotificationKind } from './report';
import { storeNotifications } from './report.sql';
import { dueStatement } from './progress.sql';

let database: TestDatabase;
let fixture: DeliveryFixture;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await testDatabase();
  fixture = DeliveryFixture.on(database);
});
afterAll(() => fixture.close());

const moment = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

function notification(emailId: string, kind: NotificationKind, over: Partial<NewNotification> = {}): NewNotification {
  return {
    provider: 'ses',
    projectId: fixture.projectId,
    emailId,
    attempt: 1,
    kind,
    occurredAt: moment(1),
    payload: { messageId: 'm-1' },
    dedupKey: newId(),
    ...over,
  };
}

const store = (...notifications: NewNotification[]): Promise<void> => storeNotifications(fixture.db, notifications);
const subjects = async (id: string): Promise<string[]> => (await fixture.events(id)).map((event) => event.subject);

async function noteOf(dedupKey: string): Promise<{ note: string | null; done: boolean }> {
  const [row] = await fixture.db.query<{ note: string | null; done: boolean }>(
    'SELECT note, processed_at IS NOT NULL AS done FROM delivery.provider_notification WHERE dedup_key = $1',
    [dedupKey],
  );
  return row!;
}

describe('provider notifications', () => {
  it('of one email in one batch apply in order and in one transaction with their events', async () => {
    const id = await fixture.queue('click@simulator.test', {
      body: '<a href="https://shop.example/?a=1&amp;b=2">go</a>',
    });
    await fixture.sendDue();
    await fixture.age(id, { created_at: 1 });
    for (let i = 0; i < 50 && (await fixture.email(id)).status !== 'CLICKED'; i++) await fixture.processor.process();
    expect(await fixture.email(id)).toMatchObject({ status: 'CLICKED', opens: 1, clicks: 1 });
    expect(await subjects(id)).toEqual(['email.sent', 'email.delivery', 'email.open', 'email.click']);
    expect((await fixture.events(id)).at(-1)?.data).toMatchObject({ link: 'https://shop.example/?a=1&b=2', clicks: 1 });
  });

  it('are stored once for one fact, however often it is reported', async () => {
    const id = await fixture.queue('twice@example.com');
    await fixture.sendDue();
    const open = notification(id, 'Open', { dedupKey: `open:${id}` });
    await store(open, open);
    await store(open);
    await fixture.processor.process();
    expect((await fixture.email(id)).opens).toBe(1);
  });

  it('in any order lead to the same end', async () => {
    const id = await fixture.queue();
    await fixture.sendDue();
    await fixture.processor.process();
    await store(notification(id, 'Complaint', { occurredAt: moment(9) }));
    await fixture.processor.process();
    await store(
      notification(id, 'Open', { occurredAt: moment(5) }),
      notification(id, 'Bounce', { payload: { bounceType: 'Permanent' } }),
    );
    await fixture.processor.process();
    expect(await fixture.email(id)).toMatchObject({ status: 'COMPLAINED', opens: 1 });
  });

  it('about an email under way wait until it is settled', async () => {
    const id = await fixture.queue();
    const [outbound] = (await fixture.claim()).filter(({ email }) => email.id === id);
    const delivery = notification(id, 'Delivery');
    await store(delivery);
    await fixture.processor.process();
    expect(await noteOf(delivery.dedupKey)).toEqual({ note: null, done: false });
    await fixture.settle(await fixture.handOver(outbound!), outbound!);
    await fixture.processor.process();
    expect(await noteOf(delivery.dedupKey)).toEqual({ note: null, done: true });
    expect(await subjects(id)).toEqual(['email.sent', 'email.delivery']);
  });

  it('about an email under way of an older month wait too', async () => {
    const emailId = idFloor(new Date(Date.now() - 70 * 24 * 60 * 60 * 1_000));
    const recipients = [{ emailId, contactId: newId(), email: 'ann@example.com' }];
    await fixture.queue(undefined, { recipients });
    const [outbound] = (await fixture.claim()).filter(({ email }) => email.id === emailId);
    const delivery = notification(emailId, 'Delivery');
    await store(delivery);
    await fixture.processor.process();
    expect(await noteOf(delivery.dedupKey)).toEqual({ note: null, done: false });
    await fixture.settle(await fixture.handOver(outbound!), outbound!);
    await fixture.db.query('UPDATE delivery.provider_notification SET due_at = app.now() WHERE processed_at IS NULL');
    await fixture.processor.process();
    expect(await noteOf(delivery.dedupKey)).toEqual({ note: null, done: true });
    expect((await fixture.email(emailId)).status).toBe('DELIVERED');
  });

  it('settle an email with an unknown outcome at once and emit email.sent', async () => {
    const id = await fixture.queue();
    await fixture.claim();
    await fixture.age(id, { lease_until: 1 });
    await fixture.sweep();
    await store(notification(id, 'Send', { payload: { messageId: 'm-7', subject: 'Hello' } }));
    await fixture.processor.process();
    expect(await fixture.email(id)).toMatchObject({ status: 'SENT', provider_message_id: 'm-7', subject: 'Hello' });
    expect(await subjects(id)).toEqual(['email.sent']);
  });

  it('that name no email of that project are kept and ignored', async () => {
    const id = await fixture.queue();
    await fixture.sendDue();
    const foreign = notification(id, 'Complaint', { projectId: newId() });
    const unknown = notification(newId(), 'Bounce');
    await store(foreign, unknown);
    await fixture.processor.process();
    expect(await noteOf(foreign.dedupKey)).toEqual({ note: 'ignored: unknown email', done: true });
    expect(await noteOf(unknown.dedupKey)).toEqual({ note: 'ignored: unknown email', done: true });
    expect((await fixture.email(id)).status).not.toBe('COMPLAINED');
  });

  it('one of which cannot be applied hold up no other, and that one is given up after eight attempts', async () => {
    const [bad, good] = [await fixture.queue(), await fixture.queue()];
    await fixture.claim();
    for (const id of [bad, good]) await fixture.age(id, { lease_until: 1 });
    await fixture.sweep();
    await database.db.query(`ALTER TABLE delivery.email ADD CONSTRAINT no_poison CHECK (subject <> 'poison')`);
    const poison = notification(bad, 'Send', { payload: { subject: 'poison' } });
    await store(poison, notification(good, 'Send'));
    await fixture.processor.process();
    expect((await fixture.email(good)).status).toBe('SENT');
    for (let n = 0; n < 8; n++) {
      await fixture.db.query('UPDATE delivery.provider_notification SET due_at = app.now() WHERE processed_at IS NULL');
      await fixture.processor.process();
    }
    expect(await noteOf(poison.dedupKey)).toEqual({ note: expect.stringMatching(/^failed: .*no_poison/), done: true });
    expect((await fixture.email(bad)).status).toBe('UNKNOWN');
  });

  it('are found by their index, bad news first, however many wait', async () => {
    const plan = await database.db.transaction(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<Record<string, string>>(`EXPLAIN (COSTS OFF) ${dueStatement.text}`, [200, null]);
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('Index Scan using provider_notification_due');
    expect(lines).not.toContain('Sort');
  });

  it('are applied once by two processors at work together', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => fixture.queue(`p${i}@example.com`)));
    await fixture.sendDue();
    await store(...ids.map((id) => notification(id, 'Open')));
    await Promise.all(Array.from({ length: 6 }, () => fixture.processor.process()));
    for (const id of ids) expect((await fixture.email(id)).opens).toBe(1);
  });
});
