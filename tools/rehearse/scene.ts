/** The system that is rehearsed: stores that fail over, two processes of every service, a mail server, on loopback. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Sink } from '../bench/sink/sink.ts';
import { ensureDemo, seedArgument } from '../stack/demo/demo.ts';
import type { Demo } from '../stack/demo/demo.ts';
import { runCommand } from '../stack/process/service-process.ts';
import type { Env } from '../stack/process/service-process.ts';
import { SERVICES } from '../stack/services.ts';
import { EtcdCluster } from './cluster/etcd-cluster.ts';
import { NatsCluster, natsServers } from './cluster/nats-cluster.ts';
import { PostgresCluster } from './cluster/postgres-cluster.ts';
import { Replicas, replicasOfService } from './cluster/replicas.ts';
import type { Programs } from './cluster/packages.ts';

export const services = SERVICES.map(({ name }) => name);

const run = promisify(execFile);
/** Connections of one process: its pool, and a second one for its jobs. */
const connectionsOfProcess = 20;

export interface Scene {
  folder: string;
  demo: Demo;
  nats: NatsCluster;
  etcd: EtcdCluster;
  postgres: PostgresCluster;
  replicas: Replicas;
  sink: Sink;
  /** Ends every program and, unless it is to be kept, removes the folder. */
  stop(keep: boolean): Promise<void>;
}

/** Builds the services and starts everything. What was started is stopped when a part of it fails. */
export async function setUp(programs: Programs, say: (line: string) => void): Promise<Scene> {
  const root = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'waybill-rehearsal-'));
  // Postgres runs as another user, which must get to its folder.
  chmodSync(folder, 0o711);
  const ends: (() => Promise<void>)[] = [];
  const stop = async (keep: boolean): Promise<void> => {
    for (const end of ends.toReversed()) await end();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  };
  const started = async <T extends { stop(): Promise<void> }>(what: string, start: Promise<T>): Promise<T> => {
    say(`starts ${what}`);
    const part = await start;
    ends.push(() => part.stop());
    return part;
  };
  try {
    await run(process.execPath, [join(root, 'tools/build.ts'), ...services], { cwd: root });
    const sink = await started('the mail server', Sink.start('smtp'));
    const nats = await started(`${natsServers} NATS servers`, NatsCluster.start(folder, programs.natsServer));
    const maxConnections = services.length * replicasOfService * connectionsOfProcess;
    const etcd = await started('three etcd servers', EtcdCluster.start(folder, programs.etcd));
    const options = { etcdHosts: etcd.hosts, maxConnections };
    const postgres = await started('two Postgres servers', PostgresCluster.start(folder, programs, options));
    const demo = ensureDemo(join(folder, 'demo.json'), 'http://127.0.0.1');
    const envOf = environment({ folder, nats, postgres, sink });
    await prepare(root, envOf, demo);
    const plan = { root, folder, envOf };
    const replicas = await started('two processes of every service', Replicas.start(plan, services));
    await Promise.all([nats.whole(), postgres.whole()]);
    return { folder, demo, nats, etcd, postgres, replicas, sink, stop };
  } catch (error) {
    await stop(true);
    say(`the logs are in ${folder}`);
    throw error;
  }
}

function environment({ folder, nats, postgres, sink }: Pick<Scene, 'folder' | 'nats' | 'postgres' | 'sink'>) {
  return (service: string): Env => ({
    PATH: process.env.PATH,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: postgres.url,
    NATS_URL: nats.urlOf(service),
    NATS_STREAM_REPLICAS: String(natsServers),
    ...(service === 'gateway' ? { UPLOAD_DIR: join(folder, 'uploads') } : {}),
    ...(service === 'delivery' ? sink.env : {}),
  });
}

/** Schemas, and a project that may send. */
async function prepare(root: string, envOf: (service: string) => Env, demo: Demo): Promise<void> {
  const launchOf = (name: string) => ({ name, root, env: envOf(name), print: () => undefined });
  await Promise.all(services.map((name) => runCommand(launchOf(name), ['migrate'])));
  const seeding = SERVICES.filter(({ seedsDemo }) => seedsDemo);
  for (const { name } of seeding) await runCommand(launchOf(name), ['seed-demo', seedArgument(name, demo)]);
}
