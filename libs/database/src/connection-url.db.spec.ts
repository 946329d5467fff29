import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loopbackCertificate } from '@waybill/testing/fake/self-signed';
import { startPostgres, type RunningPostgres } from '@waybill/stack/stores/postgres';
import { DataSource } from 'typeorm';
import { connectionUrl } from './connection-url';
import { migrate } from './migrate';
import { OwnPool } from './own-pool';

const server = loopbackCertificate();
let folder: string;
let postgres: RunningPostgres;
let ca: string;
let otherCa: string;

/** A server that speaks TLS: the cluster is made first, because its user must own the key. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-postgres-tls-'));
  chmodSync(folder, 0o755);
  const plain = await startPostgres({ dataDir: join(folder, 'data'), durable: false });
  await plain.stop();
  const { dataDir } = plain;
  const { uid, gid } = statSync(dataDir);
  for (const [name, text] of Object.entries({ 'server.crt': server.certificate, 'server.key': server.key })) {
    writeFileSync(join(dataDir, name), text, { mode: 0o600 });
    chownSync(join(dataDir, name), uid, gid);
  }
  const settings = { ssl: 'on', ssl_cert_file: 'server.crt', ssl_key_file: 'server.key' };
  postgres = await startPostgres({ dataDir, durable: false, settings });
  ca = join(folder, 'ca.pem');
  otherCa = join(folder, 'other.pem');
  writeFileSync(ca, server.certificate);
  writeFileSync(otherCa, loopbackCertificate().certificate);
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const withMode = (parameters: string, host = 'localhost'): string =>
  `${Object.assign(new URL(postgres.url), { hostname: host }).href}?${parameters}`;
const isEncrypted = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

it.each([
  ['require', () => 'sslmode=require'],
  ['verify-ca', () => `sslmode=verify-ca&sslrootcert=${ca}`],
  ['verify-full', () => `sslmode=verify-full&sslrootcert=${ca}`],
])('with sslmode %s services, migrations and TypeORM speak TLS with Postgres', async (_mode, parameters) => {
  const url = withMode(parameters());
  expect(await migrate(url, [])).toEqual([]);
  const own = await OwnPool.open({ url, role: 'postgres', applicationName: 'tls', poolSize: 1 });
  expect((await own.pool.query(isEncrypted)).rows).toEqual([{ ssl: true }]);
  await own.onApplicationShutdown();
  const source = await new DataSource({
    type: 'postgres',
    url: connectionUrl(url),
    installExtensions: false,
  }).initialize();
  expect(await source.query(isEncrypted)).toEqual([{ ssl: true }]);
  await source.destroy();
});

it('without sslmode the connection is as the server has it, unencrypted', async () => {
  const own = await OwnPool.open({ url: postgres.url, role: 'postgres', applicationName: 'plain', poolSize: 1 });
  expect((await own.pool.query(isEncrypted)).rows).toEqual([{ ssl: false }]);
  await own.onApplicationShutdown();
});

it('a certificate of another authority is refused', async () => {
  await expect(migrate(withMode(`sslmode=verify-full&sslrootcert=${otherCa}`), [])).rejects.toThrow(
    /self-signed|certificate/,
  );
});

it.each([
  ['postgres://a:b@c/d?sslmode=verify-full&sslrootcert=/none', /DATABASE_URL: sslrootcert: ENOENT/],
  ['mysql://a:b@c/d', /DATABASE_URL must be/],
])('%s is an error that names the setting', (url, expected) => {
  expect(() => connectionUrl(url)).toThrow(expected);
});
