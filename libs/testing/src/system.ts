import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@waybill/database/ids';
import { startNats, type RunningNats } from '@waybill/stack/nats';
import { ApiClient } from './api-client';
import { runServiceCommand, ServiceProcess } from './service-process';
import { testDatabase, type TestDatabase } from './test-database';

/** A project with its keys and a verified sender domain, as a customer would have it. */
export interface TestProject {
  projectId: string;
  publicKey: string;
  secretKey: string;
  senderDomain: string;
  email: string;
  password: string;
}

export interface SystemOptions {
  /** The services to run: the four that carry `/v1/send` and `/v1/track` unless given. */
  services?: string[];
  /** Environment per service, for example `{ delivery: { EMAIL_PROVIDER: 'smtp' } }`. */
  env?: Record<string, Record<string, string>>;
  /** A database to use instead of a clone in the run's cluster, for tests that stop Postgres. */
  database?: TestDatabase;
}

const sendAndTrack = ['gateway', 'contacts', 'delivery', 'domain-verifier'];

/** The running system for a black-box test: real processes, a database and a NATS server of its own. */
export class System {
  private constructor(
    readonly database: TestDatabase,
    private runningNats: RunningNats,
    readonly services: Map<string, ServiceProcess>,
    private readonly folder: string,
  ) {}

  static async start(options: SystemOptions = {}): Promise<System> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-system-'));
    const database = options.database ?? (await testDatabase());
    const nats = await startNats({ storeDir: join(folder, 'nats') });
    const services = new Map<string, ServiceProcess>();
    for (const service of options.services ?? sendAndTrack) {
      const env = options.env?.[service];
      services.set(service, new ServiceProcess({ service, databaseUrl: database.url, natsUrl: nats.url, env }));
    }
    const system = new System(database, nats, services, folder);
    try {
      await Promise.all([...services.values()].map((service) => service.start()));
      return system;
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  service(name: string): ServiceProcess {
    const service = this.services.get(name);
    if (!service) throw new Error(`the system has no ${name}`);
    return service;
  }

  get nats(): RunningNats {
    return this.runningNats;
  }

  /** Starts NATS again at its address, with its store or, `emptied`, with nothing in it. */
  async restartNats(options: { emptied: boolean }): Promise<void> {
    const storeDir = join(this.folder, 'nats');
    await this.runningNats.stop();
    if (options.emptied) rmSync(storeDir, { recursive: true, force: true });
    this.runningNats = await startNats({ storeDir, port: this.runningNats.port });
  }

  /** Another instance of a service, under a name of its own. */
  async addInstance(service: string, name: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const added = new ServiceProcess({ service, databaseUrl: this.database.url, natsUrl: this.nats.url, env });
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
    await this.seedAccount(changed);
    return changed;
  }

  /** Makes a project with keys and, unless told otherwise, a verified domain of its own. */
  async createProject(senderDomain = `${randomBytes(5).toString('hex')}.example`): Promise<TestProject> {
    const project = {
      projectId: newId(),
      senderDomain,
      publicKey: `pk_${randomKey()}`,
      secretKey: `sk_${randomKey()}`,
      email: `${randomUUID()}@owner.example`,
      password: randomUUID(),
    };
    await Promise.all([
      this.seedAccount(project),
      runServiceCommand(
        { service: 'domain-verifier', ...this.place },
        'seed-demo',
        JSON.stringify({ projectId: project.projectId, domain: senderDomain }),
      ),
    ]);
    return project;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    await this.nats.stop();
    await this.database.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get place() {
    return { databaseUrl: this.database.url, natsUrl: this.nats.url };
  }

  private async seedAccount({ senderDomain: _, ...account }: TestProject): Promise<void> {
    const argument = JSON.stringify({ ...account, projectName: 'Test project' });
    await runServiceCommand({ service: 'gateway', ...this.place }, 'seed-demo', argument);
  }
}

function randomKey(): string {
  return randomBytes(36)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, 'x')
    .slice(0, 48);
}
