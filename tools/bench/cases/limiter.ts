/** `limiter`: the limit of a project over two processes, ours and rate-limiter-flexible on the same Postgres, in turn. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { buildApps, bundleModule } from '../../build.ts';
import { runCommand } from '../../stack/service-process.ts';
import { TABLE_SQL } from '../limiter/flexible.ts';
import type { LimiterChoice } from '../limiter/limiter.ts';
import { LimiterPair } from '../limiter/pair.ts';
import type { PairResult } from '../limiter/pair.ts';
import { quantile } from '../quantile.ts';
import { atLeast, below, exactly } from '../result.ts';
import type { Goal, Row } from '../result.ts';
import type { Place } from '../system.ts';

/** Requests of a project in a minute: the default of RATE_LIMIT_PER_MINUTE. */
const LIMIT = 1_000;
const BUNDLE = 'dist/bench/limiter.cjs';

/** Per process: half of the calls that the pair makes. */
const PACED = { projects: 200, calls: 10_000, perSecond: 1_000 };
const FLOOD = { projects: 40, calls: 20_000, callers: 32 };
const BURST = 1_000;

interface Measured {
  paced: PairResult;
  flood: PairResult;
  burst: PairResult;
}

export async function limiterCase({ root, stores }: Place): Promise<Row[]> {
  await buildApps(['gateway'], root);
  await bundleModule('tools/bench/limiter/ours.ts', BUNDLE, root);
  const env = { PATH: process.env.PATH, DATABASE_URL: stores.postgres.url, NATS_URL: stores.nats.url };
  await runCommand({ name: 'gateway', root, env, print: (line) => console.error(line) }, ['migrate']);
  const client = new pg.Client({ connectionString: stores.postgres.url });
  await client.connect();
  await client.query(`CREATE EXTENSION IF NOT EXISTS pg_stat_statements; ${TABLE_SQL}`).finally(() => client.end());
  const measured = new Map<string, Measured>();
  for (const choice of choices(root)) {
    const pair = await LimiterPair.open(choice, stores, LIMIT);
    measured.set(choice.name, await measure(pair).finally(() => pair.close()));
  }
  const [ours, ...others] = [...measured];
  if (!ours) return [];
  return [
    ...rowsOf(ours, true),
    ...others.flatMap((other) => rowsOf(other, false)),
    ...others.map((other) => ratio(ours, other)),
  ];
}

const choices = (root: string): LimiterChoice[] => [
  { name: 'ours', module: join(root, BUNDLE) },
  { name: 'flexible', module: join(root, 'tools/bench/limiter/flexible-logged.ts') },
  { name: 'flexible unlogged', module: join(root, 'tools/bench/limiter/flexible-unlogged.ts') },
];

async function measure(pair: LimiterPair): Promise<Measured> {
  const paced = await pair.call({ ...PACED, keys: newKeys(PACED.projects), callers: 1 });
  const flood = await pair.call({ ...FLOOD, keys: newKeys(FLOOD.projects) });
  const burst = await pair.call({ keys: newKeys(1), calls: BURST, callers: BURST });
  return { paced, flood, burst };
}

const newKeys = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

function rowsOf([name, { paced, flood, burst }]: [string, Measured], ours: boolean): Row[] {
  const passes = (wanted: number, { passed }: PairResult): Goal[] => (ours ? [exactly('passed', passed, wanted)] : []);
  const row = (variant: string, result: PairResult, wanted: number): Row => ({
    case: 'limiter',
    variant: `${name}: ${variant}`,
    figures: figuresOf(result),
    goals: passes(wanted, result),
  });
  return [
    row(`${PACED.projects} projects, ${2 * PACED.perSecond} calls/s`, paced, 2 * PACED.calls),
    row(`${FLOOD.projects} projects, each to its limit at once`, flood, FLOOD.projects * LIMIT),
    row(`one project, ${2 * BURST} calls at once`, burst, LIMIT),
  ];
}

function figuresOf(result: PairResult): Record<string, number> {
  const calls = result.times.length;
  return {
    passed: result.passed,
    'calls/s': rate(result),
    'p50 ms': quantile(result.times, 0.5),
    'p99 ms': quantile(result.times, 0.99),
    'commits/call': result.statements / calls,
    'WAL bytes/call': result.walBytes / calls,
    'Postgres CPU us/call': (result.postgresCpu / calls) * 1_000_000,
    'gateway CPU us/call': (result.processCpu / calls) * 1_000_000,
  };
}

const rate = ({ times, took }: PairResult): number => Math.round(times.length / (took / 1_000));

/** Both ran on the same machine within the same minute, so a busy machine moves the figures more than their ratio. */
function ratio([, ours]: [string, Measured], [name, other]: [string, Measured]): Row {
  const speed = rate(ours.flood) / rate(other.flood);
  const statements = ours.paced.statements / other.paced.statements;
  const postgres = ours.paced.postgresCpu / other.paced.postgresCpu;
  return {
    case: 'limiter',
    variant: `ours : ${name}`,
    figures: { 'calls/s flooded': speed, 'commits paced': statements, 'Postgres CPU paced': postgres },
    goals: [
      atLeast('calls/s flooded', speed, 1),
      below('commits paced', statements, 1),
      below('Postgres CPU paced', postgres, 1),
    ],
  };
}
