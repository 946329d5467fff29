import type { EventEnvelope } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { MessagingFixture } from '@waybill/testing/messaging.fixture';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { FeedbackConsumer } from './feedback.consumer';

let database: TestDatabase;
let stand: MessagingFixture;

beforeAll(async () => {
  database = await testDatabase();
  stand = await MessagingFixture.start(database.as('waybill_contacts'), 'contacts');
  new FeedbackConsumer(stand.startConsumers(), stand.outbox);
});
afterAll(async () => {
  await stand.close();
  await database.close();
});

interface Person {
  projectId: string;
  id: string;
  email: string;
}

const person = async (subscribed: boolean, suppressed: string | null = null): Promise<Person> => {
  const one = { projectId: newId(), id: newId(), email: 'a@example.com' };
  const sql =
    'INSERT INTO contacts.contact (project_id, id, email, subscribed, suppressed) VALUES ($1, $2, $3, $4, $5)';
  await stand.db.query(sql, [one.projectId, one.id, one.email, subscribed, suppressed]);
  return one;
};
const email = {
  ...{ subject: 'Hi', from: 'hello@x.example', fromName: 'X', messageId: 'm1', emailId: newId() },
  ...{ templateId: null, campaignId: null, sourceType: 'TRANSACTIONAL' as const },
};
const at = new Date().toISOString();
const verdicts = {
  bounce: { subject: 'email.bounce' as const, data: { ...email, bounceType: 'Permanent' as const, bouncedAt: at } },
  transient: {
    subject: 'email.bounce' as const,
    data: { ...email, bounceType: 'Transient' as const, transientBounce: true },
  },
  complaint: { subject: 'email.complaint' as const, data: { ...email, complainedAt: at } },
};
type Verdict = keyof typeof verdicts;

const feedback = (verdict: Verdict, about: Person): EventEnvelope => {
  const envelope = { id: newId(), projectId: about.projectId, occurredAt: at, requestId: newId() };
  return { ...envelope, contactId: about.id, contactEmail: about.email, ...verdicts[verdict] } as EventEnvelope;
};
/** Publishes the fact, as often as named, and waits until its consumer has handled it. */
const report = async (event: EventEnvelope, times = 1): Promise<void> => {
  let last = 0;
  for (let n = 0; n < times; n++) {
    ({ seq: last } = await stand.link.jetstream.publish(event.subject, JSON.stringify(event), { msgID: newId() }));
  }
  const durable = `waybill-contacts-${event.subject === 'email.bounce' ? 'bounce' : 'complaint'}`;
  await eventually(`${durable} has handled everything`, async () => {
    const info = await (await stand.link.manager()).consumers.info('EVENTS', durable);
    return info.ack_floor.stream_seq >= last && info.num_ack_pending === 0;
  });
};
const standing = async (one: Person) => {
  const sql = 'SELECT subscribed, suppressed FROM contacts.contact WHERE project_id = $1 AND id = $2';
  return (await stand.db.query(sql, [one.projectId, one.id]))[0];
};
const told = async (one: Person) => {
  const sql = 'SELECT payload FROM contacts.outbox_event WHERE project_id = $1 ORDER BY seq, position';
  const rows = await stand.db.query<{ payload: string }>(sql, [one.projectId]);
  return rows.map((row) => JSON.parse(row.payload) as EventEnvelope);
};

it.each(['bounce', 'complaint'] as const)(
  'a %s unsubscribes, suppresses and emits its reason, once',
  async (verdict) => {
    const one = await person(true);
    const event = feedback(verdict, one);
    await report(event, 3);
    await report(feedback(verdict, one));
    expect(await standing(one)).toEqual({ subscribed: false, suppressed: verdict });
    const about = { projectId: one.projectId, contactId: one.id, contactEmail: one.email, requestId: event.requestId };
    expect(await told(one)).toMatchObject([{ subject: 'contact.unsubscribed', data: { reason: verdict }, ...about }]);
  },
);

it('a transient bounce changes nothing', async () => {
  const one = await person(true);
  await report(feedback('transient', one));
  expect([await standing(one), await told(one)]).toEqual([{ subscribed: true, suppressed: null }, []]);
});

it.each<[Verdict, string | null, string]>([
  ['bounce', null, 'bounce'],
  ['complaint', null, 'complaint'],
  ['complaint', 'bounce', 'complaint'],
  ['bounce', 'complaint', 'complaint'],
])('a %s of a contact that is unsubscribed (%s) suppresses without a fact', async (verdict, before, after) => {
  const one = await person(false, before);
  await report(feedback(verdict, one));
  expect([await standing(one), await told(one)]).toEqual([{ subscribed: false, suppressed: after }, []]);
});

it('is not held against an address that the contact has changed to, nor against another project', async () => {
  const [one, other] = [await person(true), await person(true)];
  await report(feedback('bounce', { ...one, email: 'former@example.com' }));
  await report(feedback('bounce', { ...one, projectId: other.projectId, email: 'else@example.com' }));
  expect(await standing(one)).toEqual({ subscribed: true, suppressed: null });
  expect(await standing(other)).toEqual({ subscribed: true, suppressed: null });
});

it('suppresses the address, whichever contact has it now', async () => {
  const one = await person(true);
  await report(feedback('complaint', { ...one, id: newId() }));
  expect(await standing(one)).toEqual({ subscribed: false, suppressed: 'complaint' });
});

it('of an erased contact keeps only the keyed hash of the address', async () => {
  const gone = { projectId: newId(), id: newId(), email: 'gone@example.com' };
  await report(feedback('complaint', gone));
  await report(feedback('bounce', gone));
  const rows = await stand.db.query(
    `SELECT email, contact_id, reason, address_key = contacts.address_key(project_id, 'gone@example.com') AS found
     FROM contacts.suppression WHERE project_id = $1`,
    [gone.projectId],
  );
  expect(rows).toEqual([{ email: null, contact_id: null, reason: 'complaint', found: true }]);
});

it('takes many at once', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => person(true)));
  await Promise.all(people.map((one) => report(feedback('bounce', one))));
  for (const one of people) {
    expect(await standing(one)).toEqual({ subscribed: false, suppressed: 'bounce' });
    expect(await told(one)).toHaveLength(1);
  }
});
