/** Two processes of every service, which can be killed, started again and rolled. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../stack/process/ports.ts';
import { signalTo } from '../../stack/process/process-table.ts';
import { launchService, whatLacks } from '../../stack/process/service-process.ts';
import type { Env, ServiceLaunch } from '../../stack/process/service-process.ts';
import type { Launched } from '../../stack/process/supervised.ts';
import { waitFor } from './wait.ts';

export const replicasOfService = 2;

const readyLimitMs = 120_000;
/** Milliseconds that a load balancer takes to learn that an instance stops; it is told before. */
const noticeMs = 1_000;
/** As long as a service may drain in production. */
const drainMs = 20_000;

export interface ReplicaPlan {
  root: string;
  folder: string;
  envOf: (service: string) => Env;
}

export interface Replica {
  name: string;
  service: string;
  launch: ServiceLaunch;
  /** The public port; 0 where the service has none. */
  port: number;
  /** A load balancer sends requests here. */
  inService: boolean;
  running?: Launched;
}

export class Replicas {
  readonly all: Replica[];

  private constructor(all: Replica[]) {
    this.all = all;
  }

  static async start(plan: ReplicaPlan, services: readonly string[]): Promise<Replicas> {
    const all: Replica[] = [];
    for (const service of services) {
      for (let number = 1; number <= replicasOfService; number++) all.push(await planned(plan, service, number));
    }
    const started = new Replicas(all);
    try {
      for (const replica of all) replica.running = launchService(replica.launch);
      await Promise.all(all.map((replica) => ready(replica)));
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** Addresses of the gateways that a load balancer knows to be there. */
  get gateways(): string[] {
    return this.all
      .filter(({ service, inService }) => service === 'gateway' && inService)
      .map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** kill -9 of the first process of a service, without notice; answers what starts it again and waits until it takes work. */
  async kill(service: string): Promise<() => Promise<void>> {
    const replica = this.all.find((one) => one.service === service);
    if (!replica?.running) throw new Error(`${service} does not run`);
    signalTo(replica.running.stamp, 'SIGKILL');
    await replica.running.exited;
    return async () => {
      replica.running = launchService(replica.launch);
      await ready(replica);
    };
  }

  /** Restarts every process of every service, one after the other, as an upgrade does. */
  async roll(): Promise<void> {
    for (const replica of this.all) {
      replica.inService = false;
      if (replica.port > 0) await delay(noticeMs);
      await replica.running?.stop();
      replica.running = launchService(replica.launch);
      await ready(replica);
      replica.inService = true;
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map(({ running }) => running?.stop()));
  }
}

async function planned(plan: ReplicaPlan, service: string, number: number): Promise<Replica> {
  const name = `${service}-${number}`;
  const port = service === 'gateway' ? await freePort() : 0;
  const env = { ...plan.envOf(service), OPS_PORT: String(await freePort()), ...(port ? { PORT: String(port) } : {}) };
  const log = join(plan.folder, `${name}.log`);
  const launch = {
    name: service,
    root: plan.root,
    env,
    drainMs,
    print: (line: string) => appendFileSync(log, `${line}\n`),
  };
  return { name, service, launch, port, inService: true };
}

const ready = ({ name, launch }: Replica): Promise<void> =>
  waitFor(`${name} takes work`, readyLimitMs, async () => (await whatLacks(Number(launch.env.OPS_PORT))) === null);
