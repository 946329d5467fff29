/** What runs now, written down so that a later start, or `nx serve`, finds it. Holds no secret. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { endProcess, isRunning, stampOf } from './process/process-table.ts';
import type { ProcessStamp } from './process/process-table.ts';
import { STOP_STEPS } from './stores/postgres-folder.ts';
import type { StateFolder } from './state-folder.ts';

export interface RunFile {
  url: string;
  ports: Record<string, number>;
  /** Every process the supervisor started and has not seen end, by name. */
  processes: Record<string, ProcessStamp>;
}

const SERVICE_STEPS: [NodeJS.Signals, number][] = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 2_000],
];

/** The run of the last supervisor; null when none is written down. */
export function readRun(state: StateFolder): RunFile | null {
  return readJson<RunFile>(state.runFile);
}

/** Replaces the file in one step: a reader never sees half of it. */
export function writeRun(state: StateFolder, run: RunFile): void {
  writeFileSync(`${state.runFile}.new`, `${JSON.stringify(run, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${state.runFile}.new`, state.runFile);
}

/** The supervisor that runs on this folder; null when none does. */
export function runningSupervisor(state: StateFolder): ProcessStamp | null {
  const stamp = readJson<ProcessStamp>(state.lockFile);
  return stamp && isRunning(stamp) ? stamp : null;
}

/** Takes the folder for this process. Answers null, or the supervisor that has it already. */
export function lockFolder(state: StateFolder): ProcessStamp | null {
  mkdirSync(state.base, { recursive: true, mode: 0o755 });
  const other = runningSupervisor(state);
  if (other) return other;
  rmSync(state.lockFile, { force: true });
  const mine = `${state.lockFile}.${process.pid}`;
  writeFileSync(mine, JSON.stringify(stampOf(process.pid)), { mode: 0o600 });
  try {
    linkSync(mine, state.lockFile);
    return null;
  } catch {
    return readJson<ProcessStamp>(state.lockFile);
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Gives the folder back and forgets the run. */
export function unlockFolder(state: StateFolder): void {
  rmSync(state.runFile, { force: true });
  rmSync(state.lockFile, { force: true });
}

/** Ends what a killed supervisor left: services first, then NATS, then Postgres. Answers the names of those it ended. */
export async function endLeftovers(run: RunFile | null): Promise<string[]> {
  const left = Object.entries(run?.processes ?? {}).filter(([, stamp]) => isRunning(stamp));
  const stores = ['nats', 'postgres'];
  const services = left.filter(([name]) => !stores.includes(name));
  await Promise.all(services.map(([, stamp]) => endProcess(stamp, SERVICE_STEPS)));
  for (const store of stores) {
    const found = left.find(([name]) => name === store);
    if (found) await endProcess(found[1], store === 'postgres' ? STOP_STEPS : SERVICE_STEPS);
  }
  return left.map(([name]) => name);
}

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T;
  } catch {
    return null;
  }
}
