import type { EventEnvelope, EventSubject } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { MessagingFixture } from '@waybill/testing/messaging.fixture';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { noteErasures } from '../../ledger/erasure.sql';
import { DeliveryFixture } from '../../delivery.fixture';
import { SuppressionConsumer } from './suppression.consumer';

let database: TestDatabase;
let stand: MessagingFixture;
let fixture: DeliveryFixture;
let consumer: SuppressionConsumer;

beforeAll(async () => {
  database = await testDatabase();
  fixture = DeliveryFixture.on(database);
  stand = await MessagingFixture.start(fixture.db, 'delivery');
  consumer = new SuppressionConsumer(stand.startConsumers(), fixture.db);
});
afterAll(async () => {
  await stand.close();
  await fixture.close();
});

interface Queued {
  id: string;
  contactId: string;
  to: string;
}

async function queue(marketing: boolean, to = `${newId()}@example.com`): Promise<Queued> {
  const request = fixture.request(to);
  await fixture.acceptance.accept(request);
  const [recipient] = request.recipients;
  if (marketing) {
    await fixture.db.query(`UPDATE delivery.email SET source_type = 'CAMPAIGN' WHERE id = $1`, [recipient!.emailId]);
  }
  return { id: recipient!.emailId, contactId: recipient!.contactId, to };
}

const bounced = { bounceType: 'Permanent', bouncedAt: new Date().toISOString() };

/** Publishes a fact about the contact of an email, and waits until it is handled and past. */
async function tell(
  { contactId, to }: Queued,
  subject: EventSubject,
  data: object = {},
  over: Partial<EventEnvelope> = {},
): Promise<void> {
  const occurredAt = new Date(Date.now() + 20).toISOString();
  const envelope = { id: newId(), subject, projectId: fixture.projectId, occurredAt, requestId: null, contactId };
  const event = { ...envelope, contactEmail: to, data, ...over };
  await stand.link.jetstream.publish(subject, JSON.stringify(event), { msgID: event.id });
  await eventually(`${subject} is handled`, async () => {
    const handled = await fixture.db.query('SELECT 1 FROM delivery.inbox WHERE message_id = $1', [event.id]);
    return handled.length === 1 && Date.now() > Date.parse(event.occurredAt);
  });
}

async function outcome({ id }: Queued): Promise<{ status: string; reason: string | null }> {
  await fixture.sendDue();
  const { status, reason } = await fixture.email(id);
  return { status, reason };
}

const sent = { status: 'SENT', reason: null };

describe('an email that waits', () => {
  it.each([
    ['unsubscribes', 'contact.unsubscribed', {}, true, 'unsubscribed'],
    ['bounces', 'email.bounce', bounced, false, 'bounce'],
    ['complains', 'email.complaint', {}, false, 'complaint'],
    ['is unsubscribed by a complaint', 'contact.unsubscribed', { reason: 'complaint' }, false, 'complaint'],
  ] as const)(
    'is not sent when its contact %s after it was accepted',
    async (_what, subject, data, marketing, reason) => {
      const [concerned, other] = [await queue(marketing), await queue(marketing)];
      await tell(concerned, subject, data);
      expect(await outcome(concerned)).toEqual({ status: 'SUPPRESSED', reason });
      expect((await fixture.email(other.id)).status).toBe('SENT');
      expect(await fixture.attempts(concerned.id)).toMatchObject([{ outcome: 'not_tried', step: 'suppression' }]);
      const { timeline } = await fixture.waybill(concerned.id);
      expect(timeline.map(({ type }) => type)).toEqual(['requested', 'queued', 'attempt', 'suppressed']);
    },
  );

  it('is sent to an unsubscribed contact when it is not marketing', async () => {
    const email = await queue(false);
    await tell(email, 'contact.unsubscribed');
    expect(await outcome(email)).toEqual(sent);
  });

  it('is sent after a transient bounce, and to an address that the contact has changed to', async () => {
    const [transient, moved] = [await queue(false), await queue(false)];
    await tell(transient, 'email.bounce', { bounceType: 'Transient', transientBounce: true });
    await tell(moved, 'email.bounce', bounced, { contactEmail: 'former@example.com' });
    expect([await outcome(transient), await outcome(moved)]).toEqual([sent, sent]);
  });

  it('is sent to a contact that subscribed again, whichever of the two events comes first', async () => {
    const email = await queue(true);
    const [before, after] = [10, 20].map((ms) => new Date(Date.now() + ms).toISOString());
    await tell(email, 'contact.unsubscribed', {}, { occurredAt: before });
    await tell(email, 'contact.subscribed', {}, { occurredAt: after });
    expect(await outcome(email)).toEqual(sent);
  });

  it('is not sent when an unsubscription is newer than a subscription whose event arrives after it', async () => {
    const email = await queue(true);
    const [before, after] = [10, 20].map((ms) => new Date(Date.now() + ms).toISOString());
    await tell(email, 'contact.unsubscribed', {}, { occurredAt: after });
    await tell(email, 'contact.subscribed', {}, { occurredAt: before });
    expect(await outcome(email)).toEqual({ status: 'SUPPRESSED', reason: 'unsubscribed' });
  });

  it('is sent when it was accepted after all that: acceptance has looked at the contact itself', async () => {
    const former = await queue(false);
    const bouncedAt = Date.now() + 20;
    await tell(former, 'email.bounce', bounced, { occurredAt: new Date(bouncedAt).toISOString() });
    await eventually('the bounce is past', () => Date.now() > bouncedAt);
    const request = fixture.request(former.to);
    request.recipients[0]!.contactId = former.contactId;
    await fixture.acceptance.accept(request);
    await fixture.sendDue();
    expect((await fixture.email(request.recipients[0]!.emailId)).status).toBe('SENT');
    expect((await fixture.email(former.id)).status).toBe('SUPPRESSED');
  });

  it('is not sent to a deleted contact, whatever events of it arrive afterwards', async () => {
    const email = await queue(false);
    await tell(email, 'email.bounce', bounced);
    await fixture.db.query(noteErasures, [[fixture.projectId], [email.contactId]]);
    await tell(email, 'contact.subscribed');
    await tell(email, 'email.complaint');
    const noted = await fixture.db.query('SELECT reason, address FROM delivery.suppression WHERE contact_id = $1', [
      email.contactId,
    ]);
    expect(noted).toEqual([{ reason: 'contact_deleted', address: null }]);
    expect(await outcome(email)).toEqual({ status: 'SUPPRESSED', reason: 'contact_deleted' });
  });

  it('is not concerned by a contact of another project', async () => {
    const email = await queue(false);
    await tell(email, 'email.complaint', {}, { projectId: newId() });
    expect(await outcome(email)).toEqual(sent);
  });
});

it('deletes suppressions that are older than every waiting email', async () => {
  const email = await queue(false);
  await tell(email, 'email.complaint');
  await consumer.prune();
  const kept = () => fixture.db.query('SELECT 1 FROM delivery.suppression WHERE contact_id = $1', [email.contactId]);
  expect(await kept()).toHaveLength(1);
  await fixture.db.query(`UPDATE delivery.suppression SET noted_at = noted_at - interval '8 days'`);
  await consumer.prune();
  expect(await kept()).toEqual([]);
});
