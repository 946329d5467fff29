/** Three NATS servers with JetStream that keep each stream three times. */
import { join } from 'node:path';
import nats from 'nats';
import type { JetStreamManager, NatsConnection } from 'nats';
import { freePort } from '../../stack/process/ports.ts';
import { signalTo } from '../../stack/process/process-table.ts';
import { startNats } from '../../stack/stores/nats.ts';
import type { RunningNats } from '../../stack/stores/nats.ts';
import { NATS_OPERATOR, natsUsersConfig, withUser } from '../../stack/stores/nats-users.ts';
import { waitFor } from './wait.ts';

export const natsServers = 3;

const password = 'rehearsal';
const startLimitMs = 60_000;
const healLimitMs = 120_000;
const stream = 'EVENTS';

interface Member {
  name: string;
  port: number;
  config: string;
  running?: RunningNats;
}

export class NatsCluster {
  readonly #folder: string;
  readonly #binary: string;
  readonly #members: Member[];

  private constructor(folder: string, binary: string, members: Member[]) {
    this.#folder = folder;
    this.#binary = binary;
    this.#members = members;
  }

  static async start(folder: string, binary: string): Promise<NatsCluster> {
    const names = Array.from({ length: natsServers }, (_, index) => `nats-${index + 1}`);
    const routes = await Promise.all(names.map(() => freePort()));
    const users = natsUsersConfig(() => password);
    const members = await Promise.all(
      names.map(async (name, index) => {
        const others = routes.filter((port) => port !== routes[index]).map((port) => `"nats://127.0.0.1:${port}"`);
        const cluster = `cluster { name: rehearsal, listen: "127.0.0.1:${routes[index]}", routes: [${others.join(', ')}] }`;
        return { name, port: await freePort(), config: `${cluster}\n${users}` };
      }),
    );
    const started = new NatsCluster(folder, binary, members);
    try {
      await Promise.all(members.map((member) => started.#launch(member)));
      await started.#waitForJetStream();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** All servers, for `NATS_URL` of a service. */
  urlOf(service: string): string {
    return this.#members.map(({ port }) => withUser(`nats://127.0.0.1:${port}`, service, password)).join(',');
  }

  /** kill -9 of the server that leads the stream of events; answers what starts it again and waits until the cluster is whole. */
  async killLeader(): Promise<() => Promise<void>> {
    const { member } = await this.#leader();
    return this.#kill([member]);
  }

  /** As {@link killLeader}, and another server with it: the one that is left takes no events, as it is no majority. */
  async killMajority(): Promise<() => Promise<void>> {
    const { member } = await this.#leader();
    return this.#kill([member, this.#members.find((other) => other !== member)!]);
  }

  /**
   * SIGSTOP of the server that leads the stream of events: its connections stay open and nothing travels on them, as when its network
   * is cut. Answers what lets it go on and waits until the cluster is whole.
   */
  async pauseLeader(): Promise<() => Promise<void>> {
    const { running } = await this.#leader();
    signalTo(running.stamp, 'SIGSTOP');
    return async () => {
      signalTo(running.stamp, 'SIGCONT');
      await this.whole();
    };
  }

  /** Resolves when every server keeps the whole stream. */
  whole(): Promise<void> {
    return waitFor('three servers keep the stream', healLimitMs, () =>
      this.#manage(async (manager) => {
        const { cluster, config } = await manager.streams.info(stream);
        const followers = cluster?.replicas ?? [];
        const isWhole =
          followers.length === natsServers - 1 && followers.every(({ current, offline }) => current && !offline);
        return config.num_replicas === natsServers && isWhole;
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map(({ running }) => running?.stop()));
  }

  async #kill(members: Member[]): Promise<() => Promise<void>> {
    for (const member of members) {
      await member.running?.kill();
      member.running = undefined;
    }
    return async () => {
      await Promise.all(members.map((member) => this.#launch(member)));
      await this.whole();
    };
  }

  async #leader(): Promise<{ member: Member; running: RunningNats }> {
    const leader = await this.#manage(async (manager) => (await manager.streams.info(stream)).cluster?.leader);
    const member = this.#members.find(({ name }) => name === leader);
    if (!member?.running) throw new Error(`the stream ${stream} has no leader`);
    return { member, running: member.running };
  }

  async #launch(member: Member): Promise<void> {
    member.running = await startNats({
      storeDir: join(this.#folder, member.name),
      port: member.port,
      name: member.name,
      config: member.config,
      server: { kind: 'program', path: this.#binary },
    });
  }

  /** A cluster answers questions about streams after it has elected a leader. */
  #waitForJetStream(): Promise<void> {
    return waitFor('the NATS cluster has a leader', startLimitMs, () =>
      this.#manage(async (manager) => (await manager.getAccountInfo()).streams >= 0),
    );
  }

  async #manage<T>(work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
    const connection: NatsConnection = await nats.connect({
      servers: this.#members.map(({ port }) => `127.0.0.1:${port}`),
      ...{ user: NATS_OPERATOR, pass: password, timeout: 2_000, reconnect: false },
    });
    try {
      return await work(await connection.jetstreamManager({ timeout: 2_000, checkAPI: false }));
    } finally {
      await connection.close();
    }
  }
}
