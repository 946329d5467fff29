import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { MessagingFixture } from '@waybill/testing/messaging.fixture';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { storeNotifications } from '../feedback/report/report.sql';
import type { EmailProvider, HandOver } from '../provider/provider';
import { ContactErasureConsumer } from './contact-erasure.consumer';

let database: TestDatabase;
let stand: MessagingFixture;
let fixture: DeliveryFixture;
let consumer: ContactErasureConsumer;

beforeAll(async () => {
  database = await testDatabase();
  stand = await MessagingFixture.start(database.as('waybill_delivery'), 'delivery');
  fixture = DeliveryFixture.on(database);
  consumer = new ContactErasureConsumer(stand.startConsumers(), stand.db);
  consumer.onApplicationBootstrap();
});
afterAll(async () => {
  await consumer.beforeApplicationShutdown();
  await stand.close();
  await fixture.close();
});

const contactOf = async (id: string): Promise<string> =>
  (await stand.db.query<{ contact_id: string }>('SELECT contact_id FROM delivery.email WHERE id = $1', [id]))[0]!
    .contact_id;

async function tellDeleted(contactId: string): Promise<void> {
  const event = {
    ...{ id: newId(), subject: 'contact.deleted', projectId: fixture.projectId, occurredAt: new Date().toISOString() },
    ...{ requestId: null, contactId, contactEmail: 'ann@example.com', data: {} },
  };
  await stand.link.jetstream.publish('contact.deleted', JSON.stringify(event), { msgID: event.id });
}

/** Tells of the deletion and waits until the contact was looked through once. */
async function erase(contactId: string): Promise<void> {
  await tellDeleted(contactId);
  await eventually('the contact is noted', async () => {
    const sql = 'SELECT 1 FROM delivery.erased_contact WHERE contact_id = $1 AND due_at > app.now()';
    return (await stand.db.query(sql, [contactId])).length > 0;
  });
}

/** One more look at the contact now. */
async function lookAgain(contactId: string): Promise<void> {
  await stand.db.query('UPDATE delivery.erased_contact SET due_at = app.now() WHERE contact_id = $1', [contactId]);
  await consumer.round();
}

/** A try of this email that ends as the provider answers. */
async function attempt(id: string, answer: HandOver): Promise<() => Promise<boolean>> {
  const outbound = (await fixture.claim()).find(({ email }) => email.id === id)!;
  const provider: EmailProvider = { name: 'smtp', handOver: async () => answer, close: async () => {} };
  const settlement = await fixture.handOver(outbound, provider);
  return () => fixture.settle(settlement, outbound);
}

const row = async (id: string): Promise<Record<string, unknown>> =>
  (await stand.db.query('SELECT * FROM delivery.email_state WHERE id = $1', [id]))[0]!;

it('drops the person from what was sent and keeps what accounting needs', async () => {
  const id = await fixture.queue('ann@example.com');
  await fixture.sendDue();
  await tellDeleted(await contactOf(id));
  await eventually('the address is gone', async () => (await row(id)).to_address === '');
  expect(await row(id)).toMatchObject({ to_name: null, subject: '', variables: {}, source_type: 'TRANSACTIONAL' });
  expect((await row(id)).sent_at).toBeInstanceOf(Date);
  const copies = await stand.db.query('SELECT 1 FROM delivery.mailbox_message WHERE email_id = $1', [id]);
  expect(copies).toEqual([]);
});

it('drops the words of a mail server, which quote the address, and keeps the code of the reason', async () => {
  const id = await fixture.queue('bob@example.com');
  const contactId = await contactOf(id);
  await (
    await attempt(id, { outcome: 'rejected', reason: '550 5.1.1 <bob@example.com>: no such user' })
  )();
  expect(await row(id)).toMatchObject({
    status: 'FAILED',
    reason: 'rejected: 550 5.1.1 <bob@example.com>: no such user',
  });
  await erase(contactId);
  expect(await row(id)).toMatchObject({ to_address: '', status: 'FAILED', reason: 'rejected' });
  expect(await fixture.attempts(id)).toMatchObject([{ outcome: 'rejected', detail: null }]);
});

it('does not send what was waiting', async () => {
  const counted = (await fixture.usage()).transactional;
  const id = await fixture.queue('bea@example.com');
  await tellDeleted(await contactOf(id));
  await eventually('the email is not sent', async () => (await row(id)).status === 'SUPPRESSED');
  await eventually('the address is gone', async () => (await row(id)).to_address === '');
  expect(await row(id)).toMatchObject({ reason: 'contact_deleted', sent_at: null });
  expect((await fixture.usage()).transactional).toBe(counted);
});

it('waits for an email that is being handed over, and erases it then', async () => {
  const id = await fixture.queue('cid@example.com');
  const [outbound] = await fixture.claim();
  const contactId = await contactOf(id);
  await erase(contactId);
  expect(await row(id)).toMatchObject({ status: 'SENDING', to_address: 'cid@example.com' });
  const [note] = await stand.db.query(
    `SELECT due_at < app.now() + interval '2 minutes' AS soon FROM delivery.erased_contact WHERE contact_id = $1`,
    [contactId],
  );
  expect(note).toEqual({ soon: true });
  await fixture.settle(await fixture.handOver(outbound!), outbound!);
  await lookAgain(contactId);
  expect(await row(id)).toMatchObject({ status: 'SENT', to_address: '' });
});

describe('after the deletion no hand-over begins', () => {
  it('of an email that was under way then and is to be tried later', async () => {
    const id = await fixture.queue('dan@example.com');
    const contactId = await contactOf(id);
    const settle = await attempt(id, { outcome: 'not_accepted', kind: 'throttled', reason: 'slower' });
    await erase(contactId);
    expect(await settle()).toBe(true);
    await fixture.age(id, { due_at: 0 });
    await fixture.sendDue();
    expect(await row(id)).toMatchObject({ status: 'SUPPRESSED', reason: 'contact_deleted', attempt: 2, sent_at: null });
    expect((await fixture.attempts(id))[1]).toMatchObject({ outcome: 'not_tried', step: 'suppression' });
    await lookAgain(contactId);
    expect(await row(id)).toMatchObject({ to_address: '', subject: '' });
  });

  it('of an email with an unknown outcome; a late report counts, and its event has no data of the person', async () => {
    const id = await fixture.queue('eve@example.com');
    const contactId = await contactOf(id);
    await (
      await attempt(id, { outcome: 'doubtful', reason: 'timeout' })
    )();
    await erase(contactId);
    await fixture.age(id, { unknown_since: 601 });
    await fixture.sweep();
    expect(await row(id)).toMatchObject({ status: 'FAILED', reason: 'outcome_unknown', possible_duplicate: false });
    await lookAgain(contactId);
    const about = { provider: 'smtp', projectId: fixture.projectId, emailId: id, attempt: 1, dedupKey: newId() };
    const payload = { messageId: 'm1', subject: 'Hello Eve' };
    await storeNotifications(stand.db, [{ ...about, kind: 'Send', occurredAt: new Date().toISOString(), payload }]);
    await fixture.processor.process();
    expect(await row(id)).toMatchObject({ status: 'SENT', subject: 'Hello Eve' });
    await lookAgain(contactId);
    expect(await row(id)).toMatchObject({ status: 'SENT', to_address: '', subject: '' });
  });

  it('of an email whose acceptance read the contact before', async () => {
    const contactId = newId();
    await erase(contactId);
    const emailId = newId();
    await fixture.accept('fay@example.com', { recipients: [{ emailId, contactId, email: 'fay@example.com' }] });
    await fixture.sendDue();
    expect(await row(emailId)).toMatchObject({ status: 'SUPPRESSED', reason: 'contact_deleted' });
  });

  it('but the same address, a contact again, is mailed', async () => {
    const former = await fixture.queue('gus@example.com');
    await erase(await contactOf(former));
    const id = await fixture.queue('gus@example.com');
    await fixture.sendDue();
    expect((await row(former)).status).toBe('SUPPRESSED');
    expect(await row(id)).toMatchObject({ status: 'SENT', to_address: 'gus@example.com' });
  });
});

it('deletes the note after three days', async () => {
  await stand.db.query(
    `UPDATE delivery.erased_contact SET due_at = app.now(), erased_at = app.now() - interval '4 days'`,
  );
  while (await consumer.round());
  expect(await stand.db.query('SELECT 1 FROM delivery.erased_contact')).toEqual([]);
});
