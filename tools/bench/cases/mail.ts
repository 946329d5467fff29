/** From acceptance to the mail server: how long one email takes, and how many a second there are with all of the ledger. */
import { setTimeout as delay } from 'node:timers/promises';
import { peakBytes } from '../proc.ts';
import { quantile } from '../quantile.ts';
import { megabytes } from '../report.ts';
import { atLeast, below, exactly, judged } from '../result.ts';
import type { Row } from '../result.ts';
import { Sink } from '../sink.ts';
import { SEND_AND_TRACK, startSystem } from '../system.ts';
import type { BenchSystem, Place } from '../system.ts';
import { UsageMeter } from '../usage-meter.ts';

const SINGLES = 200;
const WARM_UP = 30;
const EMAILS = 10_000;
/** How many requests are under way while the emails are accepted. */
const SENDERS = 32;
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

/** Many emails at once: accepted as fast as the system takes them, then counted at the mail server by their ids. */
export async function sustainedCase(place: Place): Promise<Row[]> {
  return withMail(place, async (system, sink) => {
    const meter = new UsageMeter(new Map([...system.parts, ['sink', sink.pid]]));
    meter.start();
    const accepted = new Set<string>();
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < EMAILS) accepted.add((await send(system, `person${next++}`)).id);
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
      'accepted/s': Math.round((EMAILS * 1000) / acceptedIn),
      lost,
      twice: counts.doubles,
      'delivery peak MB': megabytes(peakBytes(system.parts.get('delivery') ?? 0)),
    };
    const goals = [atLeast('emails/s', perSecond, 500), exactly('lost', lost, 0), exactly('twice', counts.doubles, 0)];
    return [{ case: 'sustained', variant: `${EMAILS} emails`, figures, goals: judged(goals, usage), usage }];
  });
}

async function withMail(place: Place, work: (system: BenchSystem, sink: Sink) => Promise<Row[]>): Promise<Row[]> {
  const sink = await Sink.start();
  try {
    const env = { ...place.env, EMAIL_PROVIDER: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(sink.port) };
    const system = await startSystem({ ...place, env }, SEND_AND_TRACK);
    try {
      return await work(system, sink);
    } finally {
      await system.stop();
    }
  } finally {
    await sink.stop();
  }
}

async function send(system: BenchSystem, person: string): Promise<{ id: string; answeredAt: number }> {
  const response = await fetch(`${system.url}/v1/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.demo.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      to: `${person}@bench.example`,
      from: `hello@${system.demo.senderDomain}`,
      subject: 'Welcome, {{name ?? friend}}',
      body: '<p>Hello {{name}},</p><p>your plan is {{plan}}.</p>',
      data: { name: 'Ada', plan: 'pro' },
    }),
  });
  const answeredAt = now();
  const text = await response.text();
  if (!response.ok) throw new Error(`/v1/send answered ${response.status}: ${text}`);
  const answer = JSON.parse(text) as { data: { emails: { email: string }[] } };
  return { id: answer.data.emails[0]?.email ?? '', answeredAt };
}

async function arrival(sink: Sink, id: string): Promise<number> {
  for (const limit = now() + ARRIVAL_LIMIT_MS; now() < limit; await delay(1)) {
    const at = sink.arrivals.get(id);
    if (at !== undefined) return at;
  }
  throw new Error(`${id} did not reach the mail server within ${ARRIVAL_LIMIT_MS / 1000} s.`);
}

/** Comparable between processes of one machine. */
const now = (): number => performance.timeOrigin + performance.now();
