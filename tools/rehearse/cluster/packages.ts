/** The programs of Debian that a rehearsal runs, where they lie, and how they are installed. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface Programs {
  natsServer: string;
  /** Folder of `postgres`, `initdb`, `pg_rewind`. */
  postgresBin: string;
  patroni: string;
  etcd: string;
  haproxy: string;
}

/** Program to the package of Debian that has it. */
const packages: Record<keyof Programs, string> = {
  natsServer: 'nats-server',
  postgresBin: 'postgresql',
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
};

const postgresRoot = '/usr/lib/postgresql';
const policyFile = '/usr/sbin/policy-rc.d';

/** Those that are there, each with its path. */
function find(): Partial<Programs> {
  return {
    natsServer: onPath('nats-server'),
    postgresBin: newestPostgres(),
    patroni: onPath('patroni'),
    etcd: onPath('etcd'),
    haproxy: onPath('haproxy'),
  };
}

/**
 * The programs, all of them. With `install` those that are missing are installed by apt-get first.
 * @throws a sentence that names what is missing and the command that installs it
 */
export function programs(install: boolean, say: (line: string) => void): Programs {
  let found = find();
  if (install && missingIn(found).length > 0) {
    aptInstall(missingIn(found), say);
    found = find();
  }
  const missing = missingIn(found);
  if (missing.length === 0) return found as Programs;
  throw new Error(
    `Missing: ${missing.join(', ')}. Install them with \`apt-get install --no-install-recommends ${missing.join(' ')}\`, ` +
      'or run `npm run rehearse -- --install` as root.',
  );
}

const missingIn = (found: Partial<Programs>): string[] =>
  (Object.keys(packages) as (keyof Programs)[]).filter((name) => !found[name]).map((name) => packages[name]);

/** Without starting what it installs: a rehearsal has processes of its own. */
function aptInstall(names: string[], say: (line: string) => void): void {
  say(`installs ${names.join(', ')}`);
  const hadPolicy = existsSync(policyFile);
  if (!hadPolicy) writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env, stdio: 'ignore' });
  } finally {
    if (!hadPolicy) rmSync(policyFile, { force: true });
  }
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function newestPostgres(): string | undefined {
  const versions = existsSync(postgresRoot) ? readdirSync(postgresRoot).filter((name) => /^\d+$/.test(name)) : [];
  const bins = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(postgresRoot, version, 'bin'));
  return bins.find((bin) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'pg_rewind')));
}
