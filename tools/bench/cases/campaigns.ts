/** `campaigns`: one campaign from its start to the last mail at the mail server. */
import { setTimeout as delay } from 'node:timers/promises';
import { peakBytes } from '../figures/proc.ts';
import { quantile } from '../figures/quantile.ts';
import { megabytes } from '../figures/report.ts';
import { atLeast, below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { perEmail, StatementCount } from '../figures/statements.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import type { Sink } from '../sink/sink.ts';
import { Api } from '../system/api.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { loadContacts, queryValue } from './contacts-load.ts';
import { arrival, send, withMail } from './mail.ts';

const FEW = 1_000;
const MANY = 200_000;
const SIZES = [FEW, 20_000, MANY];
/** Of the contacts that the bench loads, four of five are subscribed. */
const SUBSCRIBED = 0.8;
const LIMIT_MS = 400_000;
const PAUSE_MS = 200;

interface Campaign {
  id: string;
  status: string;
}

export async function campaignsCase(place: Place, recipients?: number): Promise<Row[]> {
  const sizes = recipients === undefined ? SIZES : [FEW, recipients];
  return withMail(place, async (system, sink) => {
    const api = new Api(system);
    try {
      // Code that runs for the first time is slow; a service in use is past that.
      await campaign(place, system, sink, api, FEW);
      const rows: Row[] = [];
      for (const size of sizes) rows.push(besideFew(await campaign(place, system, sink, api, size), rows[0]));
      return rows;
    } finally {
      api.close();
    }
  });
}

/** An email of a large campaign takes as much as one of a small one. */
function besideFew(row: Row, few: Row | undefined): Row {
  if (!few) return row;
  const ratio = (figure: string): number => Number(row.figures[figure]) / Number(few.figures[figure]);
  const [cpu, statements] = [ratio('CPU ms/email'), ratio('statements/email')];
  const figures = { ...row.figures, 'CPU beside 1,000': cpu, 'statements beside 1,000': statements };
  const goals = [below('CPU beside 1,000', cpu, 1.1), below('statements beside 1,000', statements, 1.1)];
  return { ...row, figures, goals: [...row.goals, ...(row.usage ? judged(goals, row.usage) : goals)] };
}

async function campaign(place: Place, system: BenchSystem, sink: Sink, api: Api, size: number): Promise<Row> {
  const url = place.stores.postgres.url;
  await queryValue(url, 'DELETE FROM contacts.contact WHERE project_id = $1', [system.demo.projectId]);
  await loadContacts(url, system.demo.projectId, size / SUBSCRIBED);
  const content = { subject: 'News for {{firstName}}', body: '<p>Hello {{firstName}}, there is news.</p>' };
  const audience = { from: `news@${system.demo.senderDomain}`, audienceType: 'ALL' };
  const { data } = await api.call<{ data: Campaign }>('POST', '/campaigns', { name: 'News', ...content, ...audience });
  const known = sink.arrivals.size;
  const statements = await StatementCount.begin(url);
  const meter = new UsageMeter(new Map([...system.parts, ['sink', sink.pid]]));
  meter.start();
  const began = performance.timeOrigin + performance.now();
  await api.call('POST', `/campaigns/${data.id}/send`, {});
  const beside = await transactional(system, sink, () => sent(url, data.id));
  await settled(url, data.id, size, sink);
  const usage = meter.stop();
  const fanOut = [await statements.of(FREEZE), await statements.of(FEED)];
  const fanOutMs = fanOut.reduce((sum, { totalMs }) => sum + totalMs, 0);
  const counted = perEmail(await statements.end(), size);
  const arrivals = [...sink.arrivals.values()].slice(known);
  const seconds = (arrivals.reduce((last, at) => Math.max(last, at), 0) - began) / 1000;
  const rows = await queryValue<number>(url, HANDED_OVER, [data.id]);
  const perSecond = Math.round(size / seconds);
  const cpu = Object.values(usage.cpu).reduce((sum, percent) => sum + percent, 0);
  const figures = {
    'emails/s': perSecond,
    s: Math.round(seconds * 10) / 10,
    'fan-out rows/s': Math.round((size * 1_000) / fanOutMs),
    'CPU ms/email': Math.round((cpu / 100 / perSecond) * 1e6) / 1e3,
    ...counted,
    'beside p99 ms': Math.round(quantile(beside, 0.99)),
    'at the server': arrivals.length - beside.length,
    twice: (await sink.counts()).doubles,
    'delivery peak MB': megabytes(peakBytes(system.parts.get('delivery') ?? 0)),
  };
  const goals = [
    ...(size >= 20_000 ? [atLeast('emails/s', perSecond, 1_000)] : []),
    ...(size >= MANY ? [atLeast('fan-out rows/s', figures['fan-out rows/s'], 20_000)] : []),
    below('beside p99 ms', figures['beside p99 ms'], 500),
    below('delivery peak MB', figures['delivery peak MB'], 300),
    exactly('in the ledger', rows, size),
    exactly('at the server', figures['at the server'], size),
    exactly('twice', figures.twice, 0),
  ];
  const variant = `${size.toLocaleString('en-US')} recipients`;
  console.error(`${variant}: ${JSON.stringify(figures)}`);
  return { case: 'campaigns', variant, figures, goals: judged(goals, usage), usage };
}

/** The statements of the fan-out: it does not wait in them, as it does between them for the emails that are on their way. */
const FREEZE = '%INSERT INTO delivery.campaign_recipient%';
const FEED = '%DELETE FROM delivery.campaign_recipient%INSERT INTO delivery.email%';
const HANDED_OVER = `SELECT count(*)::int FROM delivery.email WHERE campaign_id = $1 AND sent_at IS NOT NULL`;
const OVER = `SELECT status IN ('SENT', 'CANCELLED') FROM delivery.campaign WHERE id = $1`;
const sent = (url: string, id: string): Promise<boolean> => queryValue<boolean>(url, OVER, [id]);

/** Single emails while the campaign is being sent: milliseconds from the answer to the mail server. */
async function transactional(system: BenchSystem, sink: Sink, isOver: () => Promise<boolean>): Promise<number[]> {
  const waits: number[] = [];
  do {
    const { id, answeredAt } = await send(system, `beside${waits.length}`);
    waits.push(Math.max(0, (await arrival(sink, id)) - answeredAt));
    await delay(PAUSE_MS);
  } while (!(await isOver()));
  return waits;
}

async function settled(url: string, id: string, size: number, sink: Sink): Promise<void> {
  for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await delay(100)) {
    if ((await queryValue<number>(url, HANDED_OVER, [id])) === size && sink.arrivals.size >= size) return;
  }
}
