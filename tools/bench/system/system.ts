/** The built services as processes of their own, with a project that may send. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ensureDemo, seedArgument } from '../../stack/demo/demo.ts';
import type { Demo } from '../../stack/demo/demo.ts';
import { freePort } from '../../stack/process/ports.ts';
import { launchService, runCommand } from '../../stack/process/service-process.ts';
import type { Env, ServiceLaunch } from '../../stack/process/service-process.ts';
import type { Launched } from '../../stack/process/supervised.ts';
import type { Stores } from './stores.ts';

/** The services that carry `/v1/send` and `/v1/track`. */
export const SEND_AND_TRACK = ['gateway', 'contacts', 'delivery', 'domain-verifier'];

const READY_LIMIT_MS = 30_000;
const run = promisify(execFile);

export interface BenchSystem {
  url: string;
  demo: Demo;
  services: Map<string, Launched>;
  /** Root process of each part, stores included. */
  parts: Map<string, number>;
  stop(): Promise<void>;
}

/** Where a system runs. */
export interface Place {
  /** Root of the tree. */
  root: string;
  stores: Stores;
  /** The tree is built already and stays as it is. */
  isBuilt?: boolean;
  /** Added to the environment of every service. */
  env: Env;
}

/** Builds, migrates, seeds and starts. */
export async function startSystem(place: Place, names: string[]): Promise<BenchSystem> {
  const { root, stores } = place;
  if (!place.isBuilt) await run(process.execPath, [join(root, 'tools/build.ts'), ...names], { cwd: root });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const demo = ensureDemo(join(stores.folder, 'demo.json'), url);
  const launches = await Promise.all(names.map((name) => launchOf(place, name, port)));
  await Promise.all(launches.map((launch) => runCommand(launch, ['migrate'])));
  const seeding = launches.filter(({ name }) => name === 'gateway' || name === 'domain-verifier');
  await Promise.all(seeding.map((launch) => runCommand(launch, ['seed-demo', seedArgument(launch.name, demo)])));
  const services = new Map(
    launches.map((launch) => [launch.name, launchService({ ...launch, env: { ...launch.env, ...place.env } })]),
  );
  const stop = async (): Promise<void> => {
    await Promise.all([...services.values()].map((service) => service.stop()));
  };
  try {
    await Promise.all(launches.map(waitReady));
  } catch (error) {
    await stop();
    throw error;
  }
  const parts = new Map([...services].map(([name, { stamp }]) => [name, stamp.pid]));
  parts.set('postgres', stores.postgres.pid).set('nats', stores.nats.pid);
  return { url, demo, services, parts, stop };
}

async function launchOf({ root, stores }: Place, name: string, port: number): Promise<ServiceLaunch> {
  const env = {
    PATH: process.env.PATH,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: stores.postgres.url,
    NATS_URL: stores.nats.url,
    OPS_PORT: String(await freePort()),
    PORT: String(port),
  };
  return { name, root, env, print: (line) => console.error(`${name}: ${line}`) };
}

async function waitReady({ name, env }: ServiceLaunch): Promise<void> {
  for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(50)) {
    const answer = await fetch(`http://127.0.0.1:${env.OPS_PORT}/health/ready`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`${name} was not ready within ${READY_LIMIT_MS / 1000} s.`);
}
