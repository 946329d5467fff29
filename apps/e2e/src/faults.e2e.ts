import { randomUUID } from 'node:crypto';
import { eventually } from '@waybill/testing/eventually';
import { OwnPostgres } from '@waybill/testing/database/own-postgres';
import { SnsSigner } from '@waybill/testing/fake/sns-signer';
import { SmtpSink } from '@waybill/testing/fake/smtp-sink';
import { System } from '@waybill/testing/system';
import type { ApiAnswer } from '@waybill/testing/api-client';
import { Asks, Bus } from './bus';
import { Customer, newAddress } from './customer';
import { expectError } from './expect-error';
import { LedgerFaults } from './faults/ledger';
import { Reports, snsSettings } from './reports';
import { readStream } from './stream';
import { bouncedContacts, storedEvents } from './rows/contacts';
import {
  emailRowTo,
  emailsIn,
  emailsSentOnce,
  emailsTo,
  endLease,
  mailboxCopies,
  storedEmails,
  unpublished,
} from './rows/ledger';

/** For which a call waits at most, however many services it asks: 1.5 seconds unless configured. */
const deadlineMs = 8_000;
const deadline = { ASK_DEADLINE_MS: String(deadlineMs) };

let postgres: OwnPostgres;
let sink: SmtpSink;
let sns: SnsSigner;
let reports: Reports;
let system: System;
let customer: Customer;

beforeAll(async () => {
  [postgres, sink] = await Promise.all([OwnPostgres.start(), SmtpSink.start()]);
  sns = await SnsSigner.start();
  system = await System.start({
    database: postgres.database,
    env: { gateway: { ...snsSettings(sns), ...deadline }, delivery: deadline },
  });
  reports = new Reports(system, sns);
  customer = await Customer.join(system);
});
afterAll(async () => {
  await (system ? system.stop() : postgres?.database.close());
  await Promise.all([sink?.stop(), sns?.stop()]);
});

/** SMTP as provider, for a start of delivery. */
const smtp = (): Record<string, string> => ({ EMAIL_PROVIDER: 'smtp', SMTP_PORT: String(sink.port) });

/** The ledger's row of the one email to an address; the answer may have died with the service. */
const rowOf = (to: string) => eventually(`the row of ${to}`, () => emailRowTo(system, to));

const queueAgrees = () => new LedgerFaults(system).queueAgrees();
const anHourLater = () => new LedgerFaults(system).anHourLater();
const leasesEnd = () => new LedgerFaults(system).leasesEnd();
const doubtEnds = () => new LedgerFaults(system).doubtEnds();

/**
 * A call that is not told of an outage, or takes as long as two deadlines, fails the test: one that waited for two services in turn would.
 * The rest is for a machine that does other work too.
 */
async function refusedInTime(call: () => Promise<ApiAnswer>): Promise<void> {
  const begun = performance.now();
  expectError(await call(), 'SERVICE_UNAVAILABLE');
  expect(performance.now() - begun).toBeLessThan(2 * deadlineMs);
}

describe('delivery killed while it accepts a list of recipients', () => {
  afterAll(async () => {
    await system.service('delivery').stop();
    await system.service('delivery').start();
  });

  test.each([
    ['before', 0],
    ['after', 3],
  ])('%s the commit: the caller hears 503, %i of 3 emails exist, and a repetition makes 3', async (moment, exist) => {
    const delivery = system.service('delivery');
    await delivery.stop();
    await delivery.start({ CRASH_AT: `delivery.${moment}-accept` });
    const to = Array.from({ length: 3 }, () => newAddress());
    const key = { 'idempotency-key': randomUUID() };
    const send = () => customer.secret.post('/v1/send', { to, from: customer.from, subject: 'Hi', body: 'Hi' }, key);
    const [first] = await Promise.all([send(), delivery.ended()]);
    expectError(first, 'SERVICE_UNAVAILABLE');
    const before = await emailsTo(system, to);
    expect(before).toHaveLength(exist);
    await queueAgrees();
    // It may have claimed them at the moment of its death.
    await leasesEnd();
    await delivery.start();
    await doubtEnds();
    const again = await eventually('the repetition is taken', async () => {
      const answer = await send();
      return answer.status === 200 ? answer : null;
    });
    const ids: string[] = again.body.data.emails.map(({ email }: { email: string }) => email);
    expect((await emailsTo(system, to)).sort()).toEqual([...ids].sort());
    for (const id of before) expect(ids).toContain(id);
    await Promise.all(ids.map((id) => customer.reaches(id, 'DELIVERED')));
  });
});

describe('delivery killed with SIGKILL', () => {
  // How many copies left the house, and whether the second one is marked, by the moment of death.
  const moments: [moment: string, copies: number, possibleDuplicate: boolean][] = [
    ['after-claim', 1, true],
    ['before-handover', 1, true],
    ['after-handover', 2, true],
    ['before-settle', 2, true],
    ['after-settle', 1, false],
  ];
  const addresses = new Map(moments.map(([moment]) => [moment, newAddress()]));
  let bus: Bus;

  beforeAll(async () => {
    bus = await Bus.listen(system);
    const delivery = system.service('delivery');
    for (const [moment, to] of addresses) {
      await delivery.stop();
      await delivery.start({ ...smtp(), CRASH_AT: `delivery.${moment}` });
      await Promise.all([customer.send({ to }).catch(() => undefined), delivery.ended()]);
      await rowOf(to);
      await queueAgrees();
    }
    await delivery.start(smtp());
    await anHourLater();
  });
  afterAll(async () => {
    await bus?.close();
    await system.service('delivery').stop();
    await system.service('delivery').start();
  });

  test.each(moments)(
    '%s: the email arrives, in %i copies, a possible duplicate: %s',
    async (moment, copies, possible) => {
      const to = addresses.get(moment)!;
      const { id } = await rowOf(to);
      expect(await customer.reaches(id, 'SENT')).toMatchObject({ possible_duplicate: possible });
      expect(sink.copies.get(id)).toBe(copies);
      const told = await bus.about(to, 'email.sent');
      expect(new Set(told.filter(({ subject }) => subject === 'email.sent').map((event) => event.id)).size).toBe(1);
    },
  );

  it('in the middle of four hundred emails loses none, and doubles only what is marked', async () => {
    sink.faults = { delayMs: 20 };
    const to = Array.from({ length: 400 }, () => newAddress());
    const { body } = await customer.sendSurely({ to });
    const ids: string[] = body.data.emails.map(({ email }: { email: string }) => email);
    await eventually('some messages', () => ids.filter((id) => sink.copies.has(id)).length > 40);
    await system.service('delivery').kill();
    await queueAgrees();
    sink.faults = {};
    await system.service('delivery').start(smtp());
    await anHourLater();
    await Promise.all(ids.map((id) => customer.reaches(id, 'SENT', 30_000)));
    const once = await emailsSentOnce(system, ids);
    expect(ids.filter((id) => !sink.copies.has(id))).toEqual([]);
    expect(once.filter((id) => sink.copies.get(id) !== 1)).toEqual([]);
    expect(once.length).toBeGreaterThan(100);
  });

  it('after a hand-over that the provider reports sends no second copy', async () => {
    const delivery = system.service('delivery');
    await delivery.stop();
    await delivery.start({ EMAIL_PROVIDER: 'simulator', CRASH_AT: 'delivery.after-handover' });
    const to = newAddress();
    await Promise.all([customer.send({ to }).catch(() => undefined), delivery.ended()]);
    await delivery.start();
    const { id } = await rowOf(to);
    await endLease(system, id);
    expect(await customer.reaches(id, 'DELIVERED')).toMatchObject({ possible_duplicate: false });
    expect(await mailboxCopies(system, id)).toBe(1);
  });
});

it('keeps every fact when NATS ends and its store is deleted, and refuses meanwhile in time', async () => {
  const to = Array.from({ length: 30 }, () => `bounce+${newAddress().split('@')[0]}@simulator.test`);
  // What delivery has asked for lately lets an email of the same sender leave without NATS.
  const asked = await customer.send();
  await customer.reaches(asked.body.data.emails[0].email, 'DELIVERED');
  const { body } = await customer.send({ to, subscribed: true });
  await system.nats.kill();
  const before = await customer.written();
  await Promise.all(Array.from({ length: 10 }, () => refusedInTime(() => customer.send())));
  await Promise.all(Array.from({ length: 10 }, () => refusedInTime(() => customer.track())));
  await refusedInTime(() => reports.post(sns.notification('a report')));
  expect(await customer.written()).toEqual(before);
  const ids: string[] = body.data.emails.map(({ email }: { email: string }) => email);
  await eventually('events that wait', async () => (await unpublished(system)) > 0);

  await system.restartNats({ emptied: true });
  await Promise.all(ids.map((id) => customer.reaches(id, 'BOUNCED', 60_000)));
  await eventually('every contact unsubscribed', async () => (await bouncedContacts(system, to)) === to.length);
  const told = await eventually('every event on the new bus', async () => {
    const written = await readStream(system, ['contact.unsubscribed', 'email.bounce']);
    const about = written.filter(({ contactEmail }) => to.includes(contactEmail ?? ''));
    return about.length >= 2 * to.length ? about : null;
  });
  for (const subject of ['contact.unsubscribed', 'email.bounce']) {
    const addresses = told.filter((event) => event.subject === subject).map(({ contactEmail }) => contactEmail);
    expect(addresses.sort()).toEqual([...to].sort());
  }
  await eventually('sends again', async () => (await customer.send()).status === 200);
});

it('keeps every accepted email and event when Postgres is restarted under load', async () => {
  const pids = [...system.services.values()].map(({ pid }) => pid);
  const answers: { path: string; answer: ApiAnswer; ms: number }[] = [];
  let loading = true;
  const worker = async (path: string, call: () => Promise<ApiAnswer>): Promise<void> => {
    while (loading) {
      const begun = performance.now();
      const answer = await call();
      answers.push({ path, answer, ms: performance.now() - begun });
      if (answer.status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const workers = Array.from({ length: 8 }, () => [
    worker('send', () => customer.send()),
    worker('track', () => customer.track()),
  ]).flat();
  const accepted = () => answers.filter(({ answer }) => answer.status === 200);
  await eventually('load', () => accepted().length > 100);
  await postgres.stop();
  await eventually('refusals', () => answers.filter(({ answer }) => answer.status === 503).length > 20);
  const report = sns.notification('a report while Postgres is down');
  await refusedInTime(() => reports.post(report));
  await postgres.startAgain();
  await eventually('SNS delivers it after all', async () => (await reports.post(report)).status === 200);
  const sofar = accepted().length;
  await eventually('work again', () => accepted().length > sofar + 100);
  loading = false;
  await Promise.all(workers);

  for (const { answer } of answers.filter(({ answer: { status } }) => status !== 200)) {
    expectError(answer, 'SERVICE_UNAVAILABLE');
  }
  expect(Math.max(...answers.filter(({ answer }) => answer.status !== 200).map(({ ms }) => ms))).toBeLessThan(
    2 * deadlineMs,
  );
  expect([...system.services.values()].map(({ pid }) => pid)).toEqual(pids);
  const events = accepted()
    .filter(({ path }) => path === 'track')
    .map(({ answer }) => answer.body.data.event as string);
  expect(await storedEvents(system, events)).toBe(events.length);
  const emails = accepted()
    .filter(({ path }) => path === 'send')
    .map(({ answer }) => answer.body.data.emails[0].email);
  expect(await storedEmails(system, emails)).toBe(emails.length);
  // A hand-over that was under way when the simulator lost its database is in doubt: it is sent again after the wait.
  await anHourLater();
  await Promise.all(emails.map((id) => customer.reaches(id, 'DELIVERED', 20_000)));
  await queueAgrees();
});

it('refuses in time when a service hangs', async () => {
  const goOn = await system.service('contacts').freeze();
  try {
    await Promise.all([refusedInTime(() => customer.send()), refusedInTime(() => customer.track())]);
  } finally {
    goOn();
  }
  await eventually('work again', async () => (await customer.track()).status === 200);
});

describe('SIGTERM', () => {
  it('lets the gateway answer what is under way, then end with code 0', async () => {
    const gateway = system.service('gateway');
    await gateway.stop();
    await gateway.start({ ASK_DEADLINE_MS: '10000' });
    await customer.track();
    const asks = await Asks.listen(system);
    const goOn = await system.service('contacts').freeze();
    // As many as the gateway asks for at once: all of them wait for the service that stands still.
    const calls = Array.from({ length: 8 }, () => customer.track());
    await eventually('all of them are asked for', () => asks.count === calls.length);
    const ended = gateway.stop();
    await eventually('the gateway is ending', async () => !(await gateway.isReady()));
    goOn();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
    expect(await ended).toBe(0);
    await asks.close();
    await gateway.start();
  });

  it('lets delivery settle what it hands over, then end with code 0', async () => {
    const delivery = system.service('delivery');
    await delivery.stop();
    await delivery.start(smtp());
    sink.faults = { delayMs: 400 };
    const { body } = await customer.send({ to: Array.from({ length: 30 }, () => newAddress()) });
    const ids: string[] = body.data.emails.map(({ email }: { email: string }) => email);
    const count = (statuses: string[]): Promise<number> => emailsIn(system, ids, statuses);
    await eventually('a hand-over under way', () => count(['SENDING']));
    expect(await delivery.stop()).toBe(0);
    expect(await count(['SENT', 'QUEUED'])).toBe(ids.length);
    sink.faults = {};
    await delivery.start(smtp());
    await eventually('the rest', async () => (await count(['SENT'])) === ids.length);
    expect(ids.map((id) => sink.copies.get(id))).toEqual(ids.map(() => 1));
  });
});
