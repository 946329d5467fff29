import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { schemaOf } from '@waybill/bootstrap/service-definition';
import { eventually } from '@waybill/testing/eventually';
import { OwnPostgres } from '@waybill/testing/database/own-postgres';
import { loopbackCertificate } from '@waybill/testing/fake/self-signed';
import { System } from '@waybill/testing/system';
import { settledEmailsOf } from './rows/ledger';
import { serviceConnections } from './rows/tables';

let folder: string;
let postgres: OwnPostgres;
let system: System;

/** NATS wants TLS and a password, Postgres speaks TLS: as both do where a company runs them. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-secure-'));
  const { certificate, key } = loopbackCertificate();
  const [ca, keyFile] = [join(folder, 'nats.pem'), join(folder, 'nats.key')];
  writeFileSync(ca, certificate);
  writeFileSync(keyFile, key, { mode: 0o600 });
  postgres = await OwnPostgres.start();
  const authority = await postgres.speakTls();
  const { database } = postgres;
  const url = new URL(database.url);
  url.hostname = 'localhost';
  url.search = `sslmode=verify-full&sslrootcert=${authority}`;
  system = await System.start({
    services: Object.keys(schemaOf),
    database: { ...database, url: url.href },
    nats: {
      config: `tls { cert_file: "${ca}", key_file: "${keyFile}" }
               authorization { users = [{ user: "waybill", password: "s3cr:t" }] }`,
      url: (port) => `tls://waybill:s3cr%3At@localhost:${port}`,
      env: { NATS_TLS_CA: ca },
    },
  });
}, 180_000);
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('every service serves over TLS, to NATS with a password, and an email is sent', async () => {
  // A command of the gateway goes the same way.
  const project = await system.changeKeys(await system.createProject());
  const email = { to: 'ann@example.com', from: `hi@${project.senderDomain}`, subject: 'Hi', body: '<p>Hello</p>' };
  const answer = await system.client(project.secretKey).post('/v1/send', email);
  expect(answer.status).toBe(200);
  await eventually('the email is sent', async () => (await settledEmailsOf(system, project.projectId)) === 1);
  expect(await serviceConnections(system)).toEqual(
    Object.keys(schemaOf)
      .sort()
      .map((service) => ({ name: `waybill-${service}`, ssl: true })),
  );
});
