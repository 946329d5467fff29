import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { busRights, type BusUser } from '@waybill/contracts/bus-rights';
import { liveSubject } from '@waybill/contracts/live/live';
import { eventually } from '@waybill/testing/eventually';
import { startNats, type RunningNats } from '@waybill/stack/stores/nats';
import { natsUsersConfig, withUser } from '@waybill/stack/stores/nats-users';
import { AckPolicy } from 'nats';
import { EventPublisher } from './event/event-publisher';
import { EventsStream } from './event/events-stream';
import { NatsLink } from './nats/nats-link';
import { durablesOf } from './nats-permissions';
import { maxInlineBytes, PayloadCodec } from './ask/payload';

const services = Object.keys(busRights) as BusUser[];
const links = new Map<string, NatsLink>();
const warnings: string[] = [];
let folder: string;
let server: RunningNats;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-nats-users-'));
  server = await startNats({ storeDir: join(folder, 'nats'), config: natsUsersConfig(() => 'test') });
  jest.spyOn(Logger.prototype, 'warn').mockImplementation((text: unknown) => void warnings.push(String(text)));
  for (const name of [...services, 'operator']) {
    links.set(name, await NatsLink.open({ NATS_URL: withUser(server.url, name, 'test') }, name));
  }
});
afterAll(async () => {
  await Promise.all([...links.values()].map((link) => link.onApplicationShutdown()));
  await server?.stop();
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const link = (name: string): NatsLink => links.get(name)!;
const api = (name: string, subject: string, body = '{}'): Promise<unknown> =>
  link(name).connection.request(`$JS.API.${subject}`, body, { timeout: 2_000 });

/** Does the server write to `name` that it may not do what `attempt` does? */
async function isRefused(name: BusUser, attempt: () => unknown): Promise<void> {
  const before = warnings.length;
  // A refused request is not answered: the server says so on the connection.
  Promise.resolve(attempt()).catch(() => undefined);
  await eventually(`${name} is refused`, () => refusals(before));
}
const refusals = (from: number): boolean => warnings.slice(from).some((text) => /PERMISSIONS_VIOLATION/.test(text));

it.each(services)('%s enters the stream and publishes its events', async (service) => {
  const stream = new EventsStream(link(service));
  await stream.enter();
  const subjects = busRights[service].publishes.map((subject) => subject.replaceAll('*', 'erasure'));
  const events = subjects.map((subject) => ({ id: crypto.randomUUID(), subject, payload: '{}' }));
  const outcomes = await new EventPublisher(link(service)).publish(events);
  expect(outcomes).toEqual(events.map(() => expect.any(Number)));
  expect((await stream.handledUpTo()).sequence).toBe(0);
});

it('every service reads its own consumers and acknowledges what it read', async () => {
  const read = async (service: BusUser, name: string): Promise<boolean> => {
    const durable = await link(service).jetstream.consumers.get('EVENTS', name);
    const message = await durable.next({ expires: 1_000 });
    return message === null || message.ackAck();
  };
  const reads = services.flatMap((service) => durablesOf(service).map((name) => read(service, name)));
  expect(new Set(await Promise.all(reads))).toEqual(new Set([true]));
});

it('hints about a project reach the gateway from every service', async () => {
  const heard = new Set<string>();
  link('gateway').connection.subscribe(liveSubject('a-project'), {
    callback: (_error, hint) => heard.add(hint.string()),
  });
  await link('gateway').connection.flush();
  for (const service of services) link(service).connection.publish(liveSubject('a-project'), service);
  await eventually('all hints', () => heard.size === services.length);
});

it('large payloads pass between services', async () => {
  const json = JSON.stringify('x'.repeat(maxInlineBytes + 1));
  const packed = await new PayloadCodec(link('gateway')).pack(json);
  const message = { ...packed, subject: 'ask.delivery.send' } as Parameters<PayloadCodec['unpack']>[0];
  expect(JSON.stringify(await new PayloadCodec(link('delivery')).unpack(message))).toBe(json);
});

it.each<[string, BusUser, () => unknown]>([
  ['answer the asks of another service', 'segments', () => link('segments').connection.subscribe('ask.contacts.get')],
  ['listen to all subjects', 'contacts', () => link('contacts').connection.subscribe('>')],
  [
    'listen to the answers to another service',
    'billing',
    () => link('billing').connection.subscribe('_INBOX.gateway.>'),
  ],
  ['listen to events beside the stream', 'billing', () => link('billing').connection.subscribe('email.*')],
  ['make an ask that is not its own', 'billing', () => link('billing').connection.publish('ask.delivery.send')],
  ['publish the events of another service', 'contacts', () => link('contacts').connection.publish('email.sent')],
  [
    'send the broadcasts of another service',
    'contacts',
    () => link('contacts').connection.publish('broadcast.access-changed'),
  ],
  ['delete the stream', 'delivery', () => api('delivery', 'STREAM.DELETE.EVENTS')],
  ['empty the stream', 'delivery', () => api('delivery', 'STREAM.PURGE.EVENTS')],
  ['delete an event', 'delivery', () => api('delivery', 'STREAM.MSG.DELETE.EVENTS', '{"seq":1}')],
  ['read any event of the stream', 'billing', () => api('billing', 'STREAM.MSG.GET.EVENTS', '{"seq":1}')],
  [
    'make a stream of its own',
    'gateway',
    () => api('gateway', 'STREAM.CREATE.MINE', '{"name":"MINE","subjects":["mine"]}'),
  ],
  [
    'take the events of another service',
    'segments',
    () => api('segments', 'CONSUMER.MSG.NEXT.EVENTS.waybill-billing-sent', '1'),
  ],
  [
    'delete the consumer of another service',
    'gateway',
    () => api('gateway', 'CONSUMER.DELETE.EVENTS.waybill-billing-sent'),
  ],
  [
    'make a consumer of a name of its own',
    'gateway',
    () =>
      link('gateway')
        .manager()
        .then((manager) => manager.consumers.add('EVENTS', { durable_name: 'mine', ack_policy: AckPolicy.Explicit })),
  ],
  [
    'let the consumer of another service read other events',
    'gateway',
    () => api('gateway', 'CONSUMER.CREATE.EVENTS.waybill-billing-sent.contact.*'),
  ],
])('NATS does not let a service %s', async (_what, service, attempt) => {
  await isRefused(service, attempt);
});

it('the operator may do all of it', async () => {
  const manager = await link('operator').manager();
  expect((await manager.streams.info('EVENTS')).config.name).toBe('EVENTS');
  expect(await manager.streams.delete('EVENTS')).toBe(true);
});
