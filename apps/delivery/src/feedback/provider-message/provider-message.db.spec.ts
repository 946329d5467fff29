import { Logger } from '@nestjs/common';
import { newId } from '@waybill/database/ids';
import * as ses from '@waybill/testing/fake/ses-events';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { DeliveryFixture } from '../../delivery.fixture';
import { GivenUpMessages } from './given-up-messages.worker';
import { Ingress } from './ingress';
import { ProviderMessageProcessor } from './provider-message.worker';
import { ProviderMessageService } from './provider-message.service';

let database: TestDatabase;
let fixture: DeliveryFixture;
let store: ProviderMessageService;
let processor: ProviderMessageProcessor;
let commits = 0;

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await testDatabase();
  fixture = DeliveryFixture.on(database);
  store = new ProviderMessageService(fixture.db, { heard: () => {} }, { wake: () => void commits++ });
  processor = new ProviderMessageProcessor(fixture.db, { wake: () => {} }, { wake: () => {} });
});
afterAll(() => fixture.close());

const tell = (content: unknown, id = newId()) =>
  store.add({
    provider: 'ses',
    id,
    source: 'arn:aws:sns:eu-west-1:123456789012:t',
    publishedAt: new Date().toISOString(),
    content: typeof content === 'string' ? content : JSON.stringify(content),
  });

/** Reads and applies everything that is due. */
async function settle(): Promise<void> {
  while (await processor.process());
  while (await fixture.processor.process());
}

async function sent(): Promise<{ id: string; mail: ses.SesEventMail }> {
  const id = await fixture.queue();
  await fixture.sendDue();
  await fixture.age(id, { sent_at: 60 });
  const { provider_message_id } = await fixture.email(id);
  const tags = { emailId: id, projectId: fixture.projectId, attempt: '1' };
  return { id, mail: { messageId: provider_message_id!, to: 'ann@example.com', tags } };
}

const noteOf = async (id: string): Promise<unknown> => {
  const sql = 'SELECT note, processed_at IS NOT NULL AS done, attempts FROM delivery.provider_message WHERE id = $1';
  return (await fixture.db.query(sql, [id]))[0];
};
const reports = (note: string) =>
  fixture.db.query('SELECT id, kind FROM delivery.provider_notification WHERE note = $1', [note]);

describe('messages of a provider', () => {
  it('that arrive together are one commit, and a repeated one is nothing', async () => {
    const { id, mail } = await sent();
    const before = commits;
    const message = newId();
    const open = ses.openEvent(mail);
    await Promise.all([
      ...Array.from({ length: 50 }, () => tell(open, message)),
      tell(ses.clickEvent(mail, 'https://a.example/')),
    ]);
    expect(commits - before).toBeLessThan(4);
    await tell(open, message);
    await settle();
    expect(await fixture.email(id)).toMatchObject({ status: 'CLICKED', opens: 1, clicks: 1 });
  });

  it('that carry one report twice, once with tags and once without, count once', async () => {
    const { id, mail } = await sent();
    const bounce = ses.bounceEvent(mail, 'Transient');
    await tell(bounce);
    await tell(ses.asFeedback(bounce));
    await settle();
    expect((await fixture.events(id)).filter(({ subject }) => subject === 'email.bounce')).toHaveLength(1);
  });

  it('without tags reach their email by the id of the provider, and its waybill', async () => {
    const { id, mail } = await sent();
    await tell(ses.asFeedback(ses.complaintEvent(mail)));
    await settle();
    expect((await fixture.email(id)).status).toBe('COMPLAINED');
    const sql = `SELECT project_id FROM delivery.provider_notification WHERE email_id = $1 AND kind = 'Complaint'`;
    expect(await fixture.db.query(sql, [id])).toEqual([{ project_id: fixture.projectId }]);
  });

  it('about an email that the ledger does not know yet are looked at again for five minutes, then ignored', async () => {
    const { id, mail } = await sent();
    await fixture.db.query('UPDATE delivery.email SET provider_message_id = NULL WHERE id = $1', [id]);
    await tell(ses.asFeedback(ses.openEvent({ ...mail, messageId: 'early' })));
    await tell(ses.asFeedback(ses.openEvent({ ...mail, messageId: 'unknown' })));
    await settle();
    expect((await fixture.email(id)).opens).toBe(0);
    await fixture.db.query(`UPDATE delivery.email SET provider_message_id = 'early' WHERE id = $1`, [id]);
    await fixture.db.query(
      `UPDATE delivery.provider_notification SET due_at = app.now(),
         id = CASE WHEN payload ->> 'messageId' = 'unknown'
              THEN overlay(delivery.id_floor(app.now() - interval '6 minutes')::text placing 'b' from 36)::uuid ELSE id END
       WHERE processed_at IS NULL`,
    );
    await settle();
    expect((await fixture.email(id)).opens).toBe(1);
    expect(await reports('ignored: unknown email')).toHaveLength(1);
  });

  it('of an unknown kind are kept with a note', async () => {
    const [text, other] = [newId(), newId()];
    await tell('Successfully validated SNS topic', text);
    await tell({ eventType: 'Subscription', mail: { messageId: '1' } }, other);
    await settle();
    expect(await noteOf(text)).toMatchObject({ note: 'ignored: not a message about an email', done: true });
    expect(await noteOf(other)).toMatchObject({ note: 'ignored: unknown kind Subscription', done: true });
  });

  it('one of which cannot be written hold up no other, and that one is given up after eight attempts', async () => {
    const { id, mail } = await sent();
    const poison = newId();
    const bad = { ...mail, tags: { ...mail.tags, attempt: '999' } };
    await database.db.query(
      `ALTER TABLE delivery.provider_notification ADD CONSTRAINT no_poison CHECK (attempt IS DISTINCT FROM 999)`,
    );
    await tell(ses.sendEvent(bad), poison);
    await tell(ses.deliveryEvent(mail));
    await settle();
    expect((await fixture.email(id)).status).toBe('DELIVERED');
    for (let n = 0; n < 8; n++) {
      await fixture.db.query('UPDATE delivery.provider_message SET due_at = app.now() WHERE id = $1', [poison]);
      await processor.process();
    }
    expect(await noteOf(poison)).toMatchObject({ done: true, attempts: 8, note: expect.stringContaining('no_poison') });
    const givenUp = new GivenUpMessages(fixture.db);
    const [letter] = await givenUp.list(10);
    expect(letter).toMatchObject({ consumer: 'provider-message', message_id: poison, attempts: 8 });
    expect(JSON.parse(letter!.payload)).toMatchObject({ eventType: 'Send' });
    await database.db.query('ALTER TABLE delivery.provider_notification DROP CONSTRAINT no_poison');
    expect(await givenUp.redrive(letter!.consumer, poison)).toBe('queued');
    await settle();
    expect(await noteOf(poison)).toEqual({ note: null, done: true, attempts: 0 });
    expect(await givenUp.redrive(letter!.consumer, poison)).toBe('gone');
    expect(await givenUp.list(10)).toEqual([]);
  });

  it('are read by two at work together once', async () => {
    const many: Awaited<ReturnType<typeof sent>>[] = [];
    while (many.length < 10) many.push(await sent());
    await Promise.all(many.map(({ mail }) => tell(ses.openEvent(mail))));
    const second = new ProviderMessageProcessor(fixture.db, { wake: () => {} }, { wake: () => {} });
    await Promise.all([processor.process(), second.process(), processor.process()]);
    await settle();
    for (const { id } of many) expect((await fixture.email(id)).opens).toBe(1);
  });

  it('that bring bad news are applied before opens and clicks', async () => {
    const { mail } = await sent();
    await fixture.processor.process();
    await tell(ses.openEvent(mail));
    await tell(ses.clickEvent(mail, 'https://a.example/'));
    await tell(ses.complaintEvent(mail));
    while (await processor.process());
    const due = await fixture.db.query<{ kind: string }>(
      `SELECT kind FROM delivery.provider_notification WHERE processed_at IS NULL
       ORDER BY (kind IN ('Open', 'Click')), due_at, id`,
    );
    expect(due[0]!.kind).toBe('Complaint');
    await settle();
  });
});

describe('the heartbeat', () => {
  const row = async () =>
    (
      await fixture.db.query<{ heard: number; owed: number | null; steady: number }>(
        `SELECT extract(epoch FROM app.now() - heard_at)::float8 AS heard,
           extract(epoch FROM app.now() - owed_since)::float8 AS owed,
           extract(epoch FROM app.now() - steady_since)::float8 AS steady FROM delivery.provider_ingress`,
      )
    )[0];
  const move = (set: string) => fixture.db.query(`UPDATE delivery.provider_ingress SET ${set}`);
  let ingress: Ingress;
  beforeEach(() => (ingress = new Ingress(fixture.db, 60_000)));

  it('of a provider that never reported is none, whatever it takes', async () => {
    ingress.taken('ses');
    await ingress.flush();
    expect(await row()).toBeUndefined();
  });

  it('owes a report from the first email that was taken, until the next message', async () => {
    ingress.heard();
    await ingress.flush();
    expect(await row()).toMatchObject({ owed: null });
    ingress.taken('ses');
    ingress.taken('ses');
    await ingress.flush();
    await move(`heard_at = heard_at - interval '50 seconds', owed_since = owed_since - interval '40 seconds'`);
    expect((await row())!.owed).toBeGreaterThan(39);
    ingress.heard();
    await ingress.flush();
    expect(await row()).toMatchObject({ owed: null });
    expect((await row())!.heard).toBeLessThan(20);
  });

  it('begins anew after an interruption: a report that was owed for more than two minutes', async () => {
    await move(`steady_since = steady_since - interval '2 hours', owed_since = app.now() - interval '100 seconds'`);
    ingress.heard();
    await ingress.flush();
    expect((await row())!.steady).toBeGreaterThan(7_000);
    await move(`owed_since = app.now() - interval '130 seconds'`);
    ingress.heard();
    await ingress.flush();
    expect((await row())!.steady).toBeLessThan(20);
  });

  it('owes a report of an email that was taken after a message, though another one before it is not written down yet', async () => {
    ingress.taken('ses');
    ingress.taken('ses');
    await new Promise((resolve) => setTimeout(resolve, 5));
    ingress.heard();
    await new Promise((resolve) => setTimeout(resolve, 5));
    ingress.taken('ses');
    await ingress.flush();
    expect((await row())!.owed).not.toBeNull();
  });

  it('is written once in each interval, with the moment of the event and not of the writing', async () => {
    // What the machine does meanwhile takes no time.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'Date'] });
    const paced = new Ingress(fixture.db, 2_000);
    const writes = jest.spyOn(fixture.db, 'query');
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 100; n++) paced.heard();
    await nextTurn();
    expect(writes).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1_999);
    await nextTurn();
    expect(writes).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(1);
    await paced.flush();
    expect(writes).toHaveBeenCalledTimes(2);
    expect(writes.mock.calls[1]![1]![1]).toBe(2_000);
    jest.useRealTimers();
    writes.mockRestore();
  });
});
