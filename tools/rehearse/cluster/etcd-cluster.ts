/** Three etcd servers: they keep the lease of the Postgres primary while two of them run. */
import { join } from 'node:path';
import { freePort } from '../../stack/process/ports.ts';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { waitFor } from './wait.ts';

const etcdServers = 3;
const wholeLimitMs = 60_000;

interface Member {
  name: string;
  /** `http://host:port` for clients and for the other servers. */
  client: string;
  peer: string;
  running?: Child;
}

export class EtcdCluster {
  readonly #folder: string;
  readonly #program: string;
  readonly #members: Member[];

  private constructor(folder: string, program: string, members: Member[]) {
    this.#folder = folder;
    this.#program = program;
    this.#members = members;
  }

  static async start(folder: string, program: string): Promise<EtcdCluster> {
    const address = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
    const names = Array.from({ length: etcdServers }, (_, index) => `etcd-${index + 1}`);
    const members = await Promise.all(
      names.map(async (name) => ({ name, client: await address(), peer: await address() })),
    );
    const started = new EtcdCluster(folder, program, members);
    try {
      for (const member of members) started.#launch(member);
      await started.whole();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }

  /** All servers, `host:port`. */
  get hosts(): string[] {
    return this.#members.map(({ client }) => new URL(client).host);
  }

  /** kill -9 of the server that leads; answers what starts it again and waits until the cluster is whole. */
  async killLeader(): Promise<() => Promise<void>> {
    const leading = await Promise.all(this.#members.map((member) => isLeader(member).catch(() => false)));
    const member = this.#members[leading.indexOf(true)];
    if (!member?.running) throw new Error('etcd has no leader');
    await member.running.kill();
    member.running = undefined;
    return async () => {
      this.#launch(member);
      await this.whole();
    };
  }

  /** Resolves when every server answers. */
  whole(): Promise<void> {
    return waitFor('three etcd servers answer', wholeLimitMs, async () => {
      const answers = await Promise.all(this.#members.map(({ client }) => fetch(`${client}/health`)));
      return answers.every(({ ok }) => ok);
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#members.map(({ running }) => running?.stop()));
  }

  #launch(member: Member): void {
    const { name, client, peer } = member;
    const all = this.#members.map((each) => `${each.name}=${each.peer}`).join(',');
    const args = [
      ...['--name', name, '--data-dir', join(this.#folder, name), '--initial-cluster', all],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      // All servers share one disk here.
      ...['--heartbeat-interval', '200', '--election-timeout', '2000'],
    ];
    const log = join(this.#folder, `${name}.log`);
    member.running = startChild({ program: this.#program, args, cwd: this.#folder, log });
  }
}

async function isLeader({ client }: Member): Promise<boolean> {
  const answer = await fetch(`${client}/v3/maintenance/status`, { method: 'POST', body: '{}' });
  const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader: string };
  return header.member_id === leader;
}
