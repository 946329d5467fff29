import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaOf } from '@waybill/bootstrap/service-definition';
import { startPostgres, type RunningPostgres } from '@waybill/stack/stores/postgres';
import { loopbackCertificate } from '../fake/self-signed';
import { runServiceCommand } from '../process/service-process';
import { openDatabase, type TestDatabase } from './test-database';

/** A Postgres cluster of one test's own with a migrated database, which the test may stop, kill and start again. */
export class OwnPostgres {
  readonly database: TestDatabase;

  private constructor(
    private readonly folder: string,
    private server: RunningPostgres,
  ) {
    this.database = openDatabase(server.url, async () => {
      await this.server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  static async start(): Promise<OwnPostgres> {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-postgres-'));
    chmodSync(folder, 0o755);
    const own = new OwnPostgres(folder, await startPostgres({ dataDir: join(folder, 'data'), durable: false }));
    try {
      await migrate(own.database);
    } catch (error) {
      await own.database.close();
      throw error;
    }
    return own;
  }

  /** Has the server speak TLS from now on, and answers the path of the certificate of its authority. */
  async speakTls(): Promise<string> {
    const { dataDir } = this.server;
    const { certificate, key } = loopbackCertificate();
    const { uid, gid } = statSync(dataDir);
    for (const [name, text] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
      writeFileSync(join(dataDir, name), text, { mode: 0o600 });
      chownSync(join(dataDir, name), uid, gid);
    }
    await this.database.db.query('ALTER SYSTEM SET ssl = on');
    await this.database.db.query('SELECT pg_reload_conf()');
    writeFileSync(join(this.folder, 'ca.pem'), certificate);
    return join(this.folder, 'ca.pem');
  }

  /** Ends every connection and the server. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** kill -9 of the server, as a crash. */
  kill(): Promise<void> {
    return this.server.kill();
  }

  /** Starts the stopped server again at the same address; what was committed is there. */
  async startAgain(): Promise<void> {
    const { port } = this.server;
    this.server = await startPostgres({ dataDir: join(this.folder, 'data'), durable: false, port });
  }
}

/**
 * As an installation does it: each service's own command, with a login that is no superuser but may make schemas and roles.
 * They take turns by themselves.
 */
async function migrate({ db, url }: TestDatabase): Promise<void> {
  await db.query(`CREATE ROLE migrating LOGIN CREATEROLE PASSWORD 'migrating'`);
  await db.query(`GRANT CREATE ON DATABASE ${new URL(url).pathname.slice(1)} TO migrating`);
  const databaseUrl = Object.assign(new URL(url), { username: 'migrating', password: 'migrating' }).href;
  const services = Object.keys(schemaOf);
  await Promise.all(services.map((service) => runServiceCommand({ service, databaseUrl, natsUrl: '' }, 'migrate')));
}
