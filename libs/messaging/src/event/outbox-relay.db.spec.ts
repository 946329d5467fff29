import type { DurableConsumerName } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { MessagingFixture } from '@waybill/testing/messaging.fixture';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import type { EventConsumers } from './event-consumers';
import { eventsStreamConfig } from './events-stream';
import type { NewEvent } from './outbox';

let database: TestDatabase;
let messaging: MessagingFixture;

beforeEach(async () => {
  database = await testDatabase();
  await database.db.query(`CREATE SCHEMA shop`);
  await database.db.query(`SELECT app.create_messaging_tables('shop')`);
  await database.db.query(`CREATE TABLE shop.effect (position serial, durable text, contact_id uuid, n int)`);
  messaging = await MessagingFixture.start(database.db, 'shop');
});
afterEach(async () => {
  await messaging.close();
  await database.close();
});

const projectId = newId();
const newEvent = (n: number, contactId = newId()): NewEvent => {
  const about = { projectId, requestId: null, contactId, contactEmail: 'a@example.com' };
  return { ...about, subject: 'event.tracked', data: { name: 'signup', data: { n } } };
};
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => newEvent(from + index));

/** Removes the durable consumers of services that do not run here: events wait in the outbox for each of them. */
async function forgetOtherServices(): Promise<void> {
  const manager = await messaging.link.manager();
  for await (const { name } of manager.consumers.list(eventsStreamConfig.name)) {
    if (!name.includes('-shop-')) await manager.consumers.delete(eventsStreamConfig.name, name);
  }
}

/** A consumer whose effect is one row for each event. */
const consume = (consumers: EventConsumers, durable = 'shop-effect') =>
  consumers.register({
    durable: durable as DurableConsumerName,
    subject: 'event.tracked',
    handle: async (tx, events) => {
      const rows = events.map((event) => [event.contactId, event.data.data['n']]);
      const values = [durable, rows.map(([contactId]) => contactId), rows.map(([, n]) => n)];
      const sql = `INSERT INTO shop.effect (durable, contact_id, n)
                   SELECT $1, * FROM unnest($2::uuid[], $3::int[])`;
      await tx.query(sql, values);
    },
  });
const effects = async (durable = 'shop-effect') => {
  const sql = 'SELECT contact_id, n FROM shop.effect WHERE durable = $1 ORDER BY position';
  return database.db.query<{ contact_id: string; n: number }>(sql, [durable]);
};
const effectCount = (count: number, durable?: string) =>
  eventually(`${count} effects`, async () => (await effects(durable)).length >= count, 25_000);
const sorted = async () => (await effects()).map((row) => row.n).sort((a, b) => a - b);
const outboxRows = async (where: string) => {
  const [row] = await database.db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM shop.outbox_event WHERE ${where}`,
  );
  return row?.n ?? 0;
};
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

it('the events of each contact are delivered in the order in which they were written', async () => {
  messaging.startRelay();
  consume(messaging.startConsumers());
  const contacts = [newId(), newId(), newId()];
  for (let n = 0; n < 40; n++) await messaging.publish(contacts.map((contactId) => newEvent(n, contactId)));
  await effectCount(120);
  for (const contactId of contacts) {
    const order = (await effects()).filter((row) => row.contact_id === contactId).map((row) => row.n);
    expect(order).toEqual(upTo(40));
  }
});

it('an event in any script is published byte for byte', async () => {
  messaging.startRelay();
  const data = { name: 'größe 📦\r\nPUB x 0', data: { text: '漢字\n' } };
  const told = { ...newEvent(0), data } as NewEvent;
  await messaging.publish([newEvent(1), told, newEvent(2)]);
  await eventually('published', async () => (await outboxRows('published_in IS NOT NULL')) === 3);
  const stream = await (await messaging.link.manager()).streams.getMessage(eventsStreamConfig.name, { seq: 2 });
  expect(stream.json()).toMatchObject({ contactId: told.contactId, data });
});

it('an event that no server takes becomes a dead letter, and those around it are published', async () => {
  messaging.startRelay();
  consume(messaging.startConsumers());
  const id = newId();
  const large = { ...newEvent(1), id, data: { name: 'large', data: { text: 'x'.repeat(1024 * 1024) } } } as NewEvent;
  await messaging.publish([large]);
  await messaging.publish([newEvent(0), { ...large, id: newId() }, newEvent(2)]);
  await messaging.publish([newEvent(3)]);
  await effectCount(3);
  expect(await sorted()).toEqual([0, 2, 3]);
  await forgetOtherServices();
  await eventually('empty outbox', async () => (await outboxRows('true')) === 0);
  const letters = await messaging.deadLetters.list();
  expect(letters).toHaveLength(2);
  expect(letters.find(({ message_id }) => message_id === id)).toMatchObject({
    ...{ consumer: 'outbox', subject: 'event.tracked', project_id: projectId },
    error: expect.stringMatching(/^an event of \d+ bytes is above/) as string,
  });
  expect(await messaging.deadLetters.publishAgain(id)).toBe(true);
  expect(await messaging.deadLetters.publishAgain(newId())).toBe(false);
  messaging.outbox.wake();
  await eventually('it is buried again', async () => (await messaging.deadLetters.list()).length === 2);
});

it('nothing of a transaction that was rolled back is published', async () => {
  messaging.startRelay();
  consume(messaging.startConsumers());
  const failing = database.db.transaction(async (tx) => {
    await messaging.outbox.add(tx, [newEvent(99)]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await messaging.publish([newEvent(0)]);
  await effectCount(1);
  expect(await sorted()).toEqual([0]);
});

it('events wait while NATS is unavailable and are delivered afterwards', async () => {
  messaging.startRelay();
  consume(messaging.startConsumers());
  await messaging.publish(numbered(0, 10));
  await effectCount(10);
  await messaging.killNats();
  await messaging.publish(numbered(10, 20));
  expect(await outboxRows('published_in IS NULL')).toBe(20);
  await messaging.startNats('kept');
  await effectCount(30);
  expect(await sorted()).toEqual(upTo(30));
});

it('nothing is lost when the store of NATS is lost with events that are not handled yet', async () => {
  const relay = messaging.startRelay();
  consume(messaging.startConsumers());
  await messaging.publish(numbered(0, 10));
  await effectCount(10);
  // Published and acknowledged by the stream, but the reader rests; then some that are not even published.
  await messaging.rest();
  relay.onApplicationBootstrap();
  await messaging.publish(numbered(10, 20));
  await eventually('published', async () => (await outboxRows('published_in IS NULL')) === 0);
  await messaging.killNats();
  await messaging.publish(numbered(30, 10));
  await messaging.startNats('lost');
  consume(messaging.startConsumers());
  await effectCount(40);
  await relay.beforeApplicationShutdown();
  expect(await sorted()).toEqual(upTo(40));
});

it('makes the stream again after it was deleted, and loses nothing', async () => {
  messaging.startRelay();
  consume(messaging.startConsumers());
  await messaging.publish(numbered(0, 10));
  await effectCount(10);
  await (await messaging.link.manager()).streams.delete(eventsStreamConfig.name);
  await messaging.publish(numbered(10, 10));
  await effectCount(20);
  expect(await sorted()).toEqual(upTo(20));
});

it('an event stays in the outbox until every durable consumer has handled it', async () => {
  consume(messaging.startConsumers(), 'shop-slow');
  consume(messaging.startConsumers(), 'shop-quick');
  const relay = messaging.startRelay();
  await messaging.publish(numbered(0, 5));
  await effectCount(5, 'shop-slow');
  await effectCount(5, 'shop-quick');
  await forgetOtherServices();
  await eventually('empty outbox', async () => (await outboxRows('true')) === 0);
  await messaging.rest();

  consume(messaging.startConsumers(), 'shop-quick');
  relay.onApplicationBootstrap();
  await messaging.publish(numbered(5, 5));
  await effectCount(10, 'shop-quick');
  await eventually('published', async () => (await outboxRows('published_in IS NOT NULL')) === 5);
  await relay['prune']();
  expect(await outboxRows('published_in IS NOT NULL')).toBe(5);

  consume(messaging.startConsumers(), 'shop-slow');
  await effectCount(10, 'shop-slow');
  await eventually('empty outbox', async () => (await outboxRows('true')) === 0);
  await relay.beforeApplicationShutdown();
});

it('two relays on one outbox publish each event once', async () => {
  messaging.startRelay();
  messaging.startRelay();
  consume(messaging.startConsumers());
  for (let n = 0; n < 50; n++) await messaging.publish([newEvent(n)]);
  await effectCount(50);
  const info = await (await messaging.link.manager()).streams.info(eventsStreamConfig.name);
  expect(info.state.last_seq).toBe(50);
  expect(await sorted()).toEqual(upTo(50));
});
