/** What the whole system costs while nobody uses it, and how long `npm start` of a built tree takes. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../stack/process/ports.ts';
import { proportionalBytes, residentBytes } from '../figures/proc.ts';
import { megabytes } from '../figures/report.ts';
import { below } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';

const START_LIMIT_MS = 120_000;
/** The garbage of the start is collected by then. */
const SETTLE_MS = 20_000;

/** What a tree needs to start: everything else of the real one is not copied, so that `.waybill` is empty. */
const PARTS = ['apps', 'dist', 'libs', 'node_modules', 'package.json', 'tools', 'tsconfig.base.json'];

interface Run {
  processes: Record<string, { pid: number }>;
}

export async function idleCase(root: string): Promise<Row[]> {
  const tree = mkdtempSync(join(tmpdir(), 'waybill-idle-'));
  // As root Postgres runs as nobody, which must get to its folder: else its data would lie elsewhere and stay behind.
  chmodSync(tree, 0o711);
  try {
    for (const part of PARTS.filter((name) => existsSync(join(root, name)))) {
      symlinkSync(join(root, part), join(tree, part));
    }
    const cold = await startStack(tree);
    await cold.stop();
    const warm = await startStack(tree);
    try {
      await delay(SETTLE_MS);
      return [startRow(cold.seconds, warm.seconds), memoryRow(tree, warm.pid)];
    } finally {
      await warm.stop();
    }
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function startRow(cold: number, warm: number): Row {
  const figures = { 'empty .waybill s': cold, 'second start s': warm };
  return { case: 'idle', variant: 'npm start', figures, goals: [below('empty .waybill s', cold, 20)] };
}

/**
 * Resident sizes as a person sees them in `ps`, Postgres' processes with their shared buffers counted once. The services
 * also share the pages of the Node program, which this sum counts once for each; the last figure counts every page once.
 */
function memoryRow(tree: string, supervisor: number): Row {
  const run = JSON.parse(readFileSync(join(tree, '.waybill/run.json'), 'utf8')) as Run;
  const sizes = Object.entries(run.processes).map(([name, { pid }]) => {
    return [name, name === 'postgres' ? proportionalBytes(pid) : residentBytes(pid)] as const;
  });
  sizes.push(['supervisor', residentBytes(supervisor)]);
  const total = megabytes(sizes.reduce((sum, [, bytes]) => sum + bytes, 0));
  const figures = {
    'whole system MB': total,
    ...Object.fromEntries(sizes.map(([name, size]) => [name, megabytes(size)])),
    'each page once MB': megabytes(proportionalBytes(supervisor)),
  };
  return { case: 'idle', variant: 'resident memory', figures, goals: [below('whole system MB', total, 900)] };
}

interface Stack {
  pid: number;
  seconds: number;
  stop(): Promise<void>;
}

async function startStack(tree: string): Promise<Stack> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(await freePort()), DEMO_CONTENT: 'false' };
  const began = performance.now();
  const child = spawn(process.execPath, ['tools/stack/start.ts'], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    await saysItIsUp(child);
  } catch (error) {
    await stop();
    throw error;
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return { pid: child.pid ?? 0, seconds, stop };
}

function saysItIsUp(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const limit = setTimeout(() => reject(new Error(`The stack was not up in time:\n${text}`)), START_LIMIT_MS);
    const hear = (chunk: Buffer): void => {
      text = (text + chunk.toString()).slice(-4_000);
      if (!text.includes('Waybill is up')) return;
      clearTimeout(limit);
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`The stack ended (${code}):\n${text}`));
    });
  });
}
