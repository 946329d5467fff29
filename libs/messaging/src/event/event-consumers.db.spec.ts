import type { DurableConsumerName } from '@waybill/contracts/events';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { MessagingFixture } from '@waybill/testing/messaging.fixture';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { maxAttempts } from './event-reader';
import { eventsStreamConfig } from './events-stream';

type Tracked = EventEnvelope<'event.tracked'>;

let database: TestDatabase;
let messaging: MessagingFixture;

beforeEach(async () => {
  database = await testDatabase();
  await database.db.query(`CREATE SCHEMA shop`);
  await database.db.query(`SELECT app.create_messaging_tables('shop')`);
  await database.db.query(`CREATE TABLE shop.effect (position serial, name text)`);
  messaging = await MessagingFixture.start(database.db, 'shop');
  await messaging.stream.ensureDurableConsumer('waybill-shop-effect', 'event.tracked');
});
afterEach(async () => {
  await messaging.close();
  await database.close();
});

const projectId = newId();
const tracked = (name: string): Tracked => ({
  ...{ id: newId(), subject: 'event.tracked', projectId, occurredAt: new Date().toISOString() },
  ...{ requestId: null, contactId: newId(), contactEmail: 'a@example.com', data: { name, data: {} } },
});
/** Publishes as a relay does; a `msgID` of its own passes the stream's duplicate window. */
const publish = (event: Tracked, msgID = event.id) =>
  messaging.link.jetstream.publish(event.subject, JSON.stringify(event), { msgID });
const insert = async (tx: Transaction, events: Tracked[]): Promise<void> => {
  for (const event of events) await tx.query('INSERT INTO shop.effect (name) VALUES ($1)', [event.data.name]);
};
const consume = (handle: (tx: Transaction, events: Tracked[]) => Promise<void>, afterCommit?: () => void) => {
  const consumers = messaging.startConsumers();
  consumers.register({ durable: 'shop-effect' as DurableConsumerName, subject: 'event.tracked', handle, afterCommit });
  return consumers;
};
const effects = async () => {
  const rows = await database.db.query<{ name: string }>('SELECT name FROM shop.effect ORDER BY position');
  return rows.map((row) => row.name);
};
const pending = async () => {
  const manager = await messaging.link.manager();
  const info = await manager.consumers.info(eventsStreamConfig.name, 'waybill-shop-effect');
  return info.num_pending + info.num_ack_pending;
};
/** The server tells a consumer of an event after it has confirmed the event: what is pending may not count it yet. */
const settled = () =>
  eventually(
    'everything acknowledged',
    async () => {
      const manager = await messaging.link.manager();
      const { state } = await manager.streams.info(eventsStreamConfig.name);
      const { ack_floor } = await manager.consumers.info(eventsStreamConfig.name, 'waybill-shop-effect');
      return (await pending()) === 0 && ack_floor.stream_seq >= state.last_seq;
    },
    20_000,
  );
/** Uses up deliveries of the oldest event, so that the next one is its last attempt. */
const ageOneEvent = async (attempts: number) => {
  const durable = await messaging.link.jetstream.consumers.get(eventsStreamConfig.name, 'waybill-shop-effect');
  for (let n = 0; n < attempts; n++) {
    const message = await durable.next({ expires: 5_000 });
    message?.nak();
  }
};

it('an event that was published twice is handled once', async () => {
  const event = tracked('twice');
  await publish(event);
  await publish(event, newId());
  consume(insert);
  await settled();
  await publish(event, newId());
  await settled();
  expect(await effects()).toEqual(['twice']);
});

it('has no second effect when it fails between the commit and the acknowledgement', async () => {
  let failures = 0;
  consume(insert, () => {
    if (failures++ === 0) throw new Error('lost before the acknowledgement');
  });
  await publish(tracked('committed'));
  await eventually('a second delivery', () => failures > 1);
  await settled();
  expect(await effects()).toEqual(['committed']);
});

it('a failed attempt writes nothing, and the next one follows after a pause', async () => {
  const attempts: number[] = [];
  consume(async (tx, events) => {
    await insert(tx, events);
    if (attempts.push(performance.now()) === 1) throw new Error('not yet');
  });
  await publish(tracked('later'));
  await settled();
  expect([attempts.length, await effects()]).toEqual([2, ['later']]);
  // Half a second less the largest jitter.
  expect((attempts[1] ?? 0) - (attempts[0] ?? 0)).toBeGreaterThan(370);
});

it('an event becomes a dead letter after its eighth attempt, and those around it are handled', async () => {
  const bad = tracked('bad');
  await publish(bad);
  await ageOneEvent(maxAttempts - 1);
  await publish(tracked('good'));
  await publish(tracked('better'));
  consume(async (tx, events) => {
    if (events.some((event) => event.data.name === 'bad')) throw new Error('cannot be handled');
    await insert(tx, events);
  });
  await settled();
  expect((await effects()).sort()).toEqual(['better', 'good']);
  const letters = await messaging.deadLetters.list();
  expect(letters).toMatchObject([
    {
      ...{ consumer: 'waybill-shop-effect', message_id: bad.id, project_id: projectId },
      ...{ subject: 'event.tracked', error: 'cannot be handled', attempts: maxAttempts },
    },
  ]);
  expect(JSON.parse(letters[0]?.payload ?? '')).toEqual(bad);
});

it('an event does not become a dead letter because the database is unavailable', async () => {
  await publish(tracked('patient'));
  await ageOneEvent(maxAttempts + 1);
  let attempts = 0;
  consume(() => {
    attempts++;
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  });
  await eventually('an attempt', () => attempts > 0);
  await messaging.rest();
  expect([attempts, await messaging.deadLetters.list()]).toEqual([1, []]);
  await eventually('the event waits', async () => (await pending()) === 1);
});

it('handles a dead letter again on command, once', async () => {
  const event = tracked('mended');
  await publish(event);
  await ageOneEvent(maxAttempts - 1);
  let broken = true;
  const consumers = consume(async (tx, events) => {
    if (broken) throw new Error('a bug');
    await insert(tx, events);
  });
  await eventually('a dead letter', async () => (await messaging.deadLetters.list()).length === 1);
  await expect(consumers.redrive('waybill-shop-effect', event.id)).rejects.toThrow('a bug');
  broken = false;
  expect(await consumers.redrive('waybill-shop-effect', event.id)).toBe(true);
  expect(await consumers.redrive('waybill-shop-effect', event.id)).toBe(false);
  await publish(event, newId());
  await settled();
  expect([await effects(), await messaging.deadLetters.list()]).toEqual([['mended'], []]);
});

it.each([
  ['not JSON', undefined],
  ['{"id":1}', undefined],
  ['a\0b', undefined],
  ['null', 'an id of somebody else'],
  ['{"id":"x","projectId":"y","subject":"event.tracked","data":{}}', 'x'],
])(
  'a message that is no event (%j) becomes a dead letter at once, and the next one is handled',
  async (payload, msgID) => {
    await messaging.link.jetstream.publish('event.tracked', payload, { msgID });
    await publish(tracked('next'));
    consume(insert);
    await eventually('a dead letter', async () => (await messaging.deadLetters.list()).length === 1);
    await settled();
    expect(await effects()).toEqual(['next']);
  },
);

it('two instances share the events without a second effect', async () => {
  consume(insert);
  consume(insert);
  const names = Array.from({ length: 200 }, (_, n) => `n${n}`);
  await Promise.all(names.map((name) => publish(tracked(name))));
  await settled();
  expect((await effects()).sort()).toEqual(names.sort());
});
