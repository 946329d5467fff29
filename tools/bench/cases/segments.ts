/** `segments`: computes, pages and live membership in a project of a million contacts with ten million events. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'nats';
import { peakBytes } from '../figures/proc.ts';
import { quantile } from '../figures/quantile.ts';
import { megabytes } from '../figures/report.ts';
import { below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import type { Usage } from '../figures/usage-meter.ts';
import { Api } from '../system/api.ts';
import { startStores } from '../system/stores.ts';
import { SEND_AND_TRACK, startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { loadContacts, loadEvents, queryValue } from './contacts-load.ts';

const SERVICES = [...SEND_AND_TRACK, 'segments'];
const CONTACTS = 1_000_000;
const EVENTS_EACH = 10;
const CHANGES = 1_000;
const PAGES = 40;
/** The live part has fewer contacts: its cost depends on the segments, not on them. */
const LIVE_CONTACTS = 10_000;
const LIVE_SEGMENTS = 100;
const TRACKS_PER_SECOND = 500;
const LIVE_SECONDS = 15;
const COMPUTE_LIMIT_MS = 300_000;

/** About three in ten contacts. */
const CONDITION = {
  logic: 'AND',
  groups: [
    {
      filters: [
        { field: 'data.score', operator: 'lessThan', value: 43 },
        { field: 'subscribed', operator: 'equals', value: true },
        { field: 'event.buy', operator: 'triggeredWithin', value: 6, unit: 'days' },
      ],
    },
  ],
};
const BARE_COUNT = `SELECT count(*)::int FROM contacts.contact c WHERE project_id = $1 AND (data ->> 'score')::numeric < 43
  AND subscribed AND EXISTS (SELECT FROM contacts.event e WHERE e.project_id = c.project_id AND e.contact_id = c.id
    AND e.name = 'buy' AND e.id >= contacts.id_floor(app.now() - interval '6 days'))`;

interface Segment {
  id: string;
  memberCount: number;
}

export async function segmentsCase(place: Place): Promise<Row[]> {
  const system = await startSystem(place, SERVICES);
  const api = new Api(system);
  try {
    console.error(`loads ${CONTACTS} contacts with ${EVENTS_EACH} events each`);
    await loadContacts(place.stores.postgres.url, system.demo.projectId, CONTACTS);
    await loadEvents(place.stores.postgres.url, system.demo.projectId, CONTACTS, EVENTS_EACH);
    return [...(await computeRows(place, system, api)), ...(await pageRows(system, api)), ...(await liveRows(place))];
  } finally {
    api.close();
    await system.stop();
  }
}

/** The first compute with its entry events, and one after changes; each beside the bare count. */
async function computeRows(place: Place, system: BenchSystem, api: Api): Promise<Row[]> {
  const url = place.stores.postgres.url;
  const { projectId } = system.demo;
  const bareBegan = performance.now();
  const members = await queryValue<number>(url, BARE_COUNT, [projectId]);
  const bare = secondsSince(bareBegan);
  const body = { name: 'Buyers', type: 'DYNAMIC', condition: CONDITION, trackMembership: true };
  const first = await measured(system, async () => {
    const { id } = await api.call<Segment>('POST', '/segments', body);
    await computed(api, id);
    return id;
  });
  const { memberCount } = await api.call<Segment>('GET', `/segments/${first.result}`);
  const firstFigures = { s: first.seconds, members: memberCount, 'bare count s': bare, ...first.memory };
  const firstGoals = [below('s', first.seconds, 60), below('peak MB', first.memory['peak MB'], 200)];
  const row = (variant: string, figures: Row['figures'], goals: Row['goals'], usage: Usage): Row => {
    console.error(`${variant}: ${JSON.stringify(figures)}`);
    return { case: 'segments', variant, figures, goals: judged(goals, usage), usage };
  };
  const rows = [
    row('first compute', firstFigures, [...firstGoals, exactly('members', memberCount, members)], first.usage),
  ];
  await queryValue(url, CHANGE, [projectId, CHANGES]);
  const again = await measured(system, async () => computed(api, first.result));
  const after = await api.call<Segment>('GET', `/segments/${first.result}`);
  const figures = { s: again.seconds, members: after.memberCount, 'bare count s': bare };
  const left = await queryValue<number>(url, BARE_COUNT, [projectId]);
  const goals = [below('s', again.seconds, 10), exactly('members', after.memberCount, left)];
  return [...rows, row(`compute after ${CHANGES} changes`, figures, goals, again.usage)];
}

const CHANGE = `WITH changed AS (
    UPDATE contacts.contact SET data = data || '{"score": 99}', updated_at = app.now() WHERE project_id = $1 AND id IN (
      SELECT id FROM contacts.contact WHERE project_id = $1 AND subscribed AND (data ->> 'score')::numeric < 43 LIMIT $2::int)
    RETURNING 1
  ) SELECT count(*)::int FROM changed`;

/** Members of a segment that is not tracked, read live. */
async function pageRows(system: BenchSystem, api: Api): Promise<Row[]> {
  const body = { name: 'Not tracked', type: 'DYNAMIC', condition: CONDITION };
  const { id } = await api.call<Segment>('POST', '/segments', body);
  const rows: Row[] = [];
  for (const [page, wanted] of [
    [1, 50],
    [100, 200],
  ] as const) {
    const times: number[] = [];
    const { usage } = await measured(system, async () => {
      for (let n = 0; n < PAGES; n++) {
        const began = performance.now();
        await api.call('GET', `/segments/${id}/contacts?page=${page}&pageSize=20`);
        times.push(performance.now() - began);
      }
    });
    const p50 = round(quantile(times, 0.5));
    const figures = { 'p50 ms': p50, 'p99 ms': round(quantile(times, 0.99)) };
    console.error(`page ${page}: ${JSON.stringify(figures)}`);
    const goals = judged([below('p50 ms', p50, wanted)], usage);
    rows.push({ case: 'segments', variant: `members, page ${page}`, figures, goals, usage });
  }
  return rows;
}

/** From the answer to a track until the entry event is on the bus, at a steady rate. */
async function liveRows(place: Place): Promise<Row[]> {
  const stores = await startStores();
  try {
    const system = await startSystem({ ...place, stores }, SERVICES);
    const api = new Api(system);
    try {
      await loadContacts(stores.postgres.url, system.demo.projectId, LIVE_CONTACTS);
      for (let n = 0; n < LIVE_SEGMENTS; n++) await liveSegment(api, n);
      return [await live(stores.nats.url, system, api)];
    } finally {
      api.close();
      await system.stop();
    }
  } finally {
    await stores.stop();
  }
}

async function liveSegment(api: Api, n: number): Promise<void> {
  const filters = [{ field: `event.live${n}`, operator: 'triggered' }];
  const condition = { logic: 'AND', groups: [{ filters }] };
  const body = { name: `Live ${n}`, type: 'DYNAMIC', condition, trackMembership: true };
  const { id } = await api.call<Segment>('POST', '/segments', body);
  await computed(api, id);
}

async function live(natsUrl: string, system: BenchSystem, api: Api): Promise<Row> {
  const entered = new Map<string, number>();
  const bus = await connect({ servers: natsUrl });
  bus.subscribe('segment.*.entry', {
    callback: (_error, message) => {
      const { contactEmail } = message.json<{ contactEmail: string }>();
      entered.set(contactEmail, performance.now());
    },
  });
  await bus.flush();
  const answered = new Map<string, number>();
  const total = TRACKS_PER_SECOND * LIVE_SECONDS;
  const { usage } = await measured(system, async () => {
    const began = performance.now();
    const calls: Promise<void>[] = [];
    for (let n = 0; n < total; n++) {
      const email = `live${n}@bench.example`;
      const track = api.burst('/v1/track', { email, event: `live${n % LIVE_SEGMENTS}` });
      calls.push(track.then(() => void answered.set(email, performance.now())));
      const ahead = (n * 1000) / TRACKS_PER_SECOND - (performance.now() - began);
      if (ahead > 5) await delay(ahead);
    }
    await Promise.all(calls);
  });
  for (const limit = Date.now() + 60_000; entered.size < total && Date.now() < limit; ) await delay(50);
  await bus.close();
  const waits = [...answered].map(([email, at]) => Math.max(0, (entered.get(email) ?? Infinity) - at));
  const p99 = round(quantile(waits, 0.99));
  const figures = { 'p50 ms': round(quantile(waits, 0.5)), 'p99 ms': p99, entered: entered.size };
  const goals = [below('p99 ms', p99, 1_000), exactly('entered', entered.size, total)];
  const variant = `live, ${TRACKS_PER_SECOND} tracks/s, ${LIVE_SEGMENTS} segments`;
  console.error(`${variant}: ${JSON.stringify(figures)}`);
  return { case: 'segments', variant, figures, goals: judged(goals, usage), usage };
}

/** Waits for the compute of a segment, also for one that has begun. */
async function computed(api: Api, id: string): Promise<void> {
  const answer = await api.call<{ jobId?: string }>('POST', `/segments/${id}/compute`);
  if (answer.jobId) await api.finished(`/segments/${id}/compute/${answer.jobId}`, COMPUTE_LIMIT_MS);
}

async function measured<T>(system: BenchSystem, work: () => Promise<T>) {
  const meter = new UsageMeter(system.parts);
  meter.start();
  const began = performance.now();
  const result = await work();
  const seconds = secondsSince(began);
  const peak = megabytes(peakBytes(system.parts.get('segments') ?? 0));
  return { result, seconds, usage: meter.stop(), memory: { 'peak MB': peak } };
}

const secondsSince = (began: number): number => round((performance.now() - began) / 1000);
const round = (value: number): number => Math.round(value * 100) / 100;
