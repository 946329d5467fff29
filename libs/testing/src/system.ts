import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from 'nats';
import { newId } from '@waybill/database/ids';
import { natsAccess } from '@waybill/messaging/nats/nats-options';
import { startNats, type NatsOptions, type RunningNats } from '@waybill/stack/stores/nats';
import { NATS_OPERATOR, natsUsersConfig, withUser } from '@waybill/stack/stores/nats-users';
import { endProcess } from '@waybill/stack/process/process-table';
import { ApiClient } from './api-client';
import { eventually } from './eventually';
import { runFolder } from './process/log-files';
import { noteProcess } from './process/started-processes';
import { runServiceCommand, ServiceProcess } from './process/service-process';
import { forgetShared, readShared, writeShared, type SharedSystem } from './process/shared-registry';
import { writeProject, type TestProject } from './database/project-rows';
import { openDatabase, testDatabase, type TestDatabase } from './database/test-database';

export type { TestProject };

export interface SystemOptions {
  /** The services to run: the four that carry `/v1/send` and `/v1/track` unless given. */
  services?: string[];
  /** Environment per service, for example `{ delivery: { EMAIL_PROVIDER: 'smtp' } }`. */
  env?: Record<string, Record<string, string>>;
  /** A NATS server with a configuration of its own, and what every service needs to reach it. */
  nats?: { config: string; url: (port: number) => string; env: Record<string, string> };
  /** A database to use instead of a clone in the run's cluster, for tests that stop Postgres. */
  database?: TestDatabase;
}

/** Of every user of NATS in a test. */
const natsPassword = 'test';

const sendAndTrack = ['gateway', 'contacts', 'delivery', 'domain-verifier'];

/** Settings of the shared system that tests need to know. */
export const sharedSettings = {
  sessionSecret: 'a secret that only the tests and their gateway know',
  linkKey: '2025:0123456789abcdef0123456789abcdef',
  publicUrl: 'http://mail.waybill.example',
  secretsKey: Buffer.from('a key that only the tests know .').toString('base64'),
};

const allServices = [...sendAndTrack, 'billing', 'segments', 'workflow-engine'];

/** Nothing is limited per address or per minute: the files that share a system call it from one address. */
const sharedGateway = {
  AUTH_REQUESTS_PER_MINUTE: '0',
  OPEN_REQUESTS_PER_MINUTE: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  TRUST_PROXY: '127.0.0.1',
  SESSION_SECRET: sharedSettings.sessionSecret,
  LINK_KEYS: sharedSettings.linkKey,
  PUBLIC_URL: sharedSettings.publicUrl,
};

const sharedEnvOf = (service: string): Record<string, string> => {
  if (service === 'gateway') return { ...sharedGateway, UPLOAD_DIR: sharedUploads() };
  const keepsSecrets = service === 'workflow-engine' || service === 'domain-verifier';
  return keepsSecrets ? { SECRETS_KEY: sharedSettings.secretsKey } : {};
};

/** The folder in which the shared system of this worker keeps uploaded images. */
export const sharedUploads = (): string => join(runFolder(), `uploads-${process.env['JEST_WORKER_ID'] ?? '1'}`);

/** The running system for a black-box test: real processes, a database and a NATS server of its own. */
export class System {
  private constructor(
    readonly database: TestDatabase,
    private runningNats: RunningNats,
    readonly services: Map<string, ServiceProcess>,
    private readonly folder: string,
    private readonly isShared = false,
    private readonly natsEnv?: Record<string, string>,
  ) {}

  /** A system of the caller's own, for a test that needs other settings or stops NATS or Postgres. */
  static async start(options: SystemOptions = {}): Promise<System> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-system-'));
    const database = options.database ?? (await testDatabase());
    const nats = await startNatsFor(join(folder, 'nats'), options.nats);
    const services = new Map<string, ServiceProcess>();
    for (const service of options.services ?? sendAndTrack) {
      const env = { ...options.nats?.env, ...options.env?.[service] };
      services.set(service, new ServiceProcess({ service, databaseUrl: database.url, natsUrl: nats.url, env }));
    }
    const system = new System(database, nats, services, folder, false, options.nats?.env);
    try {
      await Promise.all([...services.values()].map((service) => service.start()));
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  /**
   * The system with all services that the test files of this Jest worker use one after the other. Each file makes projects
   * of its own. A file may stop a service when it starts it again with the same settings; `stop()` leaves the system running.
   */
  static async shared(): Promise<System> {
    const known = readShared(runFolder());
    const found = known && System.attach(known);
    if (found && (await found.isWhole())) return found;
    if (found) await found.discard();
    return System.startShared();
  }

  service(name: string): ServiceProcess {
    const service = this.services.get(name);
    if (!service) throw new Error(`the system has no ${name}`);
    return service;
  }

  get nats(): RunningNats {
    return this.runningNats;
  }

  /** A connection of the operator. */
  connectToNats(): Promise<NatsConnection> {
    return connect(natsAccess({ NATS_URL: this.nats.url }));
  }

  /** Starts NATS again at its address, with its store or, `emptied`, with nothing in it. Waits until the services that run take work. */
  async restartNats(options: { emptied: boolean }): Promise<void> {
    const storeDir = join(this.folder, 'nats');
    await this.runningNats.stop();
    if (options.emptied) rmSync(storeDir, { recursive: true, force: true });
    this.runningNats = await startNatsFor(storeDir, undefined, { port: this.runningNats.port });
    const isBack = async (service: ServiceProcess): Promise<boolean> => !service.running || (await service.isReady());
    for (const service of this.services.values()) {
      await eventually(`${service.options.service} has its server again`, () => isBack(service));
    }
  }

  /** Another instance of a service, under a name of its own. */
  async addInstance(service: string, name: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const settings = this.isShared ? { ...sharedEnvOf(service), ...env } : env;
    const added = new ServiceProcess({ service, ...this.place, env: { ...this.natsEnv, ...settings } });
    this.services.set(name, added);
    return added.start();
  }

  get url(): string {
    return `http://127.0.0.1:${this.service('gateway').port}`;
  }

  /** A client with a key, or without one. */
  client(key?: string): ApiClient {
    return new ApiClient(this.url, key);
  }

  /** The project again with new keys, as its owner changes them: answers once the old ones are worth nothing. */
  async changeKeys(project: TestProject): Promise<TestProject> {
    const changed = { ...project, publicKey: `pk_${randomKey()}`, secretKey: `sk_${randomKey()}` };
    const { senderDomain: _, ...account } = changed;
    const argument = JSON.stringify({ ...account, projectName: 'Test project' });
    await runServiceCommand({ service: 'gateway', ...this.place }, 'seed-demo', argument);
    return changed;
  }

  /** Makes a project with keys and a verified domain. */
  async createProject(senderDomain = `${randomBytes(5).toString('hex')}.example`): Promise<TestProject> {
    const project = {
      projectId: newId(),
      senderDomain,
      publicKey: `pk_${randomKey()}`,
      secretKey: `sk_${randomKey()}`,
      email: `${randomUUID()}@owner.example`,
      password: randomUUID(),
    };
    await writeProject(this.database.db, project);
    return project;
  }

  async stop(): Promise<void> {
    if (this.isShared) return this.leave();
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    await this.nats.stop();
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private static attach(shared: SharedSystem): System {
    const database = openDatabase(shared.databaseUrl, async () => undefined);
    const services = new Map(
      Object.entries(shared.services).map(([service, running]) => {
        const env = sharedEnvOf(service);
        const options = { service, databaseUrl: shared.databaseUrl, natsUrl: shared.natsUrl, env };
        return [service, new ServiceProcess(options, running)];
      }),
    );
    const end = async (): Promise<void> => void (await endProcess(shared.nats, [['SIGKILL', 5_000]]));
    const { pid } = shared.nats;
    const nats = { url: shared.natsUrl, port: shared.natsPort, stamp: shared.nats, pid, stop: end, kill: end };
    return new System(database, { ...nats, exited: Promise.resolve() }, services, '', true);
  }

  private static async startShared(): Promise<System> {
    const database = await testDatabase();
    const storeDir = join(runFolder(), `shared-nats-${randomUUID()}`);
    const nats = await startNatsFor(storeDir, undefined, { mayOutliveUs: true });
    noteProcess(runFolder(), nats.stamp);
    const services = allServices.map((service) => {
      const options = { service, databaseUrl: database.url, natsUrl: nats.url, env: sharedEnvOf(service) };
      return [service, new ServiceProcess(options)] as const;
    });
    const system = new System(
      openDatabase(database.url, async () => undefined),
      nats,
      new Map(services),
      '',
      true,
    );
    try {
      await Promise.all(services.map(([, service]) => service.start()));
    } catch (error) {
      await system.discard();
      throw error;
    }
    system.remember();
    return system;
  }

  /** True while every service runs in the settings of the shared system. */
  private async isWhole(): Promise<boolean> {
    const services = [...this.services.values()];
    if (!services.every((service) => service.running && service.shared.unchanged)) return false;
    return (await Promise.all(services.map((service) => service.isReady()))).every(Boolean);
  }

  /** Ends instances that the file added, and leaves the rest to the next file. */
  private async leave(): Promise<void> {
    const added = [...this.services].filter(([name]) => !allServices.includes(name));
    await Promise.all(added.map(([, service]) => service.stop()));
    this.remember();
    await this.database.close();
  }

  private async discard(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    await this.nats.stop();
    await this.database.close();
    forgetShared(runFolder());
  }

  private remember(): void {
    const services = allServices.map((name) => [name, this.service(name).shared] as const);
    const { url: natsUrl, port: natsPort, stamp: nats } = this.nats;
    const databaseUrl = this.database.url;
    writeShared(runFolder(), { databaseUrl, natsUrl, natsPort, nats, services: Object.fromEntries(services) });
  }

  private get place() {
    return { databaseUrl: this.database.url, natsUrl: this.nats.url, env: this.natsEnv };
  }
}

/** NATS with a user for each service, as it runs in production; its URL is that of the operator. */
async function startNatsFor(
  storeDir: string,
  own: SystemOptions['nats'],
  options: Pick<NatsOptions, 'port' | 'mayOutliveUs'> = {},
): Promise<RunningNats> {
  const config = own?.config ?? natsUsersConfig(() => natsPassword);
  const nats = await startNats({ ...options, storeDir, config });
  nats.url = own ? own.url(nats.port) : withUser(nats.url, NATS_OPERATOR, natsPassword);
  return nats;
}

function randomKey(): string {
  return randomBytes(36)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 48);
}
