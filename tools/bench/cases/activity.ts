/** `activity`: the feed and the figures of a project with millions of emails and events. */
import { quantile } from '../figures/quantile.ts';
import { below, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import { Api } from '../system/api.ts';
import { SEND_AND_TRACK, startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { loadContacts, loadEmails, loadEvents, queryValue } from './contacts-load.ts';

const CONTACTS = 100_000;
const EVENTS_EACH = 50;
const EMAILS = 1_000_000;
const ROUNDS = 40;
const DEEP_PAGE = 50;
const LIMIT_MS = 60_000;

interface Page {
  data: { contactId?: string }[];
  cursor: string | null;
}

export async function activityCase(place: Place): Promise<Row[]> {
  const system = await startSystem(place, SEND_AND_TRACK);
  const api = new Api(system);
  try {
    const url = place.stores.postgres.url;
    const { projectId } = system.demo;
    console.error(`loads ${CONTACTS} contacts, ${CONTACTS * EVENTS_EACH} events and ${EMAILS} emails`);
    await loadContacts(url, projectId, CONTACTS);
    await loadEvents(url, projectId, CONTACTS, EVENTS_EACH);
    await loadEmails(url, projectId, await sentEmail(url, system, api), EMAILS, CONTACTS);
    return [...(await feedRows(system, api)), ...(await figureRows(system, api))];
  } finally {
    api.close();
    await system.stop();
  }
}

/** One email that went through the services: the loaded ones are copies of its row. */
async function sentEmail(url: string, { demo }: BenchSystem, api: Api): Promise<string> {
  const body = {
    to: 'model@bench.example',
    from: `hello@${demo.senderDomain}`,
    subject: 'Model',
    body: '<p>Model</p>',
  };
  await api.call('POST', '/v1/send', body);
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
    const id = await queryValue<string | undefined>(
      url,
      `SELECT id FROM delivery.email WHERE project_id = $1 AND status IN ('SENT', 'DELIVERED') LIMIT 1`,
      [demo.projectId],
    );
    if (id) return id;
  }
  throw new Error('the email that is copied was not delivered');
}

async function feedRows(system: BenchSystem, api: Api): Promise<Row[]> {
  const { data } = await api.call<Page>('GET', '/activity?types=email.delivered&limit=100');
  const contacts = data.flatMap(({ contactId }) => (contactId ? [contactId] : []));
  const rows: Row[] = [];
  for (const [what, query] of [
    ['all types', ''],
    ['one frequent type', '&types=email.delivered'],
    ['one rare type', '&types=email.bounced'],
    ['events alone', '&types=event.triggered'],
  ] as const) {
    const path = `/activity?limit=50${query}`;
    rows.push(await timed(system, `${what}, first page`, 30, () => api.call('GET', path)));
    const cursor = await cursorOf(api, path, DEEP_PAGE);
    const deep = `${path}&cursor=${encodeURIComponent(cursor)}`;
    rows.push(await timed(system, `${what}, page ${DEEP_PAGE}`, 30, () => api.call('GET', deep)));
  }
  let n = 0;
  const next = () => contacts[n++ % contacts.length];
  const story = () => api.call('GET', `/activity?limit=50&contactId=${next()}`);
  return [...rows, await timed(system, 'one contact, first page', 30, story)];
}

/** The cursor that leads to a page. */
async function cursorOf(api: Api, path: string, page: number): Promise<string> {
  let cursor = '';
  for (let n = 1; n < page; n++) {
    const at = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await api.call<Page>('GET', `${path}${at}`);
    if (!answer.cursor) throw new Error(`${path} ends at page ${n}`);
    cursor = answer.cursor;
  }
  return cursor;
}

async function figureRows(system: BenchSystem, api: Api): Promise<Row[]> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const range = `startDate=${day(89)}&endDate=${day(0)}`;
  const rows: Row[] = [];
  for (const path of [
    `/analytics/timeseries?${range}`,
    `/activity/stats?${range}`,
    `/analytics/top-events?${range}`,
    `/analytics/top-campaigns?${range}`,
    `/analytics/deliverability?${range}`,
  ]) {
    const name = path.split('?')[0] ?? path;
    rows.push(await timed(system, `${name}, 90 days`, 50, () => api.call('GET', path)));
  }
  return rows;
}

/** One call after the other. */
async function timed(system: BenchSystem, variant: string, goal: number, call: () => Promise<unknown>): Promise<Row> {
  await call();
  const meter = new UsageMeter(system.parts);
  meter.start();
  const times: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  const usage = meter.stop();
  const p50 = round(quantile(times, 0.5));
  const figures = { 'p50 ms': p50, 'p99 ms': round(quantile(times, 0.99)) };
  console.error(`${variant}: ${JSON.stringify(figures)}`);
  return { case: 'activity', variant, figures, goals: judged([below('p50 ms', p50, goal)], usage), usage };
}

const round = (value: number): number => Math.round(value * 100) / 100;
