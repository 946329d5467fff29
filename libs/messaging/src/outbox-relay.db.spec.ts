import type { DurableName } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { FactStand } from '@waybill/testing/fact-stand';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import type { EventConsumers } from './event-consumers';
import { eventsStreamConfig } from './events-stream';
import type { Fact } from './outbox';

let database: TestDatabase;
let stand: FactStand;

beforeEach(async () => {
  database = await testDatabase();
  await database.db.query(`CREATE SCHEMA facts`);
  await database.db.query(`SELECT app.create_messaging_tables('facts')`);
  await database.db.query(`CREATE TABLE facts.effect (position serial, durable text, contact_id uuid, n int)`);
  stand = await FactStand.start(database.db, 'facts');
});
afterEach(async () => {
  await stand.close();
  await database.close();
});

const projectId = newId();
const fact = (n: number, contactId = newId()): Fact => {
  const about = { projectId, requestId: null, contactId, contactEmail: 'a@example.com' };
  return { ...about, subject: 'event.tracked', data: { name: 'signup', data: { n } } };
};
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => fact(from + index));

/** A consumer whose effect is one row for each fact. */
const consume = (consumers: EventConsumers, durable = 'facts-effect') =>
  consumers.register({
    durable: durable as DurableName,
    subject: 'event.tracked',
    handle: async (tx, events) => {
      const rows = events.map((event) => [event.contactId, event.data.data['n']]);
      const values = [durable, rows.map(([contactId]) => contactId), rows.map(([, n]) => n)];
      const sql = `INSERT INTO facts.effect (durable, contact_id, n)
                   SELECT $1, * FROM unnest($2::uuid[], $3::int[])`;
      await tx.query(sql, values);
    },
  });
const effects = async (durable = 'facts-effect') => {
  const sql = 'SELECT contact_id, n FROM facts.effect WHERE durable = $1 ORDER BY position';
  return database.db.query<{ contact_id: string; n: number }>(sql, [durable]);
};
const effectCount = (count: number, durable?: string) =>
  eventually(`${count} effects`, async () => (await effects(durable)).length >= count, 25_000);
const sorted = async () => (await effects()).map((row) => row.n).sort((a, b) => a - b);
const outboxRows = async (where: string) => {
  const [row] = await database.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM facts.outbox_fact WHERE ${where}`,
  );
  return row?.n ?? 0;
};
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

it('delivers the facts of each contact in the order in which they were written', async () => {
  stand.startRelay();
  consume(stand.startConsumers());
  const contacts = [newId(), newId(), newId()];
  for (let n = 0; n < 40; n++) await stand.tell(contacts.map((contactId) => fact(n, contactId)));
  await effectCount(120);
  for (const contactId of contacts) {
    const order = (await effects()).filter((row) => row.contact_id === contactId).map((row) => row.n);
    expect(order).toEqual(upTo(40));
  }
});

it('publishes a fact in any script, byte for byte', async () => {
  stand.startRelay();
  const data = { name: 'größe 📦\r\nPUB x 0', data: { text: '漢字\n' } };
  const told = { ...fact(0), data } as Fact;
  await stand.tell([fact(1), told, fact(2)]);
  await eventually('published', async () => (await outboxRows('published_in IS NOT NULL')) === 3);
  const stream = await (await stand.link.manager()).streams.getMessage(eventsStreamConfig.name, { seq: 2 });
  expect(stream.json()).toMatchObject({ contactId: told.contactId, data });
});

it('buries a fact that no server takes, and publishes those around it', async () => {
  stand.startRelay();
  consume(stand.startConsumers());
  const id = newId();
  const large = { ...fact(1), id, data: { name: 'large', data: { text: 'x'.repeat(1024 * 1024) } } } as Fact;
  await stand.tell([large]);
  await stand.tell([fact(0), { ...large, id: newId() }, fact(2)]);
  await stand.tell([fact(3)]);
  await effectCount(3);
  expect(await sorted()).toEqual([0, 2, 3]);
  await eventually('empty outbox', async () => (await outboxRows('true')) === 0);
  const letters = await stand.deadLetters.list();
  expect(letters).toHaveLength(2);
  expect(letters.find(({ message_id }) => message_id === id)).toMatchObject({
    ...{ consumer: 'outbox', subject: 'event.tracked', project_id: projectId },
    error: expect.stringMatching(/^a fact of \d+ bytes is above/) as string,
  });
  expect(await stand.deadLetters.publishAgain(id)).toBe(true);
  expect(await stand.deadLetters.publishAgain(newId())).toBe(false);
  stand.outbox.wake();
  await eventually('it is buried again', async () => (await stand.deadLetters.list()).length === 2);
});

it('publishes nothing of a transaction that was rolled back', async () => {
  stand.startRelay();
  consume(stand.startConsumers());
  const failing = database.db.transaction(async (tx) => {
    await stand.outbox.add(tx, [fact(99)]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await stand.tell([fact(0)]);
  await effectCount(1);
  expect(await sorted()).toEqual([0]);
});

it('lets facts wait while NATS is away and delivers them when it is back', async () => {
  stand.startRelay();
  consume(stand.startConsumers());
  await stand.tell(numbered(0, 10));
  await effectCount(10);
  await stand.killNats();
  await stand.tell(numbered(10, 20));
  expect(await outboxRows('published_in IS NULL')).toBe(20);
  await stand.startNats('kept');
  await effectCount(30);
  expect(await sorted()).toEqual(upTo(30));
});

it('loses nothing when the store of NATS is lost with facts that nobody has handled yet', async () => {
  const relay = stand.startRelay();
  consume(stand.startConsumers());
  await stand.tell(numbered(0, 10));
  await effectCount(10);
  // Published and acknowledged by the stream, but the reader rests; then some that are not even published.
  await stand.rest();
  relay.onApplicationBootstrap();
  await stand.tell(numbered(10, 20));
  await eventually('published', async () => (await outboxRows('published_in IS NULL')) === 0);
  await stand.killNats();
  await stand.tell(numbered(30, 10));
  await stand.startNats('lost');
  consume(stand.startConsumers());
  await effectCount(40);
  await relay.beforeApplicationShutdown();
  expect(await sorted()).toEqual(upTo(40));
});

it('makes the stream again when somebody deletes it, and loses nothing', async () => {
  stand.startRelay();
  consume(stand.startConsumers());
  await stand.tell(numbered(0, 10));
  await effectCount(10);
  await (await stand.link.manager()).streams.delete(eventsStreamConfig.name);
  await stand.tell(numbered(10, 10));
  await effectCount(20);
  expect(await sorted()).toEqual(upTo(20));
});

it('keeps a fact until every durable has handled it, then removes it', async () => {
  consume(stand.startConsumers(), 'facts-slow');
  consume(stand.startConsumers(), 'facts-quick');
  const relay = stand.startRelay();
  await stand.tell(numbered(0, 5));
  await effectCount(5, 'facts-slow');
  await effectCount(5, 'facts-quick');
  await eventually('empty outbox', async () => (await outboxRows('true')) === 0);
  await stand.rest();

  consume(stand.startConsumers(), 'facts-quick');
  relay.onApplicationBootstrap();
  await stand.tell(numbered(5, 5));
  await effectCount(10, 'facts-quick');
  await relay['prune']();
  expect(await outboxRows('published_in IS NOT NULL')).toBe(5);

  consume(stand.startConsumers(), 'facts-slow');
  await effectCount(10, 'facts-slow');
  await eventually('empty outbox', async () => (await outboxRows('true')) === 0);
  await relay.beforeApplicationShutdown();
});

it('publishes each fact once with two relays on one outbox', async () => {
  stand.startRelay();
  stand.startRelay();
  consume(stand.startConsumers());
  for (let n = 0; n < 50; n++) await stand.tell([fact(n)]);
  await effectCount(50);
  const info = await (await stand.link.manager()).streams.info(eventsStreamConfig.name);
  expect(info.state.last_seq).toBe(50);
  expect(await sorted()).toEqual(upTo(50));
});
