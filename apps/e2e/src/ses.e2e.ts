import type { FakeSes } from '@waybill/testing/fake/fake-ses';
import { eventually } from '@waybill/testing/eventually';
import * as event from '@waybill/testing/fake/ses-events';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import type { SnsSigner } from '@waybill/testing/fake/sns-signer';
import type { System } from '@waybill/testing/system';
import PostalMime from 'postal-mime';
import type { Bus } from './bus';
import { newAddress, type Customer } from './customer';
import { expectError } from './expect-error';
import type { Reports } from './reports';
import { SesFixture } from './ses.fixture';
import { writtenEvents } from './stream';
import { ageHandOver, attemptNow, unknownFor } from './rows/ledger';
import {
  ageDueReport,
  giveUpClick,
  giveUpMessage,
  importInboundNow,
  noReportDue,
  providerMessages,
  unreadReports,
} from './rows/providers';

let fixture: SesFixture;
let ses: FakeSes;
let sns: SnsSigner;
let reports: Reports;
let system: System;
let customer: Customer;
let bus: Bus;

beforeAll(async () => {
  fixture = await SesFixture.start();
  ({ ses, sns, reports, system, customer, bus } = fixture);
});
afterAll(() => fixture?.stop());
afterEach(() => {
  ses.fault = undefined;
  sns.fault = undefined;
});

const sendTo = async (to: string, change: object = {}): Promise<string> =>
  (await customer.send({ to, ...change })).body.data.emails[0].email;

it('delivery calls SendRawEmail with an explicit envelope, our tags and the configuration set', async () => {
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

it('an email ends as FAILED with the reason when SES rejects it', async () => {
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

it('an email that must not be tracked has the other configuration set', async () => {
  const email = await sendTo(newAddress(), { tracking: false });
  const mail = await eventually('the call', () => ses.taken.find(({ tags }) => tags.emailId === email));
  expect(mail.configurationSet).toBe('waybill-untracked');
});

const messages = (): Promise<number> => providerMessages(system);

describe('POST /webhooks/sns', () => {
  it('the gateway confirms a subscription with its token and never fetches the URL in the message', async () => {
    const asked = sns.confirmation('SubscriptionConfirmation', { SubscribeURL: `${sns.url}/?Action=Trap` });
    expect((await reports.post(asked)).status).toBe(200);
    expect(sns.confirmed).toEqual([{ topicArn: sns.topicArn, token: asked['Token'] }]);
  });

  it('the gateway answers with an error when a confirmation fails, so that SNS sends it again', async () => {
    await reports.publish('the certificate is known');
    sns.fault = 'away';
    expectError(await reports.post(sns.confirmation('SubscriptionConfirmation')), 'SERVICE_UNAVAILABLE');
  });

  it('the removal of a subscription is logged and counted', async () => {
    expect((await reports.post(sns.confirmation('UnsubscribeConfirmation'))).status).toBe(200);
    const gateway = system.service('gateway');
    const line = `SNS subscription of ${sns.topicArn} was removed`;
    await eventually('the log says it', () => gateway.output.includes(line));
    const { opsPort } = gateway;
    const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
    expect(metrics).toMatch(/sns_messages_total\{type="UnsubscribeConfirmation",outcome="taken"[^}]*\} 1/);
  });

  it('a message that is forged, old or of another topic is refused and nothing is written', async () => {
    const before = await messages();
    const genuine = sns.notification({ eventType: 'Send' });
    const hourAgo = new Date(Date.now() - 66 * 60_000).toISOString();
    expectError(await reports.post({ ...genuine, Message: 'forged' }), 'FORBIDDEN');
    expectError(await reports.post({ ...genuine, SigningCertURL: 'https://sns.evil.com/a.pem' }), 'FORBIDDEN');
    const TopicArn = 'arn:aws:sns:eu-west-1:999999999999:theirs';
    expectError(await reports.post(sns.notification('x', { TopicArn })), 'FORBIDDEN');
    expectError(await reports.post(sns.notification('x', { Timestamp: hourAgo })), 'FORBIDDEN');
    for (const body of ['x', '[]', '{"__proto__":{"a":1}}']) {
      for (const type of ['text/plain', 'application/json']) {
        expectError(await reports.post(body, type), 'BAD_REQUEST');
      }
    }
    expectError(await reports.post(sns.notification('x'.repeat(300 * 1024))), 'PAYLOAD_TOO_LARGE');
    expectError(await reports.post(`{"Message":"${'x'.repeat(700 * 1024)}"}`), 'PAYLOAD_TOO_LARGE');
    expect(await messages()).toBe(before);
  });

  it('a message with the content type JSON, of 250 KB, and a repeated one are accepted', async () => {
    const before = await messages();
    const large = sns.notification(`"${'\\'.repeat(250 * 1024)}`);
    for (const type of ['application/json', 'text/plain', 'text/plain; charset=UTF-8']) {
      expect((await reports.post(large, type)).status).toBe(200);
    }
    expect(await messages()).toBe(before + 1);
  });

  it('SNS is asked to send again while the certificate is unavailable', async () => {
    const SigningCertURL = sns.certificateUrl.replace('0123456789abcdef', 'new');
    const message = sns.notification('x', { SigningCertURL });
    sns.fault = 'away';
    expectError(await reports.post(message), 'SERVICE_UNAVAILABLE');
    sns.fault = undefined;
    expect((await reports.post(message)).status).toBe(200);
  });
});

describe('a report of SES', () => {
  const sent = async (change: object = {}) => {
    const to = newAddress();
    const email = await sendTo(to, change);
    await customer.reaches(email, 'SENT');
    return { to, email, mail: await reports.mailOf(email) };
  };

  it('moves an email on to delivered, opened and clicked, and each event is published once with every field', async () => {
    const { to, email, mail } = await sent({ subject: 'News' });
    await ageHandOver(system, email, 60);
    const link = 'https://shop.example/?a=1';
    const told = [
      event.clickEvent(mail, link),
      event.sendEvent(mail),
      event.openEvent(mail),
      event.deliveryEvent(mail),
    ];
    await reports.publish(...told, ...told, event.sesEvent('DeliveryDelay', mail, { delayType: 'MailboxFull' }));
    await Promise.all((['email.delivery', 'email.open', 'email.click'] as const).map((each) => bus.about(to, each)));
    expect(await customer.reaches(email, 'CLICKED')).toMatchObject({ opens: 1, clicks: 1 });
    const events = bus.events.filter(({ contactEmail }) => contactEmail === to);
    const base = {
      ...{ subject: 'News', from: customer.from, fromName: expect.any(String), messageId: mail.messageId },
      ...{ emailId: email, templateId: null, campaignId: null, sourceType: 'TRANSACTIONAL' },
    };
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    const bySubject = Object.fromEntries(events.map(({ subject, data }) => [subject, data]));
    expect(events).toHaveLength(4);
    expect(bySubject).toEqual({
      'email.sent': { ...base, sentAt: at },
      'email.delivery': { ...base, deliveredAt: at },
      'email.open': { ...base, openedAt: at, opens: 1, isFirstOpen: true },
      'email.click': { ...base, link, clickedAt: at, clicks: 1, isFirstClick: true },
    });
    // No event tells of a delay.
    const types = await eventually('the delay is in the timeline', async () => {
      const { body } = await customer.secret.get(`/emails/${email}`);
      const all: string[] = body.timeline.map(({ type }: { type: string }) => type);
      return all.includes('delay') && all;
    });
    expect(types).toEqual(expect.arrayContaining(['sent', 'delivery', 'open', 'click', 'delay']));
  });

  it('of a machine is stored with its verdict and is no first open or click', async () => {
    const { to, email, mail } = await sent();
    const handedOver = ((await customer.email(email))['sent_at'] as Date).getTime();
    const [scanner, proxy] = ['Barracuda Sentinel (EE)', 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)'];
    await reports.publish(
      event.openEvent(mail, proxy),
      event.clickEvent(mail, 'https://shop.example/1', scanner),
      event.clickEvent(mail, 'https://shop.example/2', undefined, handedOver + 400),
    );
    const judged = await eventually('three verdicts', async () => {
      const { timeline } = (await customer.secret.get(`/emails/${email}`)).body;
      const told = timeline.filter(({ machine }: { machine?: string }) => machine);
      return told.length === 3 ? told : null;
    });
    expect(judged.map(({ type, machine }: Record<string, string>) => `${type} ${machine}`).sort()).toEqual([
      'click right_after_handover',
      'click scanner',
      'open image_proxy',
    ]);
    expect(await customer.email(email)).toMatchObject({ status: 'SENT', opens: 0, clicks: 0 });
    await reports.publish(event.clickEvent(mail, 'https://shop.example/2', undefined, handedOver + 600));
    const [first] = (await bus.about(to, 'email.click')).filter(({ subject }) => subject === 'email.click');
    expect(first?.data).toMatchObject({ link: 'https://shop.example/2', clicks: 1, isFirstClick: true });
  });

  it('unsubscribes the contact after a permanent bounce and only publishes a transient one', async () => {
    const [hard, soft] = [await sent({ subscribed: true }), await sent({ subscribed: true })];
    await reports.publish(event.asFeedback(event.bounceEvent(hard.mail, 'Permanent')));
    await reports.publish(event.bounceEvent(soft.mail, 'Transient'));
    await customer.reaches(hard.email, 'BOUNCED');
    const told = await bus.about(hard.to, 'contact.unsubscribed');
    expect(told.find(({ subject }) => subject === 'contact.unsubscribed')?.data).toEqual({ reason: 'bounce' });
    const bounces = [...told, ...(await bus.about(soft.to, 'email.bounce'))].filter(
      ({ subject }) => subject === 'email.bounce',
    );
    expect(bounces.map(({ data }) => data)).toMatchObject([
      { bounceType: 'Permanent', bouncedAt: expect.any(String) },
      { bounceType: 'Transient', transientBounce: true },
    ]);
    expect(await customer.contact(soft.to)).toMatchObject({ subscribed: true, suppressed: null });
    expect((await customer.email(soft.email))['status']).toBe('SENT');
  });

  it('of a complaint suppresses the next email to the contact', async () => {
    const { to, email, mail } = await sent({ subscribed: true });
    await reports.publish(event.complaintEvent(mail));
    await customer.reaches(email, 'COMPLAINED');
    const told = await bus.about(to, 'contact.unsubscribed');
    expect(told.find(({ subject }) => subject === 'contact.unsubscribed')?.data).toEqual({ reason: 'complaint' });
    const next = await sendTo(to);
    expect(await customer.email(next)).toMatchObject({ status: 'SUPPRESSED', reason: 'complaint' });
  });

  it('fails an email that SES accepted and then did not send', async () => {
    const { email, mail } = await sent();
    await reports.publish(event.sesEvent('Reject', mail, { reason: 'Bad content' }));
    expect(await customer.reaches(email, 'FAILED')).toMatchObject({ reason: 'rejected: Bad content' });
  });

  it('settles an unknown outcome, which is published once and never sent again', async () => {
    ses.fault = { cut: 'take-and-cut' };
    const to = newAddress();
    const email = await sendTo(to);
    await customer.reaches(email, 'UNKNOWN');
    ses.fault = undefined;
    const mail = await reports.mailOf(email);
    await reports.publish(event.sendEvent(mail));
    expect(await customer.reaches(email, 'SENT')).toMatchObject({ provider_message_id: mail.messageId });
    await reports.publish(event.deliveryEvent(mail));
    const events = await bus.about(to, 'email.delivery');
    expect(events.map(({ subject }) => subject)).toEqual(['email.sent', 'email.delivery']);
    expect(ses.copies.get(email)).toBe(1);
  });

  it('counts as missing only while reports arrive, so that an outage of the gateway sends nothing twice', async () => {
    await eventually('nothing is owed', async () => {
      await reports.publish('a sign of life');
      return noReportDue(system);
    });
    ses.fault = { cut: 'take-and-cut' };
    const [waiting, last] = [await sendTo(newAddress()), await sendTo(newAddress())];
    await Promise.all([waiting, last].map((email) => customer.reaches(email, 'UNKNOWN')));
    ses.fault = undefined;
    await sent();
    await eventually('a report is owed', () => ageDueReport(system));
    await unknownFor(system, waiting, 11);
    // The same round of the sweep that decides this one leaves the other alone.
    await unknownFor(system, last, 80);
    expect(await customer.reaches(last, 'SENT')).toMatchObject({ possible_duplicate: true });
    expect((await customer.email(waiting))['status']).toBe('UNKNOWN');
    await reports.publish(event.sendEvent(await reports.mailOf(waiting)));
    expect(await customer.reaches(waiting, 'SENT')).toMatchObject({ possible_duplicate: false });
    expect([ses.copies.get(waiting), ses.copies.get(last)]).toEqual([1, 2]);
  });

  it('that was given up is listed by one command and applied after another', async () => {
    const { email, mail } = await sent();
    const place = { databaseUrl: system.database.url, natsUrl: system.nats.url };
    const command = (...words: string[]) => runServiceCommand({ service: 'delivery', ...place }, ...words);
    // As a message and a report lie there after their last try.
    await giveUpMessage(system, sns.topicArn, event.deliveryEvent(mail));
    const report = await giveUpClick(system, customer.project.projectId, email);
    const listed = (await command('dead-letters'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(listed).toContainEqual(
      expect.objectContaining({ consumer: 'provider-message', message_id: 'given-up', error: 'failed: a bug' }),
    );
    expect(listed).toContainEqual(
      expect.objectContaining({ consumer: 'provider-report', message_id: report, error: 'failed: another' }),
    );
    expect(await command('redrive', 'given-up')).toBe('provider-message given-up: queued\n');
    await customer.reaches(email, 'DELIVERED');
    expect(await command('redrive')).toContain(`provider-report ${report}: queued`);
    await customer.reaches(email, 'CLICKED');
    expect(await command('dead-letters')).toBe('');
  });

  it('is neither lost nor counted twice when delivery is killed while it reads it', async () => {
    const to = Array.from({ length: 25 }, () => newAddress());
    const { body } = await customer.send({ to });
    const emails: string[] = body.data.emails.map(({ email }: { email: string }) => email);
    await Promise.all(emails.map((email) => customer.reaches(email, 'SENT')));
    const mails = await Promise.all(emails.map((email) => reports.mailOf(email)));
    const told = mails.flatMap((mail) => [event.deliveryEvent(mail), event.openEvent(mail)]);
    const delivery = system.service('delivery');
    await delivery.stop();
    await delivery.start({ CRASH_AT: 'delivery.after-reports' });
    const publishing = reports.publish(...told, ...told.slice(0, 20));
    await delivery.ended();
    const begun = performance.now();
    expectError(await reports.post(sns.notification('while it is away')), 'SERVICE_UNAVAILABLE');
    // SNS waits fifteen seconds for an answer.
    expect(performance.now() - begun).toBeLessThan(15_000);
    await delivery.start({ CRASH_AT: 'delivery.after-inbound' });
    await publishing;
    const writer = newAddress();
    await reports.publish(event.mailFrom(writer, [`a@${customer.project.senderDomain}`]));
    await delivery.ended();
    await delivery.start();
    // The mail was its worker's for a minute.
    await importInboundNow(system);
    await Promise.all(emails.map((email) => customer.reaches(email, 'OPENED')));
    await eventually('everything is read', async () => (await unreadReports(system)) === 0);
    for (const email of emails) expect(await customer.email(email)).toMatchObject({ opens: 1, status: 'OPENED' });
    const events = await writtenEvents(system, 'delivery', ['email.open', 'email.delivery', 'email.received']);
    const about = (...people: string[]) => events.filter(({ contactEmail }) => people.includes(contactEmail ?? ''));
    expect(about(...to)).toHaveLength(2 * to.length);
    expect(about(writer).map(({ subject }) => subject)).toEqual(['email.received']);
  });
});

// The last one: for a while the account is slow after it.
it('an email is tried later when SES throttles, with one call for each attempt', async () => {
  ses.fault = { error: 'Throttling', message: 'Maximum sending rate exceeded.' };
  const calls = ses.calls;
  const email = await sendTo(newAddress());
  await eventually('a first try, and as many calls as tries', async () => {
    const { status, attempt } = await customer.email(email);
    return status === 'QUEUED' && Number(attempt) >= 1 && ses.calls - calls === attempt;
  });
  ses.fault = undefined;
  await attemptNow(system, email);
  await customer.reaches(email, 'SENT');
  expect(ses.copies.get(email)).toBe(1);
});
