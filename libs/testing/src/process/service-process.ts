import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { asNatsUser } from '@waybill/stack/stores/nats-users';
import { freePort } from '@waybill/stack/process/ports';
import { endProcess, isRunning, stampOf, type ProcessStamp } from '@waybill/stack/process/process-table';
import { eventually } from '../eventually';
import { newLogFile, noteUsedLog, runFolder } from './log-files';
import type { SharedService } from './shared-registry';
import { noteProcess } from './started-processes';

const root = join(__dirname, '../../../..');

/** Milliseconds for a start, which takes a second when the machine is idle; seven services that start together want each core at once. */
const startLimit = 30_000;

export interface ServiceProcessOptions {
  /** Folder under `apps`. */
  service: string;
  databaseUrl: string;
  /** Of the server; a service is its own user where this names the operator. */
  natsUrl: string;
  env?: Record<string, string>;
}

/**
 * A machine that tests share with others may stand still for longer than an answer may take. Tests of that deadline set the
 * product's own, {@link promisedDeadline}.
 */
const patientDeadline = { ASK_DEADLINE_MS: '10000' };

/** Node keeps what it compiled for the next start of a run, which makes hundreds of them. */
const compileCache = (): Record<string, string> => ({ NODE_COMPILE_CACHE: join(runFolder(), 'compile-cache') });

/** What a service does unless configured. */
export const promisedDeadline = { ASK_DEADLINE_MS: '1500' };

/** One service of the built system as a process of its own, as it runs in production. */
export class ServiceProcess {
  opsPort = 0;
  /** The public port; the gateway's only. */
  port = 0;
  private child?: ChildProcess;
  private stamp?: ProcessStamp;
  private unchanged = true;
  private log: string;
  /** Bytes of the log that earlier test files of a shared system wrote. */
  private readonly logFrom: number;

  /** `shared` is the running process of a shared system, which this object takes over. */
  constructor(
    readonly options: ServiceProcessOptions,
    shared?: SharedService,
  ) {
    this.stamp = shared?.stamp;
    this.port = shared?.port ?? 0;
    this.opsPort = shared?.opsPort ?? 0;
    this.log = shared?.log ?? newLogFile(options.service);
    this.logFrom = shared ? statSync(shared.log).size : 0;
    noteUsedLog({ service: options.service, log: this.log, from: this.logFrom });
  }

  /** Everything that it printed since this test file uses it. */
  get output(): string {
    return readFileSync(this.log).subarray(this.logFrom).toString('utf8');
  }

  get pid(): number {
    if (!this.stamp) throw new Error(`${this.options.service} does not run`);
    return this.stamp.pid;
  }

  get running(): boolean {
    return this.stamp !== undefined && isRunning(this.stamp);
  }

  /** How a later test file finds this process. */
  get shared(): SharedService {
    const stamp = this.stamp ?? { pid: 0, startedAt: '' };
    return { stamp, port: this.port, opsPort: this.opsPort, log: this.log, unchanged: this.unchanged };
  }

  /** Starts the process (again) and waits until it takes work. `extra` overrides its environment this time. */
  async start(extra: Record<string, string> = {}): Promise<this> {
    this.launch(extra, await this.choosePorts());
    await this.readyOrEnded().catch((error: Error) => {
      throw new Error(`${error.message}\n${this.output.slice(-4_000)}`);
    });
    if (!this.running) throw new Error(`${this.options.service} ended at its start\n${this.output.slice(-4_000)}`);
    return this;
  }

  /** Starts the process with a crash point at which it dies; resolves when it takes work, or has died before. */
  async startToCrash(crashPoint: string, extra: Record<string, string> = {}): Promise<void> {
    this.launch({ ...extra, CRASH_AT: crashPoint }, await this.choosePorts());
    await this.readyOrEnded();
  }

  async isReady(): Promise<boolean> {
    if (!this.running) throw new Error(`${this.options.service} ended`);
    const response = await fetch(`http://127.0.0.1:${this.opsPort}/health/ready`).catch(() => null);
    return response?.status === 200;
  }

  /** SIGTERM; answers the exit code. A process may take 20 seconds to finish what it has begun. */
  async stop(): Promise<number | null> {
    return this.end([
      ['SIGTERM', 30_000],
      ['SIGKILL', 5_000],
    ]);
  }

  /** SIGKILL: no chance to finish anything. */
  async kill(): Promise<void> {
    await this.end([['SIGKILL', 5_000]]);
  }

  /** SIGSTOP: its connections stay open and it says nothing. Resolves when none of its threads runs, with what lets it go on. */
  async freeze(): Promise<() => void> {
    const { pid } = this;
    process.kill(pid, 'SIGSTOP');
    const states = (): string[] =>
      readdirSync(`/proc/${pid}/task`).map((thread) => readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'));
    await eventually(`${this.options.service} stands still`, () => states().every((text) => /^State:\s+T/m.test(text)));
    return () => void process.kill(pid, 'SIGCONT');
  }

  /** Resolves when the process ends by itself, for example at a crash point. */
  async ended(): Promise<void> {
    await eventually(`${this.options.service} ends`, () => !this.running, 30_000);
  }

  private async readyOrEnded(): Promise<void> {
    const check = async (): Promise<boolean> => !this.running || (await this.isReady().catch(() => false));
    await eventually(`${this.options.service} ready or ended`, check, startLimit);
  }

  private async choosePorts(): Promise<Record<string, string>> {
    this.opsPort = this.opsPort || (await freePort());
    if (this.options.service === 'gateway') this.port = this.port || (await freePort());
    return { OPS_PORT: String(this.opsPort), PORT: String(this.port) };
  }

  private launch(extra: Record<string, string>, ports: Record<string, string>): void {
    const { service, databaseUrl, natsUrl, env } = this.options;
    const log = openSync(this.log, 'a');
    this.child = spawn(process.execPath, [join(root, 'dist/apps', service, 'main.js')], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        NATS_URL: asNatsUser(natsUrl, service),
        ...compileCache(),
        ...patientDeadline,
        ...ports,
        ...env,
        ...extra,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    // A process of a shared system outlives the test file that started it.
    this.child.unref();
    this.stamp = (this.child.pid && stampOf(this.child.pid)) || undefined;
    if (this.stamp) noteProcess(runFolder(), this.stamp);
    this.unchanged = Object.keys(extra).length === 0;
  }

  private async end(steps: [NodeJS.Signals, number][]): Promise<number | null> {
    const { child, stamp } = this;
    const exited = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    if (stamp) await endProcess(stamp, steps);
    await exited;
    return child?.exitCode ?? null;
  }
}

/** Runs one command of a service's bundle and answers what it printed; throws when it fails. */
export async function runServiceCommand(options: ServiceProcessOptions, ...command: string[]): Promise<string> {
  const { service, databaseUrl, natsUrl, env } = options;
  const child = spawn(process.execPath, [join(root, 'dist/apps', service, 'main.js'), ...command], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      NATS_URL: asNatsUser(natsUrl, service),
      ...compileCache(),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${service} ${command[0]} failed:\n${output}`);
  return output;
}
