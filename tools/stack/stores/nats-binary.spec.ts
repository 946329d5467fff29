import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureNatsServer, findNatsServer } from './nats-binary.ts';

const realServer = findNatsServer(process.env);
const path = process.env.PATH;
let folder: string;
let said: string[];

/** A program of a machine that has no nats-server: a shell script in the only folder of PATH. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-path-'));
  said = [];
  symlinkSync(execFileSync('/bin/sh', ['-c', 'command -v which'], { encoding: 'utf8' }).trim(), join(folder, 'which'));
  program('sudo', 'shift; exec "$@"');
  process.env.PATH = folder;
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

const ensure = () => ensureNatsServer((line) => said.push(line), []);

test('a machine without nats-server gets it from its package manager, and no question is asked', async () => {
  const calls = join(folder, 'calls');
  const ln = execFileSync('/bin/sh', ['-c', 'command -v ln'], { encoding: 'utf8', env: { PATH: path } }).trim();
  program('apt-get', `echo "$@" >> ${calls}; [ "$1" = update ] || ${ln} -s ${realServer} ${folder}/nats-server`);
  expect(await ensure()).toEqual({ kind: 'program', path: join(folder, 'nats-server') });
  expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual([
    'update -qq',
    'install -y -qq --no-install-recommends nats-server',
  ]);
  expect(said.join('\n')).toContain('installing nats-server:');
});

test('a list that cannot be updated does not keep the package from being installed', async () => {
  const ln = execFileSync('/bin/sh', ['-c', 'command -v ln'], { encoding: 'utf8', env: { PATH: path } }).trim();
  program(
    'apt-get',
    `[ "$1" = install ] && exec ${ln} -s ${realServer} ${folder}/nats-server; echo no route >&2; exit 100`,
  );
  expect(await ensure()).toEqual({ kind: 'program', path: join(folder, 'nats-server') });
  expect(said.join('\n')).toContain('apt-get update failed: no route');
});

test('without a package Docker serves, and without Docker the ways are named', async () => {
  program('apt-get', 'echo "E: Unable to locate package" >&2; exit 100');
  await expect(ensure()).rejects.toThrow(/install it .*NATS_SERVER_BIN.*Docker.*NATS_URL/s);
  program('docker', '[ "$1" = info ]');
  expect(await ensure()).toEqual({ kind: 'docker' });
});
