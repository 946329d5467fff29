import { eventually } from '@waybill/testing/eventually';
import { SmtpSink } from '@waybill/testing/fake/smtp-sink';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { importContacts } from '../faults/import-contacts';
import { campaignDueAt, campaignEmailCounts, campaignEnd } from '../rows/ledger';

jest.setTimeout(300_000);

/** Emails of one campaign that are queued or in doubt at once. */
const lookAhead = 6_000;
const recipients = lookAhead + 2_500;

let sink: SmtpSink;
let system: System;

beforeAll(async () => {
  sink = await SmtpSink.start({ countOnly: true });
  // One email a second leaves, so that the others wait.
  const delivery = { EMAIL_PROVIDER: 'smtp', SMTP_PORT: String(sink.port), PROJECT_SEND_RATE_PER_SECOND: '1' };
  system = await System.start({ env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' }, delivery } });
});
afterAll(async () => {
  await system?.stop();
  await sink?.stop();
});

it('a large campaign has six thousand emails in the queue at most, and a cancel ends them and makes no others leave', async () => {
  const customer = await Customer.join(system);
  const rows = Array.from({ length: recipients }, (_, n) => `person${n}@crowd.example,true`);
  await importContacts(customer, 'email,subscribed', rows);
  const content = { name: 'Spring', subject: 'Hello', body: '<p>Hello</p>', from: customer.from, audienceType: 'ALL' };
  const { id } = (await customer.secret.post('/campaigns', content)).body.data;
  expect((await customer.secret.post(`/campaigns/${id}/send`, {})).status).toBe(200);
  const openNow = async (): Promise<number> => (await campaignEmailCounts(system, id)).open;
  await eventually('the queue is as long as it may be', async () => (await openNow()) >= lookAhead - 10, 60_000);

  // The fan-out looks at the campaign again and again, and makes an email for each that has left.
  const looks = new Set<string>();
  await eventually('it was looked at ten times', async () => {
    const dueAt = await campaignDueAt(system, id);
    if (dueAt) looks.add(dueAt.toISOString());
    return looks.size > 10;
  });
  expect(await openNow()).toBeLessThanOrEqual(lookAhead);
  const { data: under } = (await customer.secret.get(`/campaigns/${id}`)).body;
  expect(under).toMatchObject({ status: 'SENDING', totalRecipients: recipients });

  expect((await customer.secret.post(`/campaigns/${id}/cancel`)).status).toBe(200);
  const ended = await eventually(
    'every recipient has an email that is at its end',
    async () => {
      const counts = await campaignEmailCounts(system, id);
      return counts.open === 0 && counts.sent + counts.cancelled === recipients ? counts : null;
    },
    60_000,
  );
  expect(await campaignEnd(system, id)).toMatchObject({ status: 'CANCELLED' });
  expect(sink.copies.size).toBe(ended.sent);
  expect(ended.sent).toBeLessThan(recipients - lookAhead);
  const { data: record } = (await customer.secret.get(`/campaigns/${id}`)).body;
  expect(record).toMatchObject({ status: 'CANCELLED', sentCount: ended.sent, failedCount: ended.cancelled });
});
