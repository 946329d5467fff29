/** From acceptance to the mail server: how long one email takes, and how many a second there are with all of the ledger. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { peakBytes } from '../figures/proc.ts';
import { quantile } from '../figures/quantile.ts';
import { megabytes } from '../figures/report.ts';
import { atLeast, below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { Sink } from '../sink/sink.ts';
import type { SinkKind } from '../sink/sink.ts';
import { perEmail, StatementCount } from '../figures/statements.ts';
import { SEND_AND_TRACK, startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { UsageMeter } from '../figures/usage-meter.ts';

const SINGLES = 200;
const WARM_UP = 30;
const EMAILS = 20_000;
const BACKLOG = 50_000;
/** The emails are queued by requests of so many recipients, so many under way: what is measured is how they leave. */
const RECIPIENTS = 500;
const SENDERS = 4;
const MOST_TRIES = 20;
const ARRIVAL_LIMIT_MS = 10_000;
const SUSTAINED_LIMIT_MS = 120_000;

/** One email at a time on an idle system. Time runs from the answer to the request until the server has all of it. */
export async function handoverCase(place: Place): Promise<Row[]> {
  return withMail(place, async (system, sink) => {
    for (let n = 0; n < WARM_UP; n += 1) await arrival(sink, (await send(system, `warm${n}`)).id);
    const fromAnswer: number[] = [];
    const fromRequest: number[] = [];
    for (let n = 0; n < SINGLES; n += 1) {
      const began = now();
      const { id, answeredAt } = await send(system, `single${n}`);
      const arrivedAt = await arrival(sink, id);
      fromAnswer.push(Math.max(0, arrivedAt - answeredAt));
      fromRequest.push(arrivedAt - began);
      await delay(5);
    }
    const p50 = quantile(fromAnswer, 0.5);
    const figures = {
      'accepted to handed over p50 ms': p50,
      'p99 ms': quantile(fromAnswer, 0.99),
      'request to handed over p50 ms': quantile(fromRequest, 0.5),
    };
    const goals = [below('accepted to handed over p50 ms', p50, 30)];
    return [{ case: 'handover', variant: `${SINGLES} emails, one at a time`, figures, goals }];
  });
}

export const sustainedCase = (place: Place): Promise<Row[]> => sustained(place, 'smtp', 'sustained');
export const sustainedSesCase = (place: Place): Promise<Row[]> => sustained(place, 'ses', 'sustained-ses');

/** The cases that can be compared with another build. */
export const mailCases = { sustained: sustainedCase, 'sustained-ses': sustainedSesCase };

/** Many queued emails, counted at the mail server by their ids; the rate is from its first to its last. */
async function sustained(place: Place, kind: SinkKind, name: string): Promise<Row[]> {
  const work = async (system: BenchSystem, sink: Sink): Promise<Row[]> => {
    const statements = await StatementCount.begin(place.stores.postgres.url);
    const meter = new UsageMeter(new Map([...system.parts, ['sink', sink.pid]]));
    meter.start();
    const accepted = new Set<string>();
    let askedAgain = 0;
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < EMAILS) {
        const people = Array.from({ length: RECIPIENTS }, () => `person${next++}`);
        const { ids, tries } = await sendTo(system, people);
        for (const id of ids) accepted.add(id);
        askedAgain += tries - 1;
      }
    };
    const began = Date.now();
    await Promise.all(Array.from({ length: SENDERS }, sender));
    const acceptedIn = Date.now() - began;
    const limit = Date.now() + SUSTAINED_LIMIT_MS;
    while (sink.arrivals.size < accepted.size && Date.now() < limit) await delay(100);
    const usage = meter.stop();
    const counts = await sink.counts();
    const known = new Set(counts.ids);
    const lost = [...accepted].filter((id) => !known.has(id)).length;
    const perSecond = Math.round((counts.taken * 1000) / Math.max(1, counts.lastAt - counts.firstAt));
    const figures = {
      'emails/s': perSecond,
      ...perEmail(await statements.end(), accepted.size),
      'accepted/s': Math.round((EMAILS * 1000) / acceptedIn),
      'asked again': askedAgain,
      lost,
      twice: counts.doubles,
      'delivery peak MB': megabytes(peakBytes(system.parts.get('delivery') ?? 0)),
    };
    const goals = [atLeast('emails/s', perSecond, 500), exactly('lost', lost, 0), exactly('twice', counts.doubles, 0)];
    return [{ case: name, variant: `${EMAILS} emails`, figures, goals: judged(goals, usage), usage }];
  };
  return withMail(place, work, { kind });
}

/** One email at a time while fifty thousand of a campaign wait, written as a fan-out writes them. */
export async function backlogCase(place: Place): Promise<Row[]> {
  return withMail(place, async (system, sink) => {
    for (let n = 0; n < WARM_UP; n += 1) await arrival(sink, (await send(system, `warm${n}`)).id);
    await queueCampaign(place.stores.postgres.url, system, BACKLOG);
    const meter = new UsageMeter(new Map([...system.parts, ['sink', sink.pid]]));
    const statements = await StatementCount.begin(place.stores.postgres.url);
    meter.start();
    const began = now();
    const before = sink.arrivals.size;
    const waits: number[] = [];
    for (let n = 0; n < SINGLES; n += 1) {
      const { id, answeredAt } = await send(system, `beside${n}`);
      waits.push(Math.max(0, (await arrival(sink, id)) - answeredAt));
      await delay(50);
    }
    const left = sink.arrivals.size - before;
    const usage = meter.stop();
    const p99 = quantile(waits, 0.99);
    const figures = {
      'accepted to handed over p50 ms': quantile(waits, 0.5),
      'p99 ms': p99,
      'campaign emails/s': Math.round(((left - SINGLES) * 1000) / (now() - began)),
      ...perEmail(await statements.end(), left),
      'still queued': BACKLOG - (sink.arrivals.size - WARM_UP - SINGLES),
    };
    const goals = [below('p99 ms', p99, 500), atLeast('still queued', figures['still queued'], 1)];
    const variant = `${SINGLES} emails beside ${BACKLOG.toLocaleString('en-US')} of a campaign`;
    return [{ case: 'backlog', variant, figures, goals: judged(goals, usage), usage }];
  });
}

/** Ledger rows of one content to so many contacts. */
async function queueCampaign(url: string, { demo }: BenchSystem, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO delivery.message (project_id, id, subject, html, marketing)
     VALUES ($1, delivery.id_floor(app.now()), 'News for {{name}}', '<p>Hello {{name}},</p><p>there is news.</p>', true)
     RETURNING id`,
    [demo.projectId],
  );
  await client.query(
    `INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, from_address, subject, variables,
       source_type, campaign_id, lane)
     SELECT $1, overlay(delivery.id_floor(app.now())::text PLACING substr(md5(n::text), 1, 12) FROM 25)::uuid, $2,
       gen_random_uuid(), 'reader' || n || '@bench.example', $3, 'News for {{name}}',
       jsonb_build_object('data', jsonb_build_object('name', 'Reader ' || n), 'subscribed', true), 'CAMPAIGN', $2, 'campaign'
     FROM generate_series(1, $4::integer) AS n`,
    [demo.projectId, rows[0]?.id, `news@${demo.senderDomain}`, count],
  );
  await client.end();
}

/** Runs `work` on a system that hands over to a sink. */
export async function withMail(
  place: Place,
  work: (system: BenchSystem, sink: Sink) => Promise<Row[]>,
  { kind = 'smtp', services = SEND_AND_TRACK }: { kind?: SinkKind; services?: string[] } = {},
): Promise<Row[]> {
  const sink = await Sink.start(kind);
  try {
    const system = await startSystem({ ...place, env: { ...place.env, ...sink.env } }, services);
    try {
      return await work(system, sink);
    } finally {
      await system.stop();
    }
  } finally {
    await sink.stop();
  }
}

export async function send(system: BenchSystem, person: string): Promise<{ id: string; answeredAt: number }> {
  const { ids, answeredAt } = await sendTo(system, [person]);
  return { id: ids[0] ?? '', answeredAt };
}

/** One request for all of them; the ids of their emails. A 503 is asked again, as its answer advises, under the same key. */
async function sendTo(
  system: BenchSystem,
  people: string[],
): Promise<{ ids: string[]; answeredAt: number; tries: number }> {
  const headers = {
    authorization: `Bearer ${system.demo.secretKey}`,
    'content-type': 'application/json',
    // A key costs a write: one email at a time goes without, as most do.
    ...(people.length > 1 && { 'idempotency-key': randomUUID() }),
  };
  const body = JSON.stringify({
    to: people.map((person) => `${person}@bench.example`),
    from: `hello@${system.demo.senderDomain}`,
    subject: 'Welcome, {{name ?? friend}}',
    body: '<p>Hello {{name}},</p><p>your plan is {{plan}}.</p>',
    data: { name: 'Ada', plan: 'pro' },
  });
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(`${system.url}/v1/send`, { method: 'POST', headers, body });
    const answeredAt = now();
    const text = await response.text();
    if (response.ok) {
      const answer = JSON.parse(text) as { data: { emails: { email: string }[] } };
      return { ids: answer.data.emails.map(({ email }) => email), answeredAt, tries };
    }
    const again = people.length > 1 && tries < MOST_TRIES && (response.status === 503 || response.status === 409);
    if (!again) throw new Error(`/v1/send answered ${response.status}: ${text}`);
    await delay(500);
  }
}

export async function arrival(sink: Sink, id: string): Promise<number> {
  for (const limit = now() + ARRIVAL_LIMIT_MS; now() < limit; await delay(1)) {
    const at = sink.arrivals.get(id);
    if (at !== undefined) return at;
  }
  throw new Error(`${id} did not reach the mail server within ${ARRIVAL_LIMIT_MS / 1000} s.`);
}

/** Comparable between processes of one machine. */
const now = (): number => performance.timeOrigin + performance.now();
