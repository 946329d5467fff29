import { SmtpSink } from '@waybill/testing/fake/smtp-sink';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import PostalMime from 'postal-mime';
import { Bus } from './bus';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { attemptNow, unknownFor } from './rows/ledger';
import { forgetProviderAccounts } from './rows/providers';

let sink: SmtpSink;
let system: System;
let customer: Customer;
let bus: Bus;

beforeAll(async () => {
  sink = await SmtpSink.start({ maxBytes: 2_000_000 });
  const env = { EMAIL_PROVIDER: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port) };
  system = await System.start({ env: { delivery: env } });
  customer = await Customer.join(system);
  bus = await Bus.listen(system);
});
afterAll(async () => {
  await bus?.close();
  await system?.stop();
  await sink?.stop();
});
afterEach(() => {
  sink.faults = {};
});

const sendTo = async (to: string, change: object = {}): Promise<string> =>
  (await customer.send({ to, ...change })).body.data.emails[0].email;

const waybill = async (id: string) => (await customer.secret.get(`/emails/${id}`)).body;

/** Emails that wait for their next try are due now. */
const hurry = (id: string) => attemptNow(system, id);

it('a message is handed over with sender and recipient in the envelope, and email.sent is published', async () => {
  const to = newAddress();
  const headers = { 'X-Order': '42' };
  const email = await sendTo(to, { from: { email: customer.from, name: 'Shop' }, subject: 'Übergabe', headers });
  const taken = await eventually('the message', () => sink.taken.find(({ emailId }) => emailId === email));
  expect(taken).toMatchObject({ from: customer.from, to: [to] });
  const mail = await PostalMime.parse(taken.raw);
  expect(mail).toMatchObject({
    subject: 'Übergabe',
    from: { address: customer.from, name: 'Shop' },
    to: [{ address: to }],
  });
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'x-order', value: '42' }));
  const [sent] = await bus.about(to, 'email.sent');
  expect(sent?.data).toMatchObject({ emailId: email, subject: 'Übergabe', from: customer.from, fromName: 'Shop' });
  await customer.reaches(email, 'SENT');
});

it('a hundred emails are handed over once each', async () => {
  const to = Array.from({ length: 100 }, () => newAddress());
  const { body } = await customer.send({ to });
  const ids: string[] = body.data.emails.map(({ email }: { email: string }) => email);
  await eventually('all messages', () => ids.every((id) => sink.copies.has(id)));
  await Promise.all(ids.map((id) => customer.reaches(id, 'SENT')));
  expect(ids.map((id) => sink.copies.get(id))).toEqual(ids.map(() => 1));
});

test.each([
  ['the greeting', { greeting: [421, '4.7.0 too many connections'] }],
  ['MAIL FROM', { mailFrom: [451, '4.7.1 slow down'] }],
  ['RCPT TO', { rcptTo: [450, '4.2.1 greylisted'] }],
  ['the message', { data: [452, '4.3.1 no space'] }],
] as [string, SmtpSink['faults']][])('tries later when the server says not now at %s', async (_where, faults) => {
  sink.faults = faults;
  // A connection that is open already does not hear the greeting again.
  sink.cutAll();
  const begun = Date.now();
  const email = await sendTo(newAddress());
  const tried = await eventually('a first try', async () => {
    const row = await customer.email(email);
    return row.status === 'QUEUED' && Number(row.attempt) >= 1 ? row : null;
  });
  expect((tried.due_at as Date).getTime()).toBeGreaterThan(begun + 1_000);
  sink.faults = {};
  await eventually('the message', async () => {
    await hurry(email);
    return sink.copies.has(email);
  });
  await customer.reaches(email, 'SENT');
  expect(sink.copies.get(email)).toBe(1);
});

test.each([
  ['the recipient', { rcptTo: [550, '5.1.1 no such user'] }],
  ['the message', { data: [554, '5.7.1 spam'] }],
] as [string, SmtpSink['faults']][])(
  'ends as FAILED with the reason when the server refuses %s',
  async (_what, faults) => {
    sink.faults = faults;
    const email = await sendTo(newAddress());
    const [, text = ''] = Object.values(faults)[0] as [number, string];
    const row = await customer.reaches(email, 'FAILED');
    expect(row.reason).toContain(text.slice(6));
    expect(sink.copies.has(email)).toBe(false);
  },
);

it('an email has an unknown outcome when the connection ends after the message, and is sent once more only after the wait', async () => {
  sink.faults = { afterData: 'take-and-cut' };
  const email = await sendTo(newAddress());
  await customer.reaches(email, 'UNKNOWN');
  expect(sink.copies.get(email)).toBe(1);
  sink.faults = {};
  await unknownFor(system, email, 11);
  expect(await customer.reaches(email, 'SENT')).toMatchObject({ possible_duplicate: true });
  expect(sink.copies.get(email)).toBe(2);
});

it('an installation with SMTP has no simulator mailbox: list, message, page and parts are 404', async () => {
  const open = system.client();
  const id = customer.project.projectId;
  for (const path of ['', '/messages', `/messages/${id}`, `/messages/${id}/html`, `/messages/${id}/eml`]) {
    expectError(await open.get(`/mailbox${path}`), 'NOT_FOUND');
  }
  expectError(await open.delete('/mailbox/messages'), 'NOT_FOUND');
});

const start = async (env: Record<string, string>): Promise<void> => {
  await system.service('delivery').stop();
  await system.service('delivery').start(env);
};

describe('while the mail server refuses the account', () => {
  let second: SmtpSink;
  beforeAll(async () => {
    second = await SmtpSink.start();
  });
  afterAll(() => second.stop());

  test.each([
    ['refuses our log-in', { mailFrom: [530, '5.7.0 Authentication required'] }, 'refused', 'circuit_open'],
    ['has no quota left today', { data: [454, 'Daily message quota exceeded.'] }, 'exhausted', 'paused'],
  ] as [string, SmtpSink['faults'], string, string][])(
    'because it %s, no email fails: all leave through the second one',
    async (_why, faults, obstacle, gauge) => {
      await forgetProviderAccounts(system);
      await start({
        SMTP_PORT: String(sink.port),
        EMAIL_PROVIDER_FALLBACK: 'smtp',
        SMTP_FALLBACK_PORT: String(second.port),
      });
      sink.faults = faults;
      const first = await sendTo(newAddress());
      await eventually('the first one leaves', async () => {
        await hurry(first);
        return second.copies.has(first);
      });
      await customer.reaches(first, 'SENT');
      const others = await Promise.all(Array.from({ length: 5 }, () => sendTo(newAddress())));
      await Promise.all(others.map((id) => customer.reaches(id, 'SENT')));
      expect([first, ...others].map((id) => second.copies.get(id))).toEqual(Array(6).fill(1));
      const { timeline } = await waybill(first);
      const tried = timeline.filter(({ type }: { type: string }) => type === 'attempt');
      expect(tried[0]).toMatchObject({ provider: 'smtp', detail: expect.stringMatching(`^${obstacle}: `) });
      expect(tried.at(-1)).toMatchObject({ provider: 'smtp-fallback', outcome: 'accepted' });
      const { output, opsPort } = system.service('delivery');
      expect(output).toMatch(Object.values(faults)[0]![1]);
      const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
      expect(metrics).toMatch(new RegExp(`waybill_provider_${gauge}\\{account="smtp"[^}]*\\} 1`));
    },
    120_000,
  );
});

describe('while the mail server is down', () => {
  const away = { EMAIL_PROVIDER: 'smtp', SMTP_PORT: '1' };
  beforeAll(() => forgetProviderAccounts(system));
  const ids: string[] = [];

  it('the waybill says why an email waits, and a project cannot queue more emails than its limit', async () => {
    await start({ ...away, MAX_QUEUED_PER_PROJECT: '6' });
    for (let n = 0; n < 6; n++) ids.push(await sendTo(newAddress()));
    await eventually('a circuit that is open', async () => (await waybill(ids[5]!)).timeline.at(-1).type === 'waiting');
    expect((await waybill(ids[5]!)).timeline.at(-1)).toMatchObject({ reason: 'smtp: the provider does not answer' });
    const refused = await eventually('a refusal', async () => {
      const answer = await customer.send();
      return answer.status === 200 ? null : answer;
    });
    expectError(refused, 'QUEUE_FULL');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('a second server takes over, every email arrives once, and its attempts name both accounts', async () => {
    await start({ ...away, EMAIL_PROVIDER_FALLBACK: 'smtp', SMTP_FALLBACK_PORT: String(sink.port) });
    await Promise.all(ids.map((id) => hurry(id)));
    // The circuit lets an email try the first server from time to time: that one waits again.
    await eventually('every message', async () => {
      await Promise.all(ids.map((id) => hurry(id)));
      return ids.every((id) => sink.copies.get(id) === 1);
    });
    const { timeline, provider } = await customer.reaches(ids[0]!, 'SENT').then(() => waybill(ids[0]!));
    expect(provider).toBe('smtp-fallback');
    const tried = timeline.filter(({ type }: { type: string }) => type === 'attempt');
    expect(tried[0]).toMatchObject({ provider: 'smtp', outcome: 'not_accepted' });
    expect(tried.at(-1)).toMatchObject({ provider: 'smtp-fallback', outcome: 'accepted' });
  });
});
