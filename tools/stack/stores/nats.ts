/** A real nats-server with JetStream on loopback. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openLog, tailOf } from '../process/log-file.ts';
import { dockerCommand, dropContainer } from './nats-docker.ts';
import { ensureNatsServer } from './nats-binary.ts';
import type { NatsServer } from './nats-binary.ts';
import { freePort } from '../process/ports.ts';
import { endProcess, endWithUs, stampOf } from '../process/process-table.ts';
import type { ProcessStamp } from '../process/process-table.ts';

export interface NatsOptions {
  /** Made when absent. Beside it lie `<storeDir>.pid` and `<storeDir>.log`. */
  storeDir: string;
  /** Any free one when absent. */
  port?: number;
  /** In a cluster, where a server that comes back is known by it; a random one when absent. */
  name?: string;
  /** Text of a configuration file, for example with users. Docker sees no files that it names. */
  config?: string;
  /** What to run; looked for (and if need be installed) when absent. */
  server?: NatsServer;
  /** True where the server may outlive this process: the caller's event loop does not wait for it. */
  mayOutliveUs?: boolean;
  /** Told in a sentence when something is installed. */
  say?: (line: string) => void;
}

export interface RunningNats {
  /** `nats://` URL. */
  url: string;
  pid: number;
  port: number;
  stamp: ProcessStamp;
  /** Resolves when the server ended, for whatever reason. */
  exited: Promise<void>;
  /** Clean end; kill -9 after 5 s. Resolves when it is gone. */
  stop(): Promise<void>;
  /** kill -9, as a crash would. Resolves when it is gone. */
  kill(): Promise<void>;
}

const START_LIMIT_MS = 20_000;
const DOCKER_START_LIMIT_MS = 120_000;

/** Starts a server and resolves when it serves JetStream. Rejects with the end of its log when it does not. */
export async function startNats(options: NatsOptions): Promise<RunningNats> {
  const storeDir = resolve(options.storeDir);
  const server = options.server ?? (await ensureNatsServer(options.say));
  mkdirSync(storeDir, { recursive: true, mode: 0o700 });
  await endLeftover(storeDir);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const name = options.name ?? `waybill-${randomUUID()}`;
    const child = launch(server, { storeDir, port, name, config: options.config });
    if (options.mayOutliveUs) child.unref();
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    const limit = server.kind === 'docker' ? DOCKER_START_LIMIT_MS : START_LIMIT_MS;
    if (await servesJetStream(child, port, name, limit)) return running(server, child, storeDir, port, exited);
    if (attempt === 3) throw new Error(`nats-server did not start:\n${tailOf(`${storeDir}.log`)}`);
    await delay(200);
  }
}

interface Launch {
  storeDir: string;
  port: number;
  name: string;
  config?: string;
}

function launch(server: NatsServer, { storeDir, port, name, config }: Launch): ChildProcess {
  const configPath = config === undefined ? null : writeConfig(storeDir, config);
  const flags = configPath ? ['-c', configPath] : [];
  const [program, args] =
    server.kind === 'docker'
      ? dockerCommand(storeDir, port, name, configPath)
      : [server.path, ['-a', '127.0.0.1', '-p', String(port), '-n', name, '-js', '-sd', storeDir, ...flags]];
  const log = openLog(`${storeDir}.log`);
  // Its own process group: Ctrl-C in the terminal must not stop the server before its clients.
  const child = spawn(program, args, { stdio: ['ignore', log, log], detached: true });
  closeSync(log);
  endWithUs(child, 'SIGTERM');
  const stamp = child.pid === undefined ? null : stampOf(child.pid);
  if (stamp) writeFileSync(pidFile(storeDir), JSON.stringify(stamp), { mode: 0o600 });
  return child;
}

function writeConfig(storeDir: string, config: string): string {
  const path = `${storeDir}.conf`;
  writeFileSync(path, config, { mode: 0o600 });
  return path;
}

function running(
  server: NatsServer,
  child: ChildProcess,
  storeDir: string,
  port: number,
  exited: Promise<void>,
): RunningNats {
  const pid = child.pid ?? 0;
  const stamp = stampOf(pid) ?? { pid, startedAt: '' };
  const end = async (steps: [NodeJS.Signals, number][]): Promise<void> => {
    await endProcess(stamp, steps);
    await exited;
    if (server.kind === 'docker') dropContainer(storeDir);
    rmSync(pidFile(storeDir), { force: true });
  };
  const stop = (): Promise<void> =>
    end([
      ['SIGTERM', 5_000],
      ['SIGKILL', 2_000],
    ]);
  return { url: `nats://127.0.0.1:${port}`, pid, port, stamp, exited, stop, kill: () => end([['SIGKILL', 5_000]]) };
}

/** Two servers on one store would destroy it, and nats-server itself takes no lock. */
async function endLeftover(storeDir: string): Promise<void> {
  dropContainer(storeDir, { onlyIfUsed: true });
  if (!existsSync(pidFile(storeDir))) return;
  const stamp = JSON.parse(readFileSync(pidFile(storeDir), 'utf8')) as ProcessStamp;
  await endProcess(stamp, [
    ['SIGTERM', 5_000],
    ['SIGKILL', 2_000],
  ]);
  rmSync(pidFile(storeDir), { force: true });
}

/** The name tells our server from another one that took the port first. */
async function servesJetStream(child: ChildProcess, port: number, name: string, limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await delay(10)) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    const info = await greeting(port);
    if (info.includes(`"server_name":"${name}"`) && info.includes('"jetstream":true')) return true;
  }
  child.kill('SIGKILL');
  return false;
}

/** The INFO line a NATS server sends to whoever connects; empty when none came within a second. */
function greeting(port: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    const finish = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(1_000, finish);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.includes('\r\n')) finish();
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
}

function pidFile(storeDir: string): string {
  return `${storeDir}.pid`;
}
