import type { DurableName } from '@waybill/contracts/events';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { eventually } from '@waybill/testing/eventually';
import { FactStand } from '@waybill/testing/fact-stand';
import { testDatabase, type TestDatabase } from '@waybill/testing/test-database';
import { maxTries } from './event-reader';
import { eventsStreamConfig } from './events-stream';

type Tracked = EventEnvelope<'event.tracked'>;

let database: TestDatabase;
let stand: FactStand;

beforeEach(async () => {
  database = await testDatabase();
  await database.db.query(`CREATE SCHEMA facts`);
  await database.db.query(`SELECT app.create_messaging_tables('facts')`);
  await database.db.query(`CREATE TABLE facts.effect (position serial, name text)`);
  stand = await FactStand.start(database.db, 'facts');
  await stand.stream.ensureDurable('waybill-facts-effect', 'event.tracked');
});
afterEach(async () => {
  await stand.close();
  await database.close();
});

const projectId = newId();
const tracked = (name: string): Tracked => ({
  ...{ id: newId(), subject: 'event.tracked', projectId, occurredAt: new Date().toISOString() },
  ...{ requestId: null, contactId: newId(), contactEmail: 'a@example.com', data: { name, data: {} } },
});
/** Publishes as a relay does; a `msgID` of its own passes the stream's duplicate window. */
const publish = (event: Tracked, msgID = event.id) =>
  stand.link.jetstream.publish(event.subject, JSON.stringify(event), { msgID });
const insert = async (tx: Transaction, events: Tracked[]): Promise<void> => {
  for (const event of events) await tx.query('INSERT INTO facts.effect (name) VALUES ($1)', [event.data.name]);
};
const consume = (handle: (tx: Transaction, events: Tracked[]) => Promise<void>, afterCommit?: () => void) => {
  const consumers = stand.startConsumers();
  consumers.register({ durable: 'facts-effect' as DurableName, subject: 'event.tracked', handle, afterCommit });
  return consumers;
};
const effects = async () => {
  const rows = await database.db.query<{ name: string }>('SELECT name FROM facts.effect ORDER BY position');
  return rows.map((row) => row.name);
};
const pending = async () => {
  const manager = await stand.link.manager();
  const info = await manager.consumers.info(eventsStreamConfig.name, 'waybill-facts-effect');
  return info.num_pending + info.num_ack_pending;
};
const settled = () => eventually('everything acknowledged', async () => (await pending()) === 0, 20_000);
/** Uses up deliveries of the oldest fact, so that the next one is its last try. */
const ageOneFact = async (tries: number) => {
  const durable = await stand.link.jetstream.consumers.get(eventsStreamConfig.name, 'waybill-facts-effect');
  for (let n = 0; n < tries; n++) {
    const message = await durable.next({ expires: 5_000 });
    message?.nak();
  }
};

it('handles a fact that was published twice once', async () => {
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

it('writes nothing of a try that fails, and tries again after a pause', async () => {
  const tries: number[] = [];
  consume(async (tx, events) => {
    await insert(tx, events);
    if (tries.push(performance.now()) === 1) throw new Error('not yet');
  });
  await publish(tracked('later'));
  await settled();
  expect([tries.length, await effects()]).toEqual([2, ['later']]);
  // Half a second less the largest jitter.
  expect((tries[1] ?? 0) - (tries[0] ?? 0)).toBeGreaterThan(370);
});

it('buries a fact after its eighth try and handles the ones around it', async () => {
  const bad = tracked('bad');
  await publish(bad);
  await ageOneFact(maxTries - 1);
  await publish(tracked('good'));
  await publish(tracked('better'));
  consume(async (tx, events) => {
    if (events.some((event) => event.data.name === 'bad')) throw new Error('cannot be handled');
    await insert(tx, events);
  });
  await settled();
  expect((await effects()).sort()).toEqual(['better', 'good']);
  const letters = await stand.deadLetters.list();
  expect(letters).toMatchObject([
    {
      ...{ consumer: 'waybill-facts-effect', message_id: bad.id, project_id: projectId },
      ...{ subject: 'event.tracked', error: 'cannot be handled', tries: maxTries },
    },
  ]);
  expect(JSON.parse(letters[0]?.payload ?? '')).toEqual(bad);
});

it('does not bury a fact because the database is away', async () => {
  await publish(tracked('patient'));
  await ageOneFact(maxTries + 1);
  let tries = 0;
  consume(() => {
    tries++;
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  });
  await eventually('a try', () => tries > 0);
  await stand.rest();
  expect([tries, await stand.deadLetters.list()]).toEqual([1, []]);
  expect(await pending()).toBe(1);
});

it('handles a dead letter again on command, once', async () => {
  const event = tracked('mended');
  await publish(event);
  await ageOneFact(maxTries - 1);
  let broken = true;
  const consumers = consume(async (tx, events) => {
    if (broken) throw new Error('a bug');
    await insert(tx, events);
  });
  await eventually('a dead letter', async () => (await stand.deadLetters.list()).length === 1);
  await expect(consumers.redrive('waybill-facts-effect', event.id)).rejects.toThrow('a bug');
  broken = false;
  expect(await consumers.redrive('waybill-facts-effect', event.id)).toBe(true);
  expect(await consumers.redrive('waybill-facts-effect', event.id)).toBe(false);
  await publish(event, newId());
  await settled();
  expect([await effects(), await stand.deadLetters.list()]).toEqual([['mended'], []]);
});

it.each([
  ['not JSON', undefined],
  ['{"id":1}', undefined],
  ['a\0b', undefined],
  ['null', 'an id of somebody else'],
  ['{"id":"x","projectId":"y","subject":"event.tracked","data":{}}', 'x'],
])('buries what is not a fact (%j) at once and goes on', async (payload, msgID) => {
  await stand.link.jetstream.publish('event.tracked', payload, { msgID });
  await publish(tracked('next'));
  consume(insert);
  await eventually('a dead letter', async () => (await stand.deadLetters.list()).length === 1);
  await settled();
  expect(await effects()).toEqual(['next']);
});

it('shares the facts between two instances without a second effect', async () => {
  consume(insert);
  consume(insert);
  const names = Array.from({ length: 200 }, (_, n) => `n${n}`);
  await Promise.all(names.map((name) => publish(tracked(name))));
  await settled();
  expect((await effects()).sort()).toEqual(names.sort());
});
