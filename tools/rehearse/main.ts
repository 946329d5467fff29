/**
 * `npm run rehearse [-- fault... --rate=<n> --keep --install]`: runs the system as in production on this machine, lets its parts fail
 * in turn under load, and counts what callers and the ledger saw. Exits 1 when something was lost, doubled or refused otherwise.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Load } from './load/load.ts';
import { truthOf } from './load/truth.ts';
import { readOptions } from './options.ts';
import type { Fault, Options } from './options.ts';
import { programs } from './cluster/packages.ts';
import { problemsOf, rowOf, table } from './report.ts';
import type { Row } from './report.ts';
import { services, setUp } from './scene.ts';
import type { Scene } from './scene.ts';

/** Milliseconds of load before a fault and after its repair. */
const calmMs = 4_000;
/** Milliseconds that a process or a server is away before it is started again. */
const awayMs = 5_000;
/** Milliseconds that a server is cut off: longer than the others take to elect a new leader. */
const cutMs = 12_000;
/** A rehearsal that takes longer is ended. */
const limitMs = 30 * 60_000;

const say = (line: string): void => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** One row of the table: the fault, and what repairs it again. */
interface Act {
  name: string;
  play: (scene: Scene) => Promise<void>;
}

/** The fault lasts for some seconds, then it is repaired. */
const repaired =
  (fault: (scene: Scene) => Promise<() => Promise<void>>, lastsMs = awayMs) =>
  async (scene: Scene): Promise<void> => {
    const repair = await fault(scene);
    await delay(lastsMs);
    await repair();
  };

const acts: Record<Fault, Act[]> = {
  calm: [{ name: 'nothing', play: () => delay(awayMs) }],
  nats: [
    { name: '`kill -9` of the NATS server that leads the stream', play: repaired(({ nats }) => nats.killLeader()) },
  ],
  majority: [
    {
      name: '`kill -9` of two of the three NATS servers, one of which leads the stream',
      play: repaired(({ nats }) => nats.killMajority()),
    },
  ],
  cut: [
    {
      name: `NATS server that leads the stream cut off for ${cutMs / 1_000} s (\`SIGSTOP\`)`,
      play: repaired(({ nats }) => nats.pauseLeader(), cutMs),
    },
  ],
  postgres: [
    {
      name: '`kill -9` of the Postgres primary',
      play: repaired(({ postgres }) => postgres.killPrimary()),
    },
  ],
  switchover: [
    { name: 'planned switchover of Postgres (`patronictl switchover`)', play: ({ postgres }) => postgres.switchOver() },
  ],
  etcd: [
    { name: '`kill -9` of the etcd server that leads, of three', play: repaired(({ etcd }) => etcd.killLeader()) },
  ],
  replicas: services.map((service) => ({
    name: `\`kill -9\` of one of two \`${service}\``,
    play: repaired(({ replicas }) => replicas.kill(service)),
  })),
  rolling: [{ name: 'rolling restart of every service', play: ({ replicas }) => replicas.roll() }],
};

async function playUnderLoad(scene: Scene, { name, play }: Act, perSecond: number): Promise<Row> {
  say(name);
  const { secretKey, senderDomain } = scene.demo;
  const load = new Load({ perSecond, secretKey, senderDomain, gateways: () => scene.replicas.gateways });
  load.start();
  const from = performance.now();
  let to = from;
  try {
    await delay(calmMs);
    await play(scene);
    await delay(calmMs);
  } finally {
    to = performance.now();
    await load.stop();
  }
  const truth = await truthOf(load.operations, scene.postgres.url, scene.sink);
  const row = rowOf(name, load.operations, truth, from, to);
  say(JSON.stringify({ ...row, wrong: row.wrong.slice(0, 3) }));
  return row;
}

async function rehearse({ faults, install, keep, perSecond }: Options): Promise<number> {
  const scene = await setUp(programs(install, say), say);
  const rows: Row[] = [];
  const end = onSignal(() => scene.stop(true));
  let failed = true;
  try {
    for (const act of faults.flatMap((fault) => acts[fault])) rows.push(await playUnderLoad(scene, act, perSecond));
    failed = rows.flatMap(problemsOf).length > 0;
  } finally {
    end();
    if (rows.length > 0) console.log(table(rows));
    await scene.stop(keep || failed);
    if (keep || failed) say(`the logs are in ${scene.folder}`);
  }
  for (const problem of rows.flatMap(problemsOf)) say(problem);
  return failed ? 1 : 0;
}

/** Ends everything on Ctrl-C and when it takes too long; the answer switches that off. */
function onSignal(stop: () => Promise<void>): () => void {
  let isStopping = false;
  const leave = (why: string): void => {
    if (isStopping) return;
    isStopping = true;
    say(why);
    void stop().finally(() => process.exit(1));
  };
  const onInterrupt = (): void => leave('is interrupted');
  const watchdog = setTimeout(() => leave(`did not end within ${limitMs / 60_000} minutes`), limitMs);
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt);
  return () => {
    clearTimeout(watchdog);
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt);
  };
}

async function main(): Promise<void> {
  process.exitCode = await rehearse(readOptions(process.argv.slice(2)));
  process.exit();
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
