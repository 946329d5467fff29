/** The whole system on one machine: what is started, in which order, and how it ends. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasWebApp } from '../build-web.ts';
import { serveControl } from './control.ts';
import type { ControlServer } from './control.ts';
import type { StackConfig } from './config.ts';
import { ensureDemo, seedArgument } from './demo/demo.ts';
import type { Demo } from './demo/demo.ts';
import { migrateAll } from './process/migrations.ts';
import { startNats } from './stores/nats.ts';
import { ensureNatsServer } from './stores/nats-binary.ts';
import { NatsPasswords } from './stores/nats-users.ts';
import type { PortPlan } from './port-plan.ts';
import { startPostgres } from './stores/postgres.ts';
import { signalTo } from './process/process-table.ts';
import type { ProcessStamp } from './process/process-table.ts';
import { unlockFolder, writeRun } from './run-file.ts';
import type { Service } from './services.ts';
import { ensureSecretsKey } from './secrets-key.ts';
import { launchService, runCommand, whatLacks } from './process/service-process.ts';
import type { Env, ServiceLaunch } from './process/service-process.ts';
import { StandIns } from './stand-ins.ts';
import type { StateFolder } from './state-folder.ts';
import { Supervised } from './process/supervised.ts';
import type { Launched } from './process/supervised.ts';

export interface StackOptions {
  root: string;
  state: StateFolder;
  config: StackConfig;
  ports: PortPlan;
  services: readonly Service[];
  /** A printer of lines for one speaker. */
  printer(name: string): (line: string) => void;
  /** Raised when the person wants out: the start ends at the next step. */
  signal: AbortSignal;
}

const NO_NATS_ACCESS = {
  NATS_CREDS: undefined,
  NATS_NKEY_SEED: undefined,
  NATS_TLS_CA: undefined,
  NATS_TLS_CERT: undefined,
  NATS_TLS_KEY: undefined,
};
/** Services that encrypt what they keep. */
const keepsSecrets = ['domain-verifier', 'workflow-engine'];
const READY_LIMIT_MS = 60_000;
const run = promisify(execFile);

export class Stack {
  readonly services = new Map<string, Supervised>();
  readonly url: string;
  readonly #options: StackOptions;
  readonly #processes: Record<string, ProcessStamp> = {};
  readonly #standIns: StandIns;
  readonly #natsPasswords: NatsPasswords;
  readonly #say: (line: string) => void;
  #stores: Supervised[] = [];
  #control: ControlServer | null = null;
  #databaseUrl = '';
  #natsUrl = '';

  constructor(options: StackOptions) {
    this.#options = options;
    this.url = `http://localhost:${options.ports.public}`;
    this.#say = options.printer('stack');
    this.#natsPasswords = new NatsPasswords(options.state.natsPasswords);
    this.#standIns = new StandIns({
      url: this.url,
      services: this.services,
      envOf: (service) => this.#envOf(service),
      changed: (name, stamp) => this.#changed(name, stamp),
      say: this.#say,
    });
  }

  /**
   * Resolves when every service is ready. The gateway comes last, so that its `/health` answers only when the demo project has
   * its keys and every service that the printed commands need is there. Rejects with a sentence; what was started
   * until then still needs `down`.
   */
  async up(): Promise<Demo> {
    const { signal, state, services } = this.#options;
    const dashboard = this.#buildDashboard();
    await allOrFirstError([this.#build(), this.#startPostgres(), this.#startNats()]);
    signal.throwIfAborted();
    const launches = services.map(({ name }) => this.#launchOf(name));
    const marker = this.#options.config.databaseUrl ? null : join(state.base, 'migrated');
    if (await migrateAll(launches, this.#databaseUrl, marker)) this.#say('schemas are up to date');
    signal.throwIfAborted();
    const demo = ensureDemo(state.demoFile, this.url);
    this.#control = await serveControl(state.control, this.#standIns);
    const edge = services.filter(({ name }) => name === 'gateway');
    const behind = services.filter((service) => !edge.includes(service));
    await allOrFirstError([this.#seed(demo), ...behind.map((service) => this.#startService(service))]);
    await allOrFirstError([dashboard, ...edge.map((service) => this.#startService(service))]);
    return demo;
  }

  /** Ends services first, then NATS, then Postgres. */
  async down(): Promise<void> {
    await this.#standIns.close();
    await this.#control?.close();
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    for (const store of this.#stores.toReversed()) await store.stop();
    unlockFolder(this.#options.state);
  }

  /** Gives up waiting for services that drain. */
  hurry(): void {
    for (const { stamp } of this.services.values()) if (stamp) signalTo(stamp, 'SIGKILL');
  }

  /** In a process of its own: the compilers would keep their memory for as long as the stack runs. */
  async #build(): Promise<void> {
    const { root, services } = this.#options;
    const names = services
      .map(({ name }) => name)
      .filter((name) => existsSync(join(root, 'apps', name, 'src/main.ts')));
    if (names.length === 0) return;
    try {
      const builder = join(import.meta.dirname, '../build.ts');
      const { stdout } = await run(process.execPath, [builder, ...names], { cwd: root });
      this.#say(stdout.trim());
    } catch (error) {
      throw new Error(`The build failed:\n${String((error as { stderr?: string }).stderr || error).trim()}`);
    }
  }

  /** Beside the start of everything else. The gateway finds the files when they are there; without them the API works. */
  async #buildDashboard(): Promise<void> {
    const { root } = this.#options;
    if (!existsSync(join(root, 'apps/dashboard/vite.config.mts'))) return;
    if (!hasWebApp(root)) this.#say('building the dashboard, which takes some seconds the first time');
    try {
      await run(process.execPath, [join(import.meta.dirname, '../build.ts'), 'dashboard'], { cwd: root });
    } catch (error) {
      const reason = String((error as { stderr?: string }).stderr || error).trim();
      this.#say(`the dashboard does not build; everything else starts without it: ${reason}`);
    }
  }

  async #startPostgres(): Promise<void> {
    const { config, ports, state } = this.#options;
    this.#databaseUrl = config.databaseUrl ?? '';
    if (config.databaseUrl) return;
    await this.#startStore('postgres', async () => {
      const options = { dataDir: state.postgres, port: ports.postgres, database: 'waybill', durable: true };
      const server = await startPostgres({ ...options, say: this.#say });
      this.#databaseUrl = server.url;
      return server;
    });
  }

  async #startNats(): Promise<void> {
    const { config, ports, state } = this.#options;
    this.#natsUrl = config.natsUrl ?? '';
    if (config.natsUrl) return;
    const server = await ensureNatsServer(this.#say);
    await this.#startStore('nats', async () => {
      const serverConfig = this.#natsPasswords.config();
      const running = await startNats({ storeDir: state.nats, port: ports.nats, server, config: serverConfig });
      this.#natsUrl = running.url;
      return running;
    });
  }

  async #startStore(name: string, launch: () => Promise<Launched>): Promise<void> {
    const store = new Supervised(name, launch, this.#hooks());
    await store.start();
    // Postgres is stopped last, whichever of the two came up first.
    this.#stores = name === 'postgres' ? [store, ...this.#stores] : [...this.#stores, store];
  }

  async #seed(demo: Demo): Promise<void> {
    const seeding = this.#options.services.filter(({ seedsDemo }) => seedsDemo);
    await Promise.all(
      seeding.map(({ name }) => runCommand(this.#launchOf(name), ['seed-demo', seedArgument(name, demo)])),
    );
  }

  async #startService({ name }: Service): Promise<void> {
    const service = new Supervised(name, async () => launchService(this.#launchOf(name)), this.#hooks());
    this.services.set(name, service);
    await service.start();
    const port = this.#options.ports.ops[name] ?? 0;
    let lacks: string | null = null;
    for (const deadline = Date.now() + READY_LIMIT_MS; Date.now() < deadline; await delay(50)) {
      this.#options.signal.throwIfAborted();
      lacks = await whatLacks(port);
      if (lacks === null) return;
    }
    throw new Error(`${name} was not ready within ${READY_LIMIT_MS / 1000} s: ${lacks}`);
  }

  #launchOf(name: string): ServiceLaunch {
    return { name, root: this.#options.root, env: this.#envOf(name), print: this.#options.printer(name) };
  }

  #envOf(name: string): Env {
    const { config, ports, state } = this.#options;
    return {
      PUBLIC_URL: this.url,
      LOG_FORMAT: process.stdout.isTTY ? 'pretty' : 'json',
      NODE_COMPILE_CACHE: state.compileCache,
      SECRETS_KEY: keepsSecrets.includes(name) ? ensureSecretsKey(state.secretsKey) : undefined,
      SUBMISSION_PORT: name === 'gateway' ? String(ports.submission) : undefined,
      ...process.env,
      // The server that the stack starts itself has a user with a password for each service, and no TLS.
      ...(config.natsUrl ? {} : NO_NATS_ACCESS),
      DATABASE_URL: this.#databaseUrl,
      NATS_URL: config.natsUrl ?? this.#natsPasswords.urlOf(this.#natsUrl, name),
      OPS_PORT: String(ports.ops[name]),
      PORT: name === 'gateway' ? String(ports.public) : undefined,
    };
  }

  #hooks(): { changed(name: string, stamp: ProcessStamp | null): void; say(line: string): void } {
    return { changed: (name, stamp) => this.#changed(name, stamp), say: this.#say };
  }

  #changed(name: string, stamp: ProcessStamp | null): void {
    const { ports, state } = this.#options;
    if (stamp) this.#processes[name] = stamp;
    else delete this.#processes[name];
    const flat = { gateway: ports.public, submission: ports.submission, postgres: ports.postgres, nats: ports.nats };
    const ops = Object.fromEntries(Object.entries(ports.ops).map(([service, port]) => [`${service} ops`, port]));
    writeRun(state, { url: this.url, ports: { ...flat, ...ops }, processes: this.#processes });
  }
}

/** Waits for all, even when one fails early: nothing may still be starting when the caller cleans up. */
async function allOrFirstError(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
