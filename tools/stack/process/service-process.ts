/** A service as a process of its own: its environment, its labelled output, its end, its readiness. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { memoryEnv, memoryFlags } from './memory.ts';
import { endProcess, stampOf } from './process-table.ts';
import type { Launched } from './supervised.ts';

export type Env = Record<string, string | undefined>;

export interface ServiceLaunch {
  name: string;
  root: string;
  env: Env;
  /** Told every line the service prints. */
  print(line: string): void;
  /** How long a service may drain after SIGTERM before it is killed. */
  drainMs?: number;
}

const DRAIN_MS = 10_000;

/** Path of the bundle the build made for a service. */
export function bundleOf(root: string, name: string): string {
  return join(root, 'dist/apps', name, 'main.js');
}

/**
 * Starts the service. The IPC channel tells it when this process is gone: with WAYBILL_SUPERVISED=1 it then ends itself.
 * It has a process group of its own, so that Ctrl-C in the terminal reaches only the supervisor, which stops in order.
 */
export function launchService({ name, root, env, print, drainMs = DRAIN_MS }: ServiceLaunch): Launched {
  const child = spawn(process.execPath, [...memoryFlags(name), bundleOf(root, name)], {
    cwd: root,
    env: { ...memoryEnv, ...env, WAYBILL_SUPERVISED: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
    windowsHide: true,
  });
  printLines(child, print);
  const pid = child.pid ?? 0;
  const stamp = stampOf(pid) ?? { pid, startedAt: '' };
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      print(error.message);
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    await endProcess(stamp, [
      ['SIGTERM', drainMs],
      ['SIGKILL', 2_000],
    ]);
    await exited;
  };
  return { stamp, exited, stop };
}

/** Runs one command of a service (`migrate`, `seed-demo`) to its end. Rejects with what it printed when it fails. */
export function runCommand({ name, root, env }: ServiceLaunch, args: string[], limitMs = 120_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundleOf(root, name), ...args], { cwd: root, env, timeout: limitMs });
    const lines: string[] = [];
    printLines(child, (line) => lines.push(line));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) return resolve();
      reject(new Error(`${name} ${args[0]} failed (${signal ?? code}):\n${lines.slice(-20).join('\n')}`));
    });
  });
}

/** Null when the service says on its ops port that it can serve, else what it lacks. */
export function whatLacks(opsPort: number): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port: opsPort, path: '/health/ready', timeout: 2_000 }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => resolve(answer.statusCode === 200 ? null : text));
    });
    request.on('timeout', () => request.destroy(new Error('no answer within 2 s')));
    request.on('error', (error) => resolve(`port ${opsPort}: ${error.message}`));
  });
}

function printLines(child: ChildProcess, print: (line: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', print);
  }
}
