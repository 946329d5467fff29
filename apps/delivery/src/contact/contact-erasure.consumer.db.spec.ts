import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { FactStand } from '@waybill/testing/fact-stand';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import { DeliveryFixture } from '../delivery.fixture';
import { ContactErasureConsumer } from './contact-erasure.consumer';

let database: TestDatabase;
let stand: FactStand;
let fixture: DeliveryFixture;
let consumer: ContactErasureConsumer;

beforeAll(async () => {
  database = await testDatabase();
  stand = await FactStand.start(database.as('waybill_delivery'), 'delivery');
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

const row = async (id: string): Promise<Record<string, unknown>> =>
  (await stand.db.query('SELECT * FROM delivery.email WHERE id = $1', [id]))[0]!;

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

it('does not send what was waiting', async () => {
  const counted = (await fixture.usage()).transactional;
  const id = await fixture.queue('bea@example.com');
  await tellDeleted(await contactOf(id));
  await eventually('the email is not sent', async () => (await row(id)).status === 'SUPPRESSED');
  await eventually('the address is gone', async () => (await row(id)).to_address === '');
  expect(await row(id)).toMatchObject({ reason: 'contact_deleted', sent_at: null });
  expect((await fixture.usage()).transactional).toBe(counted);
});

it('waits for an email that is being handed over, and forgets it then', async () => {
  const id = await fixture.queue('cid@example.com');
  const [outbound] = await fixture.claim();
  const contactId = await contactOf(id);
  await tellDeleted(contactId);
  await eventually('the contact is noted', async () => {
    const sql = 'SELECT 1 FROM delivery.erased_contact WHERE contact_id = $1 AND due_at > app.now()';
    return (await stand.db.query(sql, [contactId])).length > 0;
  });
  expect(await row(id)).toMatchObject({ status: 'SENDING', to_address: 'cid@example.com' });
  await fixture.settle(await fixture.handOver(outbound!), outbound!);
  await stand.db.query('UPDATE delivery.erased_contact SET due_at = app.now() WHERE contact_id = $1', [contactId]);
  expect(await consumer.round()).toBe(true);
  expect(await row(id)).toMatchObject({ to_address: '' });
});

it('forgets the note after three days', async () => {
  await stand.db.query(
    `UPDATE delivery.erased_contact SET due_at = app.now(), erased_at = app.now() - interval '4 days'`,
  );
  while (await consumer.round());
  expect(await stand.db.query('SELECT 1 FROM delivery.erased_contact')).toEqual([]);
});
