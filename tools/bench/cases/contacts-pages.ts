/** Pages of `GET /contacts`, first, deep and searched, by eight connections at once. */
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '../load/connection.ts';
import { quantile } from '../figures/quantile.ts';
import { below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import type { BenchSystem } from '../system/system.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import type { Usage } from '../figures/usage-meter.ts';
import { queryValue } from './contacts-load.ts';

const CONNECTIONS = 8;
const WARM_UP_MS = 1_000;
const MEASURED_MS = 4_000;

/** Path of the n-th request. */
type Path = (n: number) => string;

/** A system whose project is filled, and its database. */
export interface Side {
  system: BenchSystem;
  database: string;
}

interface Pages {
  /** Milliseconds of each answer. */
  times: number[];
  refused: number;
  perSecond: number;
  usage: Usage;
}

/** Each kind of page: of the small project, and right after it of the large one. */
export async function measurePages(small: Side, large: Side): Promise<Row[]> {
  const rows: Row[] = [];
  const ofSmall = await kinds(small.database, small.system.demo.projectId);
  const ofLarge = await kinds(large.database, large.system.demo.projectId);
  // Code that runs for the first time is slow; services in use are past that.
  for (const [, path] of ofSmall) await measure(small.system, path, WARM_UP_MS);
  for (const [, path] of ofLarge) await measure(large.system, path, WARM_UP_MS);
  for (const [index, [kind, path]] of ofLarge.entries()) {
    const before = await measure(small.system, ofSmall[index]?.[1] ?? path);
    const row = pageRow(kind, await measure(large.system, path), before);
    console.error(`${row.variant}: ${JSON.stringify(row.figures)}`);
    rows.push(row);
  }
  return rows;
}

async function kinds(database: string, projectId: string): Promise<[string, Path][]> {
  const total = await queryValue<number>(database, 'SELECT count(*)::int FROM contacts.contact WHERE project_id = $1', [
    projectId,
  ]);
  const ids = 'SELECT id FROM contacts.contact WHERE project_id = $1 ORDER BY id OFFSET $2 LIMIT 1';
  const middle = await queryValue<string>(database, ids, [projectId, total >> 1]);
  const cursor = Buffer.from(JSON.stringify(['createdAt', middle])).toString('base64url');
  const search = (...texts: string[]) => {
    return (n: number) => `/contacts?search=${encodeURIComponent(texts[n % texts.length] ?? '')}`;
  };
  return [
    ['first page', () => '/contacts'],
    ['deep page', () => `/contacts?cursor=${cursor}`],
    ['search, frequent', search('anna', 'COMPANY1', 'example')],
    ['search, 1 in 1,000', search('quetzal', 'zalcoatl', 'etzalco')],
    ['search, one address', (n) => `/contacts?search=${((n * 7_919) % 9_000) + 1_000}%40company`],
    ['search, nobody', (n) => `/contacts?search=nobody${n}`],
    ['search, 2 letters', search('qu', 'zz', 'x9', 'xq')],
    ['search, of frequent parts, nobody', search('example.com', 'company.', 'any@')],
  ];
}

async function measure({ url, demo, parts }: BenchSystem, path: Path, milliseconds = MEASURED_MS): Promise<Pages> {
  const { hostname: host, port, host: name } = new URL(url);
  const head = `HTTP/1.1\r\nhost: ${name}\r\nauthorization: Bearer ${demo.secretKey}\r\n\r\n`;
  let sent = 0;
  let times: number[] = [];
  let refused = 0;
  const target = {
    host,
    port: Number(port),
    next: () => `GET ${path(sent++)} ${head}`,
    answered: (status: number, milliseconds: number): void => {
      times.push(milliseconds);
      if (status !== 200) refused++;
    },
    failed: (): void => void refused++,
  };
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(target));
  await delay(WARM_UP_MS);
  times = [];
  const meter = new UsageMeter(parts);
  meter.start();
  await delay(milliseconds);
  const usage = meter.stop();
  connections.forEach((connection) => connection.stop());
  return { times, refused, perSecond: Math.round(times.length / (milliseconds / 1_000)), usage };
}

/** Held against the same page of a project of 10,000 contacts. */
function pageRow(variant: string, large: Pages, small: Pages): Row {
  const [p50, p99] = [0.5, 0.99].map((q) => round(quantile(large.times, q)));
  const ratio = round(quantile(large.times, 0.5) / quantile(small.times, 0.5));
  const figures = { 'req/s': large.perSecond, 'p50 ms': p50 ?? 0, 'p99 ms': p99 ?? 0, 'p50 to 10,000 contacts': ratio };
  const goals = [
    below('p50 ms', p50 ?? 0, 50),
    below('p99 ms', p99 ?? 0, 150),
    exactly('not 200', large.refused + small.refused, 0),
  ];
  return { case: 'contacts', variant, figures, goals: judged(goals, large.usage), usage: large.usage };
}

const round = (value: number): number => Math.round(value * 100) / 100;
