import { eventually } from '@waybill/testing/eventually';
import { SmtpSink } from '@waybill/testing/fake/smtp-sink';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { forgetProviderAccounts } from '../rows/providers';

jest.setTimeout(120_000);

/** The campaign takes 13 seconds, so a test can read it before it is sent. */
const recipients = 26;
const perSecond = 2;

let sink: SmtpSink;
let system: System;

beforeAll(async () => {
  sink = await SmtpSink.start();
  const smtp = { EMAIL_PROVIDER: 'smtp', SMTP_PORT: String(sink.port) };
  const delivery = { ...smtp, PROJECT_SEND_RATE_PER_SECOND: String(perSecond) };
  system = await System.start({ env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' }, delivery } });
});
afterAll(async () => {
  await system?.stop();
  await sink?.stop();
});

it('the health of a campaign says that it is paced, that its provider is paused and why, and then that it goes on', async () => {
  const customer = await Customer.join(system);
  const emails = Array.from({ length: recipients }, newAddress);
  await Promise.all(emails.map((email) => customer.secret.post('/contacts', { email, subscribed: true })));
  const content = { name: 'Spring', subject: 'Hello', body: '<p>Hello</p>', from: customer.from, audienceType: 'ALL' };
  const { id } = (await customer.secret.post('/campaigns', content)).body.data;
  const record = async (): Promise<any> => (await customer.secret.get(`/campaigns/${id}`)).body.data;
  const says = (health: string | RegExp): Promise<any> =>
    eventually(
      `the health is ${String(health)}`,
      async () => {
        const found = await record();
        expect(found).toMatchObject({ status: 'SENDING', health: expect.stringMatching(health) });
        return found;
      },
      40_000,
    );
  expect((await record()).health).toBeNull();

  const [begunAt, startedAt] = [performance.now(), Date.now()];
  expect((await customer.secret.post(`/campaigns/${id}/send`, {})).status).toBe(200);
  await says(/^paced: at most 2 emails per second leave for the project$/);
  await eventually('one has left', () => sink.taken.length > 0);

  // Before any content: no email is in doubt.
  sink.faults = { cutAt: 'MAIL' };
  const { health } = await says(/^provider paused until \S+: the provider does not answer$/);
  expect(Date.parse(/until (\S+):/.exec(health)![1]!)).toBeGreaterThan(startedAt);
  const { body: list } = await customer.secret.get('/campaigns');
  expect(list.data).toMatchObject([{ id, health: expect.stringMatching(/^provider paused until/) }]);

  sink.faults = {};
  await forgetProviderAccounts(system);
  await says(/^paced:/);
  await eventually(
    'it is sent',
    async () => {
      expect(await record()).toMatchObject({ status: 'SENT', health: null, sentCount: recipients, failedCount: 0 });
      return true;
    },
    60_000,
  );
  expect(sink.taken.flatMap(({ to }) => to).sort()).toEqual([...emails].sort());
  // A burst of one second may leave at once.
  const seconds = (performance.now() - begunAt) / 1_000;
  expect(recipients).toBeLessThanOrEqual(perSecond * (seconds + 1) + 1);
});
