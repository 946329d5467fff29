/** `segments`: computes, pages and live membership in a project of a million contacts with ten million events, unless told otherwise. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'nats';
import type { NatsConnection } from 'nats';
import { peakBytes } from '../figures/proc.ts';
import { quantile } from '../figures/quantile.ts';
import { megabytes } from '../figures/report.ts';
import { below, between, exactly, judged } from '../figures/result.ts';
import type { Goal, Row } from '../figures/result.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
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
const PUBLISH_LIMIT_MS = 120_000;
/** Of the segments service, throughout. */
const MAX_MEGABYTES = 200;

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

export async function segmentsCase(place: Place, contacts = CONTACTS): Promise<Row[]> {
  const system = await startSystem(place, SERVICES);
  const api = new Api(system);
  try {
    console.error(`loads ${contacts} contacts with ${EVENTS_EACH} events each`);
    await loadContacts(place.stores.postgres.url, system.demo.projectId, contacts);
    await loadEvents(place.stores.postgres.url, system.demo.projectId, contacts, EVENTS_EACH);
    return [...(await computeRows(place, system, api)), ...(await pageRows(system, api)), ...(await liveRows(place))];
  } finally {
    api.close();
    await system.stop();
  }
}

/** The first compute with its entry events, and one after changes; each beside the bare count. */
async function computeRows(place: Place, system: BenchSystem, api: Api): Promise<Row[]> {
  const { projectId } = system.demo;
  const entries = await Entries.listen(place.stores.nats.url);
  const body = { name: 'Buyers', type: 'DYNAMIC', condition: CONDITION, trackMembership: true };
  const first = await beside(place, system, async () => {
    const began = performance.now();
    const { id } = await api.call<Segment>('POST', '/segments', body);
    await computed(api, id);
    const s = secondsSince(began);
    const { memberCount } = await api.call<Segment>('GET', `/segments/${id}`);
    await entries.reach(memberCount);
    return { id, s, 's to the last event': secondsSince(began), members: memberCount };
  });
  await entries.close();
  const { id, ...own } = first.result;
  // Who left the segment since has entered it, too.
  const entered = between('entry events', entries.count, [own.members, Math.max(...first.counts)]);
  const firstFigures = { ...own, 'entry events': entries.count };
  const firstRow = first.row('first compute', firstFigures, [below('s', own.s, 60), entered]);
  await queryValue(place.stores.postgres.url, CHANGE, [projectId, CHANGES]);
  const again = await beside(place, system, async () => {
    const began = performance.now();
    await computed(api, id);
    const s = secondsSince(began);
    return { s, members: (await api.call<Segment>('GET', `/segments/${id}`)).memberCount };
  });
  const wanted = [below('s', again.result.s, 10)];
  return [firstRow, again.row(`compute after ${CHANGES} changes`, again.result, wanted)];
}

/**
 * Measures work between two bare counts of the same condition: time passes meanwhile, so the right number of members may
 * change by itself and lies between the two.
 */
async function beside<T>(place: Place, system: BenchSystem, work: () => Promise<T>) {
  const counts: number[] = [];
  const times: number[] = [];
  const count = async (): Promise<void> => {
    const began = performance.now();
    counts.push(await queryValue<number>(place.stores.postgres.url, BARE_COUNT, [system.demo.projectId]));
    times.push(secondsSince(began));
  };
  await count();
  const { result, usage, memory } = await measured(system, work);
  await count();
  const row = (variant: string, own: Row['figures'] & { members: number }, goals: Goal[]): Row => {
    const figures = { ...own, 'bare count s': Math.min(...times), ...memory };
    console.error(`${variant}: ${JSON.stringify(figures)}`);
    const strict = between('members', own.members, [counts[0] ?? 0, counts[1] ?? 0]);
    return { case: 'segments', variant, figures, goals: judged([...goals, strict, small(memory)], usage), usage };
  };
  return { result, counts, row };
}

/** Counts the contacts of which an entry was published. */
class Entries {
  readonly #contacts = new Set<string>();
  readonly #bus: NatsConnection;

  private constructor(bus: NatsConnection) {
    this.#bus = bus;
  }

  static async listen(natsUrl: string): Promise<Entries> {
    const entries = new Entries(await connect({ servers: natsUrl }));
    entries.#bus.subscribe('segment.*.entry', {
      callback: (_error, message) => void entries.#contacts.add(message.json<{ contactId: string }>().contactId),
    });
    await entries.#bus.flush();
    return entries;
  }

  get count(): number {
    return this.#contacts.size;
  }

  /** Waits until there are so many, at most {@link PUBLISH_LIMIT_MS}. */
  async reach(count: number): Promise<void> {
    for (const limit = Date.now() + PUBLISH_LIMIT_MS; this.count < count && Date.now() < limit; ) await delay(50);
  }

  close(): Promise<void> {
    return this.#bus.close();
  }
}

const small = (memory: { 'peak MB': number }): Goal => below('peak MB', memory['peak MB'], MAX_MEGABYTES);

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
    const { usage, memory } = await measured(system, async () => {
      for (let n = 0; n < PAGES; n++) {
        const began = performance.now();
        await api.call('GET', `/segments/${id}/contacts?page=${page}&pageSize=20`);
        times.push(performance.now() - began);
      }
    });
    const p50 = round(quantile(times, 0.5));
    const figures = { 'p50 ms': p50, 'p99 ms': round(quantile(times, 0.99)), ...memory };
    console.error(`page ${page}: ${JSON.stringify(figures)}`);
    const goals = judged([below('p50 ms', p50, wanted), small(memory)], usage);
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
  const { usage, memory } = await measured(system, async () => {
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
  const figures = { 'p50 ms': round(quantile(waits, 0.5)), 'p99 ms': p99, entered: entered.size, ...memory };
  const goals = [below('p99 ms', p99, 1_000), exactly('entered', entered.size, total), small(memory)];
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
  const result = await work();
  const peak = megabytes(peakBytes(system.parts.get('segments') ?? 0));
  return { result, usage: meter.stop(), memory: { 'peak MB': peak } };
}

const secondsSince = (began: number): number => round((performance.now() - began) / 1000);
const round = (value: number): number => Math.round(value * 100) / 100;
