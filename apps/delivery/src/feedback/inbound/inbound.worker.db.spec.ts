import { fakeAsks } from '@waybill/testing/fake-asks';
import type { UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import type { Receivers } from '@waybill/contracts/domains/sender';
import type { EmailWaybill } from '@waybill/contracts/emails/email';
import { Logger } from '@nestjs/common';
import { unavailable } from '@waybill/contracts/errors';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { receivedMail } from '@waybill/testing/fake/ses-events';
import { testDatabase } from '@waybill/testing/database/test-database';
import { ContactErasureConsumer } from '../../ledger/contact-erasure.consumer';
import { DeliveryFixture } from '../../delivery.fixture';
import { ProviderMessageProcessor } from '../provider-message/provider-message.worker';
import { ProviderMessageService } from '../provider-message/provider-message.service';
import { WaybillService } from '../../emails/waybill.service';
import { InboundWorker } from './inbound.worker';

/** The other services that an inbound email needs. */
interface InboundAsks {
  receivers(domains: string[]): Promise<Receivers>;
  upsert(request: UpsertContact): Promise<UpsertedContact>;
}

let fixture: DeliveryFixture;
let store: ProviderMessageService;
let processor: ProviderMessageProcessor;
const [one, two] = [newId(), newId()];
const contact = newId();
const asked: unknown[] = [];

/** The other two services: two projects with a domain each, one contact. */
const asks: InboundAsks = {
  receivers: (domains) => {
    const owners = { 'one.example': one, 'two.example': two };
    const known = Object.entries(owners).map(([domain, projectId]) => ({ domain, projectId }));
    return Promise.resolve({ receivers: known.filter(({ domain }) => domains.includes(domain)) });
  },
  upsert: (request) => {
    asked.push(request);
    const email = request.recipients[0]!.email;
    return Promise.resolve({ contacts: [{ id: contact, email, subscribed: true, suppressed: null, variables: {} }] });
  },
};
const workerWith = (change: Partial<InboundAsks> = {}): InboundWorker =>
  new InboundWorker(fixture.db, new Outbox('delivery'), fakeAsks(answerOf({ ...asks, ...change })), fixture.caps);
const answerOf =
  ({ receivers, upsert }: InboundAsks) =>
  (request: { domains: string[] } | UpsertContact): Promise<unknown> =>
    'domains' in request ? receivers(request.domains) : upsert(request);

beforeAll(async () => {
  Logger.overrideLogger(false);
  fixture = DeliveryFixture.on(await testDatabase());
  store = new ProviderMessageService(fixture.db, { heard: () => {} }, { wake: () => {} });
  processor = new ProviderMessageProcessor(fixture.db, { wake: () => {} }, { wake: () => {} });
});
afterAll(() => fixture.close());
beforeEach(() => void (asked.length = 0));

const content = 'From: Bob <bob@person.example>\r\nSubject: Hi\r\n\r\nHello <b>you</b>\r\n';

/** Puts a mail where the worker finds it; answers the id of the message. */
async function arrive(mail: Partial<Parameters<typeof receivedMail>[0]> = {}, id = newId()): Promise<string> {
  const event = receivedMail({ source: 'bob@person.example', recipients: ['a@one.example'], content, ...mail });
  const about = { provider: 'ses' as const, source: 't', publishedAt: new Date().toISOString() };
  await store.add({ ...about, id, content: JSON.stringify(event) });
  while (await processor.process());
  return id;
}

const due = () =>
  fixture.db.query('UPDATE delivery.provider_message SET due_at = app.now() WHERE processed_at IS NULL');
const stateOf = async (id: string) =>
  (
    await fixture.db.query<{ note: string | null; done: boolean; attempts: number }>(
      'SELECT note, processed_at IS NOT NULL AS done, attempts FROM delivery.provider_message WHERE id = $1',
      [id],
    )
  )[0]!;
const mails = (projectId: string, messageId: string) =>
  fixture.db.query<{ id: string } & Record<string, unknown>>(
    'SELECT * FROM delivery.email WHERE project_id = $1 AND provider_message_id = $2',
    [projectId, messageId],
  );
const told = async (messageId: string): Promise<Record<string, unknown>[]> => {
  const sql = 'SELECT payload FROM delivery.outbox_event ORDER BY seq, position';
  const rows = await fixture.db.query<{ payload: string }>(sql);
  const events = rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  return events.filter(({ data }) => (data as { messageId?: string }).messageId === messageId);
};

describe('mail that arrived', () => {
  it('is a row of the ledger, has an event with every field, and its sender is upserted once', async () => {
    const recipients = ['a@one.example', 'b@one.example', 'c@two.example', 'd@nobody.example'];
    const id = await arrive({ messageId: 'm-1', recipients });
    await workerWith().process();
    expect(await stateOf(id)).toMatchObject({ done: true, note: null });
    const [mail] = await mails(one, 'm-1');
    expect(mail).toMatchObject({ status: 'RECEIVED', source_type: 'INBOUND', contact_id: contact, subject: 'Hi' });
    expect(mail).toMatchObject({ from_address: 'bob@person.example', from_name: 'Bob', to_address: 'a@one.example' });
    expect(await mails(two, 'm-1')).toHaveLength(1);
    const [first, second] = await told('m-1');
    expect(first).toMatchObject({ subject: 'email.received', projectId: one, contactId: contact });
    expect(first!['data']).toEqual({
      ...{ messageId: 'm-1', from: 'bob@person.example', fromHeader: 'Bob <bob@person.example>', subject: 'Hi' },
      ...{ to: 'a@one.example', recipients: ['a@one.example', 'b@one.example'], hasContent: true },
      ...{ body: 'Hello <b>you</b>', timestamp: expect.any(String), processingTimeMillis: 222 },
      ...{ spamVerdict: 'PASS', virusVerdict: 'PASS', spfVerdict: 'PASS', dkimVerdict: 'PASS', dmarcVerdict: 'GRAY' },
    });
    expect(second).toMatchObject({ projectId: two, data: { to: 'c@two.example', recipients: ['c@two.example'] } });
    expect(asked).toMatchObject([{ projectId: one, subscribedIfNew: true }, { projectId: two }]);
    expect(JSON.stringify(asked)).not.toContain('"subscribed":');
  });

  it('has a waybill, whose content is harmless as HTML', async () => {
    await arrive({ messageId: 'm-2' });
    await workerWith().process();
    const [mail] = await mails(one, 'm-2');
    const waybill = (await new WaybillService(fixture.db, { list: [] }).get({
      projectId: one,
      id: mail!.id,
    })) as EmailWaybill;
    expect(waybill).toMatchObject({ status: 'RECEIVED', timeline: [{ type: 'received' }] });
    expect(waybill.content?.body).toContain('Hello &#60;b&#62;you&#60;/b&#62;');
  });

  it('is imported once when two messages carry it and the worker dies in between', async () => {
    const event = { messageId: 'm-3' };
    const [first, second] = [await arrive(event), newId()];
    await workerWith().process();
    // As if the process had died before it could mark the message; the other message tells of the same mail.
    await fixture.db.query('UPDATE delivery.provider_message SET processed_at = NULL WHERE id = $1', [first]);
    await fixture.db.query(
      `INSERT INTO delivery.provider_message (id, provider, source, content, published_at, inbound)
       SELECT $1, provider, source, content, published_at, true FROM delivery.provider_message WHERE id = $2`,
      [second, first],
    );
    await due();
    await workerWith().process();
    expect([await stateOf(first), await stateOf(second)]).toMatchObject([{ done: true }, { done: true }]);
    expect(await mails(one, 'm-3')).toHaveLength(1);
    expect(await told('m-3')).toHaveLength(1);
  });

  it('waits while another service is unavailable, without a limit', async () => {
    const id = await arrive({ messageId: 'm-4' });
    const away = workerWith({ receivers: () => Promise.reject(unavailable('away')) });
    for (let n = 0; n < 12; n++) {
      await due();
      await away.process();
    }
    expect(await stateOf(id)).toMatchObject({ done: false, attempts: 0 });
    await due();
    await workerWith().process();
    expect(await mails(one, 'm-4')).toHaveLength(1);
  });

  it('that fails by itself holds up no other and is given up after eight attempts', async () => {
    const bad = await arrive({ messageId: 'm-5', recipients: ['x@two.example'] });
    const good = await arrive({ messageId: 'm-6' });
    const failing = workerWith({
      upsert: (request) => (request.projectId === two ? Promise.reject(new Error('broken')) : asks.upsert(request)),
    });
    for (let n = 0; n < 8; n++) {
      await due();
      await failing.process();
    }
    expect(await stateOf(good)).toMatchObject({ done: true, note: null });
    expect(await stateOf(bad)).toMatchObject({ done: true, attempts: 8, note: 'failed: Error: broken' });
  });

  it('for no verified domain, or without a sender, is kept with a note', async () => {
    const stray = await arrive({ recipients: ['a@nobody.example'] });
    const nobody = await arrive({ source: '', content: undefined, headers: { From: 'nobody' } });
    await workerWith().process();
    expect((await stateOf(stray)).note).toBe('ignored: no project has its domain');
    expect((await stateOf(nobody)).note).toBe('ignored: mail without a sender or a recipient');
  });

  it('beyond the cap of its project is dropped with a note: no row, no contact, no word; other projects get theirs', async () => {
    const count = async () => (await fixture.usage(one)).inbound;
    const before = await count();
    fixture.limits = { workflows: null, campaigns: null, transactional: null, inbound: before + 1 };
    try {
      const first = await arrive({ messageId: 'm-9' });
      await workerWith().process();
      expect([await count(), (await stateOf(first)).note]).toEqual([before + 1, null]);
      asked.length = 0;
      const second = await arrive({ messageId: 'm-10', recipients: ['a@one.example', 'c@two.example'] });
      await workerWith().process();
      expect((await stateOf(second)).note).toBe('ignored: 1 of 2 copies, over the billing limit');
      expect([await mails(one, 'm-10'), await count()]).toEqual([[], before + 1]);
      expect(await mails(two, 'm-10')).toHaveLength(1);
      expect(asked).toMatchObject([{ projectId: two }]);
      expect(await told('m-10')).toMatchObject([{ projectId: two }]);

      await fixture.db.query('UPDATE delivery.provider_message SET processed_at = NULL WHERE id = $1', [first]);
      await due();
      await workerWith().process();
      expect([await count(), (await stateOf(first)).note]).toEqual([before + 1, null]);
    } finally {
      fixture.limits = { workflows: null, campaigns: null, transactional: null, inbound: null };
    }
  });

  it('is taken in up to the cap, however many workers take it in at once', async () => {
    const before = (await fixture.usage(one)).inbound;
    fixture.limits = { workflows: null, campaigns: null, transactional: null, inbound: before + 5 };
    try {
      for (let n = 0; n < 20; n++) await arrive({ messageId: `many-${n}` });
      await Promise.all(Array.from({ length: 4 }, () => workerWith().process()));
      const taken = `SELECT 1 FROM delivery.email WHERE project_id = $1 AND provider_message_id LIKE 'many-%'`;
      expect(await fixture.db.query(taken, [one])).toHaveLength(5);
      expect((await fixture.usage(one)).inbound).toBe(before + 5);
    } finally {
      fixture.limits = { workflows: null, campaigns: null, transactional: null, inbound: null };
    }
  });

  it('of a program does not subscribe its sender', async () => {
    await arrive({ source: '<>', content: content.replace('Bob', 'Mailer'), messageId: 'm-7' });
    await workerWith().process();
    expect(asked).toMatchObject([{ subscribedIfNew: false }]);
    expect(await told('m-7')).toHaveLength(1);
  });

  it('is erased with the person who wrote it', async () => {
    await arrive({ messageId: 'm-8' });
    await workerWith().process();
    const [mail] = await mails(one, 'm-8');
    const consumers = { register: () => {} } as never;
    await fixture.db.query('INSERT INTO delivery.erased_contact (project_id, contact_id) VALUES ($1, $2)', [
      one,
      contact,
    ]);
    await new ContactErasureConsumer(consumers, fixture.db).round();
    const [left] = await mails(one, 'm-8');
    expect(left).toMatchObject({ to_address: '', from_address: '', from_name: null, subject: '' });
    expect(await fixture.db.query('SELECT 1 FROM delivery.message WHERE id = $1', [mail!.id])).toEqual([]);
  });
});
