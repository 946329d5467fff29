import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@waybill/stack/ports';
import { eventually } from './eventually';

const root = join(__dirname, '../../..');

/** Milliseconds for a start, which takes a second when the machine is idle. */
const startLimit = 20_000;

export interface ServiceProcessOptions {
  /** Folder under `apps`. */
  service: string;
  databaseUrl: string;
  natsUrl: string;
  env?: Record<string, string>;
}

/**
 * A machine that tests share with others may stand still for longer than an answer may take. Tests of that deadline set the
 * product's own, {@link promisedDeadline}.
 */
const patientDeadline = { ASK_DEADLINE_MS: '10000' };

/** What a service does unless configured. */
export const promisedDeadline = { ASK_DEADLINE_MS: '1500' };

/** One service of the built system as a process of its own, as it runs in production. */
export class ServiceProcess {
  /** Everything it printed: shown when it does not become ready, searched by tests of what is logged. */
  output = '';
  opsPort = 0;
  /** The public port; the gateway's only. */
  port = 0;
  private child?: ChildProcess;

  constructor(readonly options: ServiceProcessOptions) {}

  get pid(): number {
    if (!this.child?.pid) throw new Error(`${this.options.service} does not run`);
    return this.child.pid;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the process (again) and waits until it takes work. `extra` overrides its environment this time. */
  async start(extra: Record<string, string> = {}): Promise<this> {
    this.launch(extra, await this.choosePorts());
    await eventually(`${this.options.service} ready`, () => this.isReady(), startLimit).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.output.slice(-4_000)}`);
    });
    return this;
  }

  async isReady(): Promise<boolean> {
    if (!this.running) throw new Error(`${this.options.service} ended`);
    const response = await fetch(`http://127.0.0.1:${this.opsPort}/health/ready`).catch(() => null);
    return response?.status === 200;
  }

  /** SIGTERM; answers the exit code. */
  async stop(): Promise<number | null> {
    return this.end('SIGTERM');
  }

  /** SIGKILL: no chance to finish anything. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Resolves when the process ends by itself, for example at a crash point. */
  async ended(): Promise<void> {
    if (this.child && this.running) await once(this.child, 'exit');
  }

  private async choosePorts(): Promise<Record<string, string>> {
    this.opsPort = this.opsPort || (await freePort());
    if (this.options.service === 'gateway') this.port = this.port || (await freePort());
    return { OPS_PORT: String(this.opsPort), PORT: String(this.port) };
  }

  private launch(extra: Record<string, string>, ports: Record<string, string>): void {
    const { service, databaseUrl, natsUrl, env } = this.options;
    this.child = spawn(process.execPath, [join(root, 'dist/apps', service, 'main.js')], {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: databaseUrl,
        NATS_URL: natsUrl,
        ...patientDeadline,
        ...ports,
        ...env,
        ...extra,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer): void => void (this.output += chunk.toString('utf8'));
    this.child.stdout?.on('data', keep);
    this.child.stderr?.on('data', keep);
  }

  private async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child;
    if (!child || !this.running) return child?.exitCode ?? null;
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await once(child, 'exit');
    clearTimeout(timer);
    return child.exitCode;
  }
}

/** Runs one command of a service's bundle and answers what it printed; throws when it fails. */
export async function runServiceCommand(options: ServiceProcessOptions, ...command: string[]): Promise<string> {
  const { service, databaseUrl, natsUrl, env } = options;
  const child = spawn(process.execPath, [join(root, 'dist/apps', service, 'main.js'), ...command], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, NATS_URL: natsUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${service} ${command[0]} failed:\n${output}`);
  return output;
}
