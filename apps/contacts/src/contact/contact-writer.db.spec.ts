import type { TrackEvent } from '@waybill/contracts/contacts/track';
import type { UpsertContact } from '@waybill/contracts/contacts/upsert';
import type { EventEnvelope } from '@waybill/contracts/events';
import { isContention } from '@waybill/database/database-errors';
import { Db, type Transaction, type TransactionOptions } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { inRequest } from '@waybill/messaging/request/request-context';
import { eventually } from '@waybill/testing/eventually';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { ContactWriter } from './contact-writer';

/** The service's own role, and the errors that its transactions ended with. */
class WatchedDb extends Db {
  readonly errors: unknown[] = [];

  override transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return super.transaction(work, options).catch((error: unknown) => {
      this.errors.push(error);
      throw error;
    });
  }
}

interface StoredContact {
  id: string;
  email: string;
  subscribed: boolean;
  suppressed: string | null;
  data: Record<string, unknown>;
}

let database: TestDatabase;
let db: WatchedDb;
let writer: ContactWriter;
let projectId: string;

const newWriter = () => {
  const config = { CONTACTS_BATCH: 256, EVENT_MONTHS_AHEAD: 3, EVENT_RETENTION_DAYS: 0 };
  return new ContactWriter(db, new Outbox('contacts'), config);
};
beforeAll(async () => {
  database = await testDatabase();
  db = new WatchedDb(database.as('waybill_contacts').pool);
  writer = newWriter();
});
beforeEach(() => (projectId = newId()));
afterAll(() => database.close());

const track = (email: string, more: Partial<TrackEvent> = {}): TrackEvent => {
  const ids = { requestId: newId(), contactId: newId(), eventId: newId() };
  return { projectId, ...ids, keyKind: 'public', email, event: 'signup', ...more };
};
const upsert = (emails: string[], more: Partial<UpsertContact> = {}): UpsertContact => {
  const recipients = emails.map((email) => ({ contactId: newId(), email }));
  return { projectId, requestId: newId(), recipients, ...more };
};
const contacts = (project = projectId) =>
  db.query<StoredContact>('SELECT * FROM contacts.contact WHERE project_id = $1 ORDER BY email', [project]);
const events = () =>
  db.query<{ id: string; name: string; data: object; created_at: Date }>(
    'SELECT * FROM contacts.event WHERE project_id = $1 ORDER BY id',
    [projectId],
  );
const outgoing = async (): Promise<EventEnvelope[]> => {
  const sql = 'SELECT payload FROM contacts.outbox_event WHERE project_id = $1 ORDER BY seq, position';
  const rows = await db.query<{ payload: string }>(sql, [projectId]);
  return rows.map((row) => JSON.parse(row.payload) as EventEnvelope);
};
const subjects = async () => (await outgoing()).map((event) => event.subject);
const insert = 'INSERT INTO contacts.contact (project_id, id, email, subscribed, data)';
const waitingForLocks = (count: number) =>
  eventually('writers wait for a lock', async () => {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await database.db.query(sql)).length >= count;
  });
const suppress = (reason: string) =>
  db.query('UPDATE contacts.contact SET subscribed = false, suppressed = $2 WHERE project_id = $1', [
    projectId,
    reason,
  ]);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('one tracked event', () => {
  it('makes the contact, the tracked event and its outgoing event in one transaction', async () => {
    const data = { plan: 'pro', once: { value: 7, persistent: false } };
    const item = track(' Ann@Example.COM ', { data });
    const answer = await writer.track(item);
    expect(answer).toMatchObject({ contactId: item.contactId, eventId: item.eventId });
    expect(await contacts()).toMatchObject([{ email: 'ann@example.com', subscribed: true, data: { plan: 'pro' } }]);
    const [event] = await events();
    expect(event).toMatchObject({ id: item.eventId, name: 'signup', data: { plan: 'pro', once: 7 } });
    expect(answer.timestamp).toBe(event?.created_at.toISOString());
    expect(await outgoing()).toMatchObject([
      {
        ...{ id: item.eventId, subject: 'event.tracked', projectId, requestId: item.requestId },
        ...{ contactId: item.contactId, contactEmail: 'ann@example.com' },
        data: { name: 'signup', data: { plan: 'pro', once: 7 } },
      },
    ]);
    const sql = `SELECT count(DISTINCT xmin::text)::int AS transactions FROM
      (SELECT xmin, project_id FROM contacts.contact UNION ALL SELECT xmin, project_id FROM contacts.event
       UNION ALL SELECT xmin, (substring(events from '"projectId":"([^"]+)"'))::uuid FROM contacts.outbox) AS written WHERE project_id = $1`;
    expect(await db.query(sql, [projectId])).toEqual([{ transactions: 1 }]);
  });

  it('stores, replaces and deletes fields, and touches nothing when nothing changes', async () => {
    await writer.track(track('ann@example.com', { data: { plan: 'pro', city: 'Rome', tags: [1] } }));
    await writer.track(track('ann@example.com', { data: { plan: '', city: null, tags: [2], id: 'x' } }));
    expect((await contacts())[0]?.data).toEqual({ plan: 'pro', tags: [2] });
    const version = 'SELECT xmin::text, updated_at FROM contacts.contact WHERE project_id = $1';
    const before = await db.query(version, [projectId]);
    await writer.track(track('ann@example.com', { data: { plan: 'pro', tags: [2] } }));
    expect(await db.query(version, [projectId])).toEqual(before);
    expect(await events()).toHaveLength(3);
  });

  it('lies in the partition of its month', async () => {
    await writer.track(track('ann@example.com'));
    const sql = 'SELECT tableoid::regclass::text AS place FROM contacts.event WHERE project_id = $1';
    const [row] = await db.query<{ place: string }>(sql, [projectId]);
    const month = new Date().toISOString().slice(0, 7).replace('-', '_');
    expect(row?.place).toBe(`contacts.event_${month}`);
  });

  it('of an id far from now is taken by the default partition', async () => {
    const eventId = '00000000-0000-7000-8000-000000000001';
    await expect(writer.track(track('ann@example.com', { eventId }))).resolves.toMatchObject({ eventId });
  });
});

describe('the subscription table', () => {
  it.each([
    ['a send', () => writer.upsert(upsert(['a@example.com'])), false],
    ['a send with subscribed true', () => writer.upsert(upsert(['a@example.com'], { subscribed: true })), true],
    ['a tracked event', () => writer.track(track('a@example.com')), true],
    ['a tracked event with subscribed false', () => writer.track(track('a@example.com', { subscribed: false })), false],
  ])('makes a new contact of %s without an event of a change', async (_what, write, subscribed) => {
    await write();
    expect(await contacts()).toMatchObject([{ subscribed, suppressed: null }]);
    expect((await subjects()).filter((subject) => subject.startsWith('contact.'))).toEqual([]);
  });

  it.each([
    ['send', 'omitted', true, undefined, true, []],
    ['send', 'omitted', false, undefined, false, []],
    ['send', 'false', true, false, false, ['contact.unsubscribed']],
    ['send', 'true', false, true, true, ['contact.subscribed']],
    ['send', 'the same', true, true, true, []],
    ['track', 'omitted', true, undefined, true, []],
    ['track', 'omitted', false, undefined, false, []],
    ['track', 'false', true, false, false, ['contact.unsubscribed']],
    ['track', 'true', false, true, true, ['contact.subscribed']],
    ['track', 'the same', false, false, false, []],
  ])('%s with subscribed %s on a contact with %s', async (kind, _wish, before, wish, after, expected) => {
    await writer.upsert(upsert(['a@example.com'], { subscribed: before }));
    const more = wish === undefined ? {} : { subscribed: wish };
    if (kind === 'send') await writer.upsert(upsert(['a@example.com'], more));
    else await writer.track(track('a@example.com', more));
    expect(await contacts()).toMatchObject([{ subscribed: after }]);
    const changes = (await outgoing()).filter((event) => event.subject.startsWith('contact.'));
    expect(changes.map((event) => event.subject)).toEqual(expected);
    expect(changes.map((event) => event.data)).toEqual(expected.map(() => ({})));
  });

  it.each(['bounce', 'complaint'])(
    'lifts a %s for the secret key and for a send, not for the public key',
    async (reason) => {
      await writer.track(track('a@example.com'));
      await suppress(reason);
      await writer.track(track('a@example.com', { subscribed: true, keyKind: 'public' }));
      expect(await contacts()).toMatchObject([{ subscribed: false, suppressed: reason }]);
      await writer.track(track('a@example.com', { subscribed: true, keyKind: 'secret' }));
      expect(await contacts()).toMatchObject([{ subscribed: true, suppressed: null }]);
      await suppress(reason);
      const answer = await writer.upsert(upsert(['a@example.com'], { subscribed: true }));
      expect(answer.contacts).toMatchObject([{ subscribed: true, suppressed: null }]);
    },
  );
});

describe('an upsert that subscribes new contacts', () => {
  it.each([true, false])('does so when it says %s, and leaves a known contact as it is', async (subscribedIfNew) => {
    await writer.upsert(upsert(['left@example.com'], { subscribed: false }));
    await writer.upsert(upsert(['stays@example.com'], { subscribed: true }));
    await writer.upsert(upsert(['left@example.com', 'new@example.com', 'stays@example.com'], { subscribedIfNew }));
    expect((await contacts()).map(({ subscribed }) => subscribed)).toEqual([false, subscribedIfNew, true]);
    expect(await outgoing()).toEqual([]);
  });
});

describe('an upsert of a send', () => {
  it('answers the recipients in order, with stored data and one-off values as variables', async () => {
    await writer.track(track('b@example.com', { data: { plan: 'pro', name: 'Bo' } }));
    const item = upsert(['a@example.com', 'B@example.com'], { data: { once: { x: 1 }, plan: 'free' } });
    item.recipients[1] = { contactId: newId(), email: 'B@example.com', name: 'Bob' };
    const { contacts: answer } = await writer.upsert(item);
    expect(answer).toMatchObject([
      { id: item.recipients[0]?.contactId, email: 'a@example.com', variables: { once: { x: 1 }, plan: 'free' } },
      { email: 'b@example.com', subscribed: true, variables: { once: { x: 1 }, plan: 'free', name: 'Bob' } },
    ]);
    expect((await contacts()).map((contact) => contact.data)).toEqual([
      { plan: 'free' },
      { plan: 'free', name: 'Bob' },
    ]);
  });

  it('keeps the name that the data gives, not the display name', async () => {
    const item = upsert(['a@example.com'], { data: { name: 'Annabel' } });
    item.recipients[0] = { contactId: newId(), email: 'a@example.com', name: 'Ann' };
    const { contacts: answer } = await writer.upsert(item);
    expect(answer[0]?.variables).toEqual({ name: 'Annabel' });
  });

  it('takes an address that is named twice as one contact', async () => {
    const { contacts: answer } = await writer.upsert(upsert(['a@example.com', 'A@example.com']));
    expect(new Set(answer.map((contact) => contact.id)).size).toBe(1);
    expect(await contacts()).toHaveLength(1);
  });

  it('of marketing content writes nothing when one recipient is not subscribed', async () => {
    await writer.track(track('in@example.com'));
    await writer.track(track('out@example.com', { subscribed: false }));
    const item = upsert(['in@example.com', 'out@example.com', 'new@example.com'], { data: { x: 1 } });
    const error = await refusal(writer.upsert({ ...item, mustBeSubscribed: true }));
    const fields = [
      { field: 'to.1', code: 'unsubscribed' },
      { field: 'to.2', code: 'unsubscribed' },
    ];
    expect(error).toMatchObject({ status: 422, errors: fields });
    expect((await contacts()).map((contact) => contact.data)).toEqual([{}, {}]);
    const single = await refusal(writer.upsert({ ...upsert(['out@example.com']), mustBeSubscribed: true }));
    expect(single).toMatchObject({ errors: [{ field: 'to', code: 'unsubscribed' }] });
    await writer.upsert({ ...upsert(['out@example.com'], { subscribed: true }), mustBeSubscribed: true });
  });
});

describe('what arrives together', () => {
  it('is one contact and 200 events for 200 tracks of one new address', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => writer.track(track('one@example.com'))));
    expect(new Set(answers.map((answer) => answer.contactId)).size).toBe(1);
    expect(await contacts()).toHaveLength(1);
    expect(await events()).toHaveLength(200);
    expect(await outgoing()).toHaveLength(200);
  });

  it('is folded in order of arrival', async () => {
    await Promise.all([
      writer.track(track('a@example.com', { data: { n: 1, gone: 1 } })),
      writer.upsert(upsert(['a@example.com'], { data: { n: 2 }, subscribed: false })),
      writer.track(track('a@example.com', { data: { gone: null }, subscribed: true })),
    ]);
    expect(await contacts()).toMatchObject([{ subscribed: true, data: { n: 2 } }]);
    expect(await subjects()).toEqual(['event.tracked', 'contact.unsubscribed', 'contact.subscribed', 'event.tracked']);
  });

  it('commits 2,000 new addresses in few transactions', async () => {
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => writer.track(track(`n${n}@example.com`))));
    const sql = `SELECT count(*)::int AS contacts, count(DISTINCT xmin::text)::int AS transactions
                 FROM contacts.contact WHERE project_id = $1`;
    const [row] = await db.query<{ contacts: number; transactions: number }>(sql, [projectId]);
    expect(row?.contacts).toBe(2_000);
    expect(row?.transactions).toBe(8);
    expect(await events()).toHaveLength(2_000);
  });

  it('counts recipients: large sends do not pile up in one transaction', async () => {
    const groups = Array.from({ length: 6 }, (_, g) => Array.from({ length: 100 }, (_, n) => `s${g}-${n}@example.com`));
    await Promise.all(groups.map((emails) => writer.upsert(upsert(emails))));
    const sql = `SELECT count(*)::int AS contacts FROM contacts.contact WHERE project_id = $1 GROUP BY xmin::text`;
    expect(await db.query(sql, [projectId])).toEqual([{ contacts: 200 }, { contacts: 200 }, { contacts: 200 }]);
  });

  it.each<[string, Partial<TrackEvent>, string]>([
    ['no address', { email: 'nobody' }, 'email'],
    ['too much data', { data: { k: 'x'.repeat(70_000) } }, 'data'],
    ['a NUL in its data', { data: { k: 'a\0' } }, 'data.k'],
  ])('fails alone for an item with %s, without a trace', async (_what, more, field) => {
    const good = Array.from({ length: 20 }, (_, n) => track(`g${n % 3}@example.com`));
    const promises = [...good.slice(0, 10), track('bad@example.com', more), ...good.slice(10)].map((item) =>
      writer.track(item),
    );
    const settled = await Promise.allSettled(promises);
    expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(20);
    expect(settled[10]).toMatchObject({ reason: { status: 422, errors: [{ field }] } });
    expect((await contacts()).map((contact) => contact.email)).not.toContain('bad@example.com');
    expect(await events()).toHaveLength(20);
  });

  it('fails alone even for what only the database refuses', async () => {
    const settled = await Promise.allSettled([
      ...[1, 2, 3].map((n) => writer.track(track(`g${n}@example.com`))),
      writer.track(track('bad@example.com', { eventId: 'not an id' })),
    ]);
    expect(settled.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(await events()).toHaveLength(3);
  });

  it('never mixes two projects', async () => {
    const other = newId();
    await Promise.all([
      writer.track(track('a@example.com', { data: { of: 'one' } })),
      writer.track(track('a@example.com', { data: { of: 'other' }, projectId: other, subscribed: false })),
    ]);
    expect(await contacts()).toMatchObject([{ subscribed: true, data: { of: 'one' } }]);
    expect(await contacts(other)).toMatchObject([{ subscribed: false, data: { of: 'other' } }]);
  });
});

it('every outgoing event names the trace of its own request, though their writes share a transaction', async () => {
  const trace = (digit: string): string => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`;
  await Promise.all([
    inRequest({ traceparent: trace('a') }, () => writer.track(track('a@example.com'))),
    inRequest({ traceparent: trace('b') }, () => writer.track(track('b@example.com'))),
    writer.track(track('c@example.com')),
  ]);
  expect((await outgoing()).map(({ traceparent }) => traceparent)).toEqual([trace('a'), trace('b'), undefined]);
});

describe('several writers at once', () => {
  it('make each new address once, and lose nothing', async () => {
    const emails = Array.from({ length: 60 }, (_, n) => `r${n}@example.com`);
    const writers = [newWriter(), newWriter(), newWriter()];
    const all = writers.flatMap((one) => emails.map((email) => one.track(track(email))));
    const answers = await Promise.all(all);
    expect(await contacts()).toHaveLength(60);
    expect(await events()).toHaveLength(180);
    expect(new Set(answers.map((answer) => answer.contactId)).size).toBe(60);
  });

  it('fold again what another writer made between the look and the insert', async () => {
    const id = newId();
    let tracked: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await tx.query(`${insert} VALUES ($1, $2, 'late@example.com', false, '{"plan": "pro"}')`, [projectId, id]);
      tracked = writer.track(track('late@example.com', { subscribed: true, data: { city: 'Rome' } }));
      await waitingForLocks(1);
    });
    expect(await tracked).toMatchObject({ contactId: id });
    expect(await contacts()).toMatchObject([{ id, subscribed: true, data: { plan: 'pro', city: 'Rome' } }]);
    expect(await subjects()).toEqual(['contact.subscribed', 'event.tracked']);
  });

  it.each([
    ['stored', `SELECT 1 FROM contacts.contact WHERE project_id = $1 AND email = 'm@example.com' FOR UPDATE`],
    ['new', `${insert} VALUES ($1, gen_random_uuid(), 'm@example.com', true, '{}')`],
  ])('never wait for each other in a circle over %s addresses in opposite order', async (kind, block) => {
    const emails = ['a@example.com', 'm@example.com', 'z@example.com'];
    if (kind === 'stored') await writer.upsert(upsert(emails));
    db.errors.length = 0;
    const writes: Promise<unknown>[] = [];
    // Both stand before the address in the middle, each with what it took first, when the way becomes free.
    const blocker = database.db.transaction(async (tx) => {
      await tx.query(block, [projectId]);
      writes.push(newWriter().upsert(upsert(emails)), newWriter().upsert(upsert(emails.toReversed())));
      await waitingForLocks(2);
      throw new Error('rolled back');
    });
    await expect(blocker).rejects.toThrow('rolled back');
    await Promise.all(writes);
    expect(db.errors.filter(isContention)).toEqual([]);
    expect(await contacts()).toHaveLength(3);
  });
});

describe('a repeated ask', () => {
  it('with the same ids makes no second tracked event and no second outgoing event', async () => {
    const item = track('a@example.com', { data: { plan: 'pro' } });
    const first = await writer.track(item);
    const second = await writer.track(item);
    expect([second.contactId, second.eventId]).toEqual([first.contactId, first.eventId]);
    await Promise.all([writer.track(item), writer.track(item), writer.track(track('a@example.com'))]);
    expect(await events()).toHaveLength(2);
    expect(await subjects()).toEqual(['event.tracked', 'event.tracked']);
  });

  it('whose contact has meanwhile moved to another address makes a new contact', async () => {
    const item = track('old@example.com');
    await writer.track(item);
    await db.query(`UPDATE contacts.contact SET email = 'new@example.com' WHERE project_id = $1`, [projectId]);
    const again = await writer.track({ ...item, eventId: newId() });
    expect(again.contactId).not.toBe(item.contactId);
    expect((await contacts()).map((contact) => contact.email)).toEqual(['new@example.com', 'old@example.com']);
  });
});

describe('the event partitions', () => {
  it('are made ahead by the service, whose role may not make tables itself', async () => {
    const ensure = (months: number) => db.query('SELECT contacts.ensure_event_partitions($1) AS made', [months]);
    expect(await ensure(3)).toEqual([{ made: 0 }]);
    expect(await ensure(5)).toEqual([{ made: 2 }]);
    await expect(db.query('CREATE TABLE contacts.mine (n int)')).rejects.toThrow(/permission denied/);
  });
});
