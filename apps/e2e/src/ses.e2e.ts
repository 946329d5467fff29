import { FakeSes } from '@waybill/testing/fake-ses';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import PostalMime from 'postal-mime';
import { Bus } from './bus';
import { Customer, newAddress } from './customer';

let ses: FakeSes;
let system: System;
let customer: Customer;
let bus: Bus;

beforeAll(async () => {
  ses = await FakeSes.start();
  const env = {
    EMAIL_PROVIDER: 'ses',
    SES_ENDPOINT: ses.url,
    SES_CONFIGURATION_SET: 'waybill-events',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };
  system = await System.start({ env: { delivery: env } });
  customer = await Customer.join(system);
  bus = await Bus.listen(system);
}, 240_000);
afterAll(async () => {
  await bus?.close();
  await system?.stop();
  await ses?.stop();
});
afterEach(() => {
  ses.fault = undefined;
});

const sendTo = async (to: string, change: object = {}): Promise<string> =>
  (await customer.send({ to, ...change })).body.data.emails[0].email;

it('calls SendRawEmail with an explicit envelope, our tags and the configuration set', async () => {
  const to = newAddress();
  const email = await sendTo(to, { subject: 'Grüße' });
  const mail = await eventually('the call', () => ses.taken.find(({ tags }) => tags.emailId === email));
  expect(mail).toMatchObject({ source: customer.from, destinations: [to], configurationSet: 'waybill-events' });
  expect(mail.tags).toMatchObject({ emailId: email, projectId: customer.project.projectId });
  expect((await PostalMime.parse(mail.raw)).subject).toBe('Grüße');
  const [sent] = await bus.about(to, 'email.sent');
  expect(sent?.data).toMatchObject({ emailId: email, messageId: mail.messageId });
  expect(await customer.reaches(email, 'SENT')).toMatchObject({ provider_message_id: mail.messageId });
});

it('tries later when SES throttles, with one call each', async () => {
  ses.fault = { error: 'Throttling', message: 'Maximum sending rate exceeded.' };
  const calls = ses.calls;
  const email = await sendTo(newAddress());
  await eventually('a first try', async () => {
    const row = await customer.email(email);
    return row.status === 'QUEUED' && row.attempt === 1;
  });
  expect(ses.calls).toBe(calls + 1);
  ses.fault = undefined;
  await system.database.db.query('UPDATE delivery.email SET due_at = app.now() WHERE id = $1', [email]);
  await customer.reaches(email, 'SENT');
  expect(ses.copies.get(email)).toBe(1);
});

it('ends as FAILED with the reason when SES rejects the message', async () => {
  ses.fault = { error: 'MessageRejected', message: 'Email address is not verified.' };
  const email = await sendTo(newAddress());
  expect(await customer.reaches(email, 'FAILED')).toMatchObject({ reason: expect.stringContaining('not verified') });
  expect(ses.copies.has(email)).toBe(false);
});

test.each([
  ['cuts the connection', { cut: 'take-and-cut' }],
  ['answers 500', { fail: 'take-and-fail' }],
  ['answers what is not XML', { garbage: 'take-and-garbage' }],
] as [string, FakeSes['fault']][])(
  'is in doubt when SES took the email and %s, and does not call again',
  async (_what, fault) => {
    ses.fault = fault;
    const calls = ses.calls;
    const email = await sendTo(newAddress());
    await customer.reaches(email, 'UNKNOWN');
    expect(ses.calls).toBe(calls + 1);
    expect(ses.copies.get(email)).toBe(1);
  },
);

it('settles what was in doubt by a report of SES, tells of it once and never sends again', async () => {
  ses.fault = { cut: 'take-and-cut' };
  const to = newAddress();
  const email = await sendTo(to);
  await customer.reaches(email, 'UNKNOWN');
  ses.fault = undefined;
  // What the notification ingress writes for a Delivery report that carries our tag.
  await system.database.db.query(
    `INSERT INTO delivery.provider_notification (id, provider, project_id, email_id, attempt, kind, occurred_at, payload, dedup_key)
     VALUES (gen_random_uuid(), 'ses', $1, $2, 1, 'Delivery', app.now(), '{"messageId":"0100-late"}', $3)`,
    [customer.project.projectId, email, `ses:${email}`],
  );
  expect(await customer.reaches(email, 'DELIVERED')).toMatchObject({ provider_message_id: '0100-late' });
  const facts = await bus.about(to, 'email.delivery');
  expect(facts.map(({ subject }) => subject)).toEqual(['email.sent', 'email.delivery']);
  expect(ses.copies.get(email)).toBe(1);
});
