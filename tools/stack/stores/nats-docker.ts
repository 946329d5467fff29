/** nats-server in a container, for machines that have Docker and no package of it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The command that runs the server in the foreground: signals to it reach the container. Marks the store as used by
 * Docker, because a container outlives the kill -9 of that command and must be dropped before the next start.
 * `configPath`: a configuration file of the server.
 */
export function dockerCommand(
  storeDir: string,
  port: number,
  serverName: string,
  configPath: string | null,
): [string, string[]] {
  writeFileSync(mark(storeDir), '');
  const publish = ['-p', `127.0.0.1:${port}:4222`, '-v', `${storeDir}:/data`];
  const [mount, flags] = configPath
    ? [
        ['-v', `${configPath}:/nats.conf:ro`],
        ['-c', '/nats.conf'],
      ]
    : [[], []];
  const run = ['run', '--rm', '--name', nameOf(storeDir), ...publish, ...mount];
  return ['docker', [...run, 'nats:2', '-n', serverName, '-js', '-sd', '/data', ...flags]];
}

/** Removes the container of this store, if there is one. */
export function dropContainer(storeDir: string, { onlyIfUsed = false } = {}): void {
  if (onlyIfUsed && !existsSync(mark(storeDir))) return;
  try {
    execFileSync('docker', ['rm', '-f', nameOf(storeDir)], { stdio: 'ignore', timeout: 20_000 });
  } catch {
    // No such container: it ended with its command.
  }
  rmSync(mark(storeDir), { force: true });
}

function nameOf(storeDir: string): string {
  return `waybill-nats-${createHash('sha256').update(storeDir).digest('hex').slice(0, 12)}`;
}

function mark(storeDir: string): string {
  return `${storeDir}.docker`;
}
