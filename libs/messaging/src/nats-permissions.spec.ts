import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { busRights, type BusUser } from '@waybill/contracts/bus-rights';
import { liveSubject } from '@waybill/contracts/live/live';
import { broadcasts, durableConsumers, EVENTS_STREAM, wakeUps } from '@waybill/contracts/events';
import { durablesOf, permissionsOf } from './nats-permissions';

const root = join(__dirname, '../../..');
const services = Object.keys(busRights) as BusUser[];
const others = (service: BusUser): BusUser[] => services.filter((name) => name !== service);

/** The asks in the source of a service, by name. */
function asksOf(service: string): string[] {
  const files = globSync(`apps/${service}/src/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.spec.ts'));
  const source = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const names = [...source.matchAll(/\.(?:ask|askOne|askJson)\(\s*'([a-z-]+\.[a-z-]+)'/g)].map(([, name]) => name!);
  return [...new Set(names)].sort();
}

it.each(services)('%s may make the asks that stand in its source and no others', (service) => {
  const allowed = [...busRights[service].asks].sort();
  const isWhole = (name: string): boolean => (allowed as string[]).includes(`${name.split('.')[0]}.*`);
  const asks = asksOf(service);
  const given = [...new Set(asks.map((name) => (isWhole(name) ? `${name.split('.')[0]}.*` : name)))].sort();
  expect(allowed).toEqual(given);
});

it('every subject of the stream, every broadcast and every wake-up has a sender, and every durable consumer an owner', () => {
  const published = new Set(services.flatMap((service) => busRights[service].publishes as readonly string[]));
  const kindOf = (subject: string): string => (subject.startsWith('project.') ? 'project.*' : subject);
  expect([...new Set([...published].map(kindOf))].sort()).toEqual([...EVENTS_STREAM.subjects].sort());
  const signals = [...Object.values(broadcasts), ...Object.values(wakeUps)].sort();
  for (const direction of ['sends', 'hears'] as const) {
    const used = new Set(services.flatMap((service) => busRights[service][direction] as readonly string[]));
    expect([...used].filter((subject) => subject !== liveSubject('*')).sort()).toEqual(signals);
  }
  const owned = services.flatMap((service) => durablesOf(service));
  expect(owned.sort()).toEqual(
    Object.keys(durableConsumers)
      .map((name) => `waybill-${name}`)
      .sort(),
  );
});

it.each(services)('%s may neither answer for another service nor read its answers or its events', (service) => {
  const { publish, subscribe } = permissionsOf(service);
  expect(subscribe.filter((subject) => subject.startsWith('_INBOX'))).toEqual([`_INBOX.${service}.>`]);
  expect(subscribe.filter((subject) => subject.startsWith('ask.'))).toEqual([`ask.${service}.*`]);
  const foreign = others(service).flatMap((other) => durablesOf(other));
  const reads = publish.filter((subject) => /MSG\.NEXT|JS\.ACK|CONSUMER\.INFO\.EVENTS/.test(subject));
  expect(reads.filter((subject) => foreign.some((name) => subject.split('.').includes(name)))).toEqual([]);
  expect(publish.filter((subject) => /(STREAM|CONSUMER)\.(DELETE|PURGE|MSG\.DELETE)\.EVENTS/.test(subject))).toEqual(
    [],
  );
});
