import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { eventually } from '@waybill/testing/eventually';
import { loopbackCertificate } from '@waybill/testing/fake/self-signed';
import { startNats, type RunningNats } from '@waybill/stack/stores/nats';
import { nkeys } from 'nats';
import { NatsLink } from './nats-link';
import type { NatsSettings } from './nats-options';

type Keys = ReturnType<typeof nkeys.createUser>;
const seedOf = (keys: Keys): string => Buffer.from(keys.getSeed()).toString();

/** A JWT of NATS: what `issuer` says of the owner of the public key `subject`. */
function jwt(issuer: Keys, subject: string, claims: object): string {
  const encode = (part: object | Uint8Array): string =>
    Buffer.from(part instanceof Uint8Array ? part : JSON.stringify(part)).toString('base64url');
  const about = { jti: 'waybill', iat: Math.floor(Date.now() / 1_000), iss: issuer.getPublicKey(), sub: subject };
  const body = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode({ ...about, name: 'waybill', nats: claims })}`;
  return `${body}.${encode(issuer.sign(new TextEncoder().encode(body)))}`;
}

let folder: string;
const servers: RunningNats[] = [];
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'waybill-nats-access-'))));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};
const start = async (name: string, config: string): Promise<RunningNats> => {
  const server = await startNats({ storeDir: join(folder, name), config });
  servers.push(server);
  return server;
};
/** An ask and a write to the stream, as every service makes them. */
const works = async (settings: NatsSettings): Promise<boolean> => {
  const link = await NatsLink.open(settings, 'access spec');
  try {
    link.connection.subscribe('echo', { callback: (_error, message) => void message.respond(message.data) });
    const answer = await link.connection.request('echo', 'hello', { timeout: 20_000 });
    const manager = await link.manager();
    await manager.streams.add({ name: 'PROBE', subjects: ['probe'] });
    const { seq } = await link.jetstream.publish('probe', 'stored');
    return answer.string() === 'hello' && seq > 0;
  } finally {
    await link.onApplicationShutdown();
  }
};

it('a user and password in NATS_URL are used, with characters that a URL has to encode', async () => {
  const { port } = await start('password', 'authorization { users = [{ user: "way@bill", password: "p/s:s" }] }');
  expect(await works({ NATS_URL: `nats://way%40bill:p%2Fs%3As@127.0.0.1:${port}` })).toBe(true);
});

it('user information counts for every server of the list', async () => {
  const { port } = await start('list', 'authorization { users = [{ user: "waybill", password: "secret" }] }');
  expect(await works({ NATS_URL: `127.0.0.1:${port}, nats://waybill:secret@127.0.0.1:${port}` })).toBe(true);
});

it('a token in NATS_URL is used', async () => {
  const { port } = await start('token', 'authorization { token: "a-token" }');
  expect(await works({ NATS_URL: `nats://a-token@127.0.0.1:${port}` })).toBe(true);
});

it('an nkey is used', async () => {
  const user = nkeys.createUser();
  const { port } = await start('nkey', `authorization { users = [{ nkey: "${user.getPublicKey()}" }] }`);
  expect(await works({ NATS_URL: `nats://127.0.0.1:${port}`, NATS_NKEY_SEED: seedOf(user) })).toBe(true);
});

it('a credentials file is used', async () => {
  const [operator, account, user] = [nkeys.createOperator(), nkeys.createAccount(), nkeys.createUser()];
  const system = nkeys.createAccount().getPublicKey();
  const [accountKey, userKey] = [account.getPublicKey(), user.getPublicKey()];
  const free = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, conn: -1, leaf: -1, wildcards: true };
  const limits = { ...free, mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const operatorJwt = jwt(operator, operator.getPublicKey(), { type: 'operator', version: 2 });
  const accountJwt = jwt(operator, accountKey, { type: 'account', version: 2, limits });
  const userJwt = jwt(account, userKey, { type: 'user', version: 2, subs: -1, data: -1, payload: -1 });
  const systemJwt = jwt(operator, system, { type: 'account', version: 2, limits: free });
  const accounts = `${accountKey}: "${accountJwt}", ${system}: "${systemJwt}"`;
  const resolver = `system_account: ${system}, resolver: MEMORY, resolver_preload: { ${accounts} }`;
  const { port } = await start('creds', `operator: "${operatorJwt}", ${resolver}`);
  const block = (name: string, text: string): string => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n\n`;
  const creds = file('user.creds', block('NATS USER JWT', userJwt) + block('USER NKEY SEED', seedOf(user)));
  expect(await works({ NATS_URL: `nats://127.0.0.1:${port}`, NATS_CREDS: creds })).toBe(true);
});

it('TLS with an authority of its own and a client certificate is spoken', async () => {
  const [server, client] = [loopbackCertificate(), loopbackCertificate('waybill')];
  const paths = {
    ca: file('server.pem', server.certificate),
    key: file('server.key', server.key),
    clientCa: file('client.pem', client.certificate),
    clientKey: file('client.key', client.key),
  };
  const tls = `cert_file: "${paths.ca}", key_file: "${paths.key}", ca_file: "${paths.clientCa}", verify: true`;
  const { port } = await start('tls', `tls { ${tls} }`);
  const settings = { NATS_TLS_CA: paths.ca, NATS_TLS_CERT: paths.clientCa, NATS_TLS_KEY: paths.clientKey };
  expect(await works({ NATS_URL: `tls://localhost:${port}`, ...settings })).toBe(true);
});

it('a process with wrong credentials says so and connects as soon as the server takes them', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const first = await start('late', 'authorization { users = [{ user: "waybill", password: "old" }] }');
  const opening = NatsLink.open({ NATS_URL: `nats://waybill:new@127.0.0.1:${first.port}` }, 'access spec');
  await eventually('a warning', () => warn.mock.calls.some(([text]) => /refuses the credentials/.test(String(text))));
  await first.stop();
  const config = 'authorization { users = [{ user: "waybill", password: "new" }] }';
  servers.push(await startNats({ storeDir: join(folder, 'late'), port: first.port, config }));
  const link = await opening;
  expect(link.isUp).toBe(true);
  await link.onApplicationShutdown();
  warn.mockRestore();
});

it.each<[string, NatsSettings, RegExp]>([
  ['a URL of another scheme', { NATS_URL: 'http://127.0.0.1' }, /NATS_URL must be/],
  ['a missing credentials file', { NATS_URL: 'a:4222', NATS_CREDS: '/none' }, /NATS_CREDS: ENOENT/],
  ['a missing authority', { NATS_URL: 'a:4222', NATS_TLS_CA: '/none' }, /NATS_TLS_CA: ENOENT/],
  ['a certificate without its key', { NATS_URL: 'a:4222', NATS_TLS_CERT: '/x' }, /NATS_TLS_CERT and NATS_TLS_KEY/],
  [
    'two kinds of credentials',
    { NATS_URL: 'a:4222', NATS_CREDS: '/x', NATS_NKEY_SEED: 'S' },
    /cannot be used together/,
  ],
])('%s is an error that names the setting', async (_what, settings, expected) => {
  await expect(NatsLink.open(settings, 'access spec')).rejects.toThrow(expected);
});
