/** A Postgres primary with a synchronous standby: Patroni fails over, etcd keeps its lease, HAProxy leads to the primary. */
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../stack/process/ports.ts';
import { commandLine, endProcess, stampOf } from '../../stack/process/process-table.ts';
import type { ProcessStamp } from '../../stack/process/process-table.ts';
import type { Programs } from './packages.ts';
import { startChild } from './child.ts';
import type { Child, RunAs } from './child.ts';
import { haproxyConfig, patroniConfig } from './patroni-config.ts';
import type { ClusterPlan, PostgresNode } from './patroni-config.ts';
import { waitFor } from './wait.ts';

const password = 'rehearsal';
const database = 'waybill';
const startLimitMs = 120_000;
const failoverLimitMs = 120_000;
const rejoinLimitMs = 180_000;

interface Member extends PostgresNode {
  patroni?: Child;
}

interface ClusterState {
  members: { name: string; role: string; state: string }[];
}

/** The etcd servers that keep the lease of the primary, and the connections of one Postgres server. */
export type PostgresOptions = Pick<ClusterPlan, 'etcdHosts' | 'maxConnections'>;

export class PostgresCluster {
  readonly url: string;
  readonly #folder: string;
  readonly #programs: Programs;
  readonly #plan: ClusterPlan;
  readonly #members: Member[];
  readonly #runAs?: RunAs;
  readonly #others: Child[] = [];

  private constructor(folder: string, programs: Programs, plan: ClusterPlan, members: Member[], port: number) {
    this.#folder = folder;
    this.#programs = programs;
    this.#plan = plan;
    this.#members = members;
    this.#runAs = unprivileged();
    this.url = `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  }

  static async start(folder: string, programs: Programs, options: PostgresOptions): Promise<PostgresCluster> {
    const port = await freePort();
    const plan = { ...options, binDir: programs.postgresBin, password };
    const names = ['postgres-1', 'postgres-2'];
    const members = await Promise.all(
      names.map(async (name) => ({
        ...{ name, dataDir: join(folder, name, 'data') },
        ...{ port: await freePort(), restPort: await freePort() },
      })),
    );
    const cluster = new PostgresCluster(folder, programs, plan, members, port);
    try {
      await cluster.#startAll(port);
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /**
   * kill -9 of the primary and of its Patroni, as when the machine is lost; resolves when the standby has taken over. Answers what
   * starts the lost server again and waits until it is the synchronous standby.
   */
  async killPrimary(): Promise<() => Promise<void>> {
    const primary = await this.#primary();
    const postmaster = this.#postmasterOf(primary);
    if (!postmaster) throw new Error(`no Postgres runs on ${primary.dataDir}`);
    await Promise.all([primary.patroni?.kill(), endProcess(postmaster, [['SIGKILL', 5_000]])]);
    primary.patroni = undefined;
    await this.#succeeded(primary);
    return async () => {
      this.#launch(primary);
      await this.whole();
    };
  }

  /** Lets the standby take over as before work on the primary's machine; resolves when the former primary is its standby. */
  async switchOver(): Promise<void> {
    const primary = await this.#primary();
    const answer = await fetch(restOf(primary, '/switchover'), {
      method: 'POST',
      body: JSON.stringify({ leader: primary.name }),
    });
    if (!answer.ok) throw new Error(`Patroni does not switch over: ${answer.status} ${await answer.text()}`);
    await this.#succeeded(primary);
    await this.whole();
  }

  /** Resolves when there is a primary and a synchronous standby. */
  whole(): Promise<void> {
    return waitFor('Postgres has a synchronous standby', rejoinLimitMs, async () => {
      const { members } = await this.#state();
      return members.some(({ role }) => role === 'leader') && members.some(({ role }) => role === 'sync_standby');
    });
  }

  async stop(): Promise<void> {
    for (const member of this.#members) {
      await member.patroni?.stop();
      // Patroni ends its server; one whose Patroni was killed is ended here.
      const postmaster = this.#postmasterOf(member);
      if (postmaster) await endProcess(postmaster, [['SIGQUIT', 5_000]]);
    }
    await Promise.all(this.#others.map((child) => child.stop()));
  }

  #succeeded(primary: Member): Promise<void> {
    return waitFor('the standby is the primary', failoverLimitMs, async () => {
      return (await this.#primary()).name !== primary.name && (await this.#takesWrites());
    });
  }

  async #startAll(port: number): Promise<void> {
    for (const member of this.#members) {
      this.#prepare(member);
      this.#launch(member);
      // The second is made from the first.
      await waitFor(`${member.name} runs`, startLimitMs, async () => (await fetch(restOf(member, '/health'))).ok);
    }
    this.#startHaproxy(port);
    await waitFor('HAProxy leads to the primary', startLimitMs, () => this.#createDatabase());
    await this.whole();
  }

  #startHaproxy(port: number): void {
    const file = join(this.#folder, 'haproxy.cfg');
    writeFileSync(file, haproxyConfig(port, this.#members));
    this.#others.push(this.#child(this.#programs.haproxy, ['-db', '-f', file], 'haproxy'));
  }

  #prepare(member: Member): void {
    const folder = join(this.#folder, member.name);
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'patroni.yml'), patroniConfig(member, this.#plan), { mode: 0o600 });
    if (!this.#runAs) return;
    const { uid, gid } = this.#runAs;
    for (const path of [folder, join(folder, 'patroni.yml')]) chownSync(path, uid, gid);
  }

  #launch(member: Member): void {
    const config = join(this.#folder, member.name, 'patroni.yml');
    member.patroni = this.#child(this.#programs.patroni, [config], member.name, this.#runAs);
  }

  #child(program: string, args: string[], name: string, runAs?: RunAs): Child {
    const cwd = runAs ? join(this.#folder, name) : this.#folder;
    return startChild({ program, args, cwd, log: join(this.#folder, `${name}.log`), runAs });
  }

  async #state(): Promise<ClusterState> {
    for (const member of this.#members.filter(({ patroni }) => patroni)) {
      const answer = await fetch(restOf(member, '/cluster')).catch(() => null);
      if (answer?.ok) return (await answer.json()) as ClusterState;
    }
    throw new Error('no Patroni answers');
  }

  async #primary(): Promise<Member> {
    const { members } = await this.#state();
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')?.name;
    const found = this.#members.find(({ name }) => name === leader);
    if (!found) throw new Error('Postgres has no primary');
    return found;
  }

  /** The server that Patroni started on this folder, and no other process; null when it does not run. */
  #postmasterOf({ dataDir }: Member): ProcessStamp | null {
    const file = join(dataDir, 'postmaster.pid');
    if (!existsSync(file)) return null;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return commandLine(pid).includes(dataDir) ? stampOf(pid) : null;
  }

  async #createDatabase(): Promise<boolean> {
    const server = Object.assign(new URL(this.url), { pathname: '/postgres' }).href;
    await query(server, `CREATE DATABASE ${database}`).catch((error: { code?: string }) => {
      if (error.code !== '42P04') throw error;
    });
    return this.#takesWrites();
  }

  async #takesWrites(): Promise<boolean> {
    const [row] = await query(this.url, 'SELECT pg_is_in_recovery() AS standby');
    return row?.standby === false;
  }
}

const restOf = ({ restPort }: PostgresNode, path: string): string => `http://127.0.0.1:${restPort}${path}`;

async function query(url: string, text: string): Promise<{ standby?: boolean }[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<{ standby?: boolean }>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Postgres does not run as root: then it is the user of Debian's package, or nobody. */
function unprivileged(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8');
  const entry = /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users);
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : { uid: 65534, gid: 65534 };
}
