import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DurableConsumerName } from '@waybill/contracts/events';
import { newId } from '@waybill/database/ids';
import { freePort } from '@waybill/stack/process/ports';
import { startNats, type RunningNats } from '@waybill/stack/stores/nats';
import { eventually } from '@waybill/testing/eventually';
import { testDatabase, type TestDatabase } from '@waybill/testing/database/test-database';
import { DeadLetters } from './dead-letter';
import { EventReader } from './event-reader';
import { EventsStream, eventsStreamConfig } from './events-stream';
import { NatsLink } from '../nats/nats-link';

const durable = 'waybill-shop-effect' as DurableConsumerName;
const subject = 'event.tracked';

let folder: string;
let database: TestDatabase;
/** By name. */
let servers: Map<string, RunningNats>;
const links: NatsLink[] = [];
let reader: EventReader | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-cluster-'));
  database = await testDatabase();
  servers = await startCluster();
});
afterAll(async () => {
  await reader?.stop();
  for (const link of links) await link.onApplicationShutdown();
  await Promise.all([...(servers?.values() ?? [])].map((server) => server.stop()));
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startCluster(): Promise<Map<string, RunningNats>> {
  const names = ['a', 'b', 'c'];
  const ports = await Promise.all(names.map(() => freePort()));
  const routes = ports.map((port) => `"nats://127.0.0.1:${port}"`).join(', ');
  const started = names.map(async (name, index): Promise<[string, RunningNats]> => {
    const config = `cluster { name: test, listen: "127.0.0.1:${ports[index]}", routes: [${routes}] }`;
    return [name, await startNats({ storeDir: join(folder, name), name, config })];
  });
  return new Map(await Promise.all(started));
}

async function linkTo(server: RunningNats): Promise<NatsLink> {
  const link = await NatsLink.open({ NATS_URL: server.url, NATS_STREAM_REPLICAS: servers.size }, 'lost leader');
  links.push(link);
  return link;
}

const infoOf = async (link: NatsLink) => (await link.manager()).consumers.info(eventsStreamConfig.name, durable);

/** Has the reader's requests for an event end after ten minutes: only missed heartbeats can have it ask the next leader earlier. */
function waitLonger({ jetstream: { consumers } }: NatsLink): void {
  const get = consumers.get.bind(consumers);
  jest.spyOn(consumers, 'get').mockImplementation(async (...names) => {
    const consumer = await get(...names);
    const fetch = consumer.fetch.bind(consumer);
    jest
      .spyOn(consumer, 'fetch')
      .mockImplementation((request) => fetch({ ...request, ...(request?.idle_heartbeat ? { expires: 600_000 } : {}) }));
    return consumer;
  });
}

it('a reader that waits gets its next event after the server that leads its consumer is lost, before its request ends', async () => {
  const first = await linkTo(servers.get('a')!);
  const leader = await eventually(
    'the consumer has a leader',
    async () => {
      await new EventsStream(first).ensureDurableConsumer(durable, subject).catch(() => {});
      return (await infoOf(first).catch(() => null))?.cluster?.leader;
    },
    60_000,
  );
  const [, survivor] = [...servers].find(([name]) => name !== leader)!;
  const link = await linkTo(survivor);
  waitLonger(link);
  const handled: string[] = [];
  reader = new EventReader(
    { durable, subject, handle: () => Promise.resolve() },
    link,
    new EventsStream(link),
    new DeadLetters(database.db, 'shop'),
    async (events) => void handled.push(...events.map(({ id }) => id)),
  );
  const publish = async (): Promise<string> => {
    const id = newId();
    const json = JSON.stringify({ id, subject, projectId: newId(), data: {} });
    const publishing = () => link.jetstream.publish(subject, json, { msgID: id }).catch(() => null);
    await eventually('the stream takes an event', publishing, 60_000);
    return id;
  };
  reader.start();
  const before = await publish();
  await eventually('the reader waits', async () => handled.includes(before) && (await infoOf(link)).num_waiting === 1);

  await servers.get(leader)!.kill();
  const after = await publish();
  await eventually('the reader goes on', () => handled.includes(after), 60_000);
  expect(handled).toEqual([before, after]);
}, 600_000);
