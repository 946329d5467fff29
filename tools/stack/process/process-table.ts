/**
 * Processes known by pid and start time. A pid alone may have been given to another process since it was written down,
 * so nothing is ever signalled unless its start time still agrees.
 */
import { execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

export interface ProcessStamp {
  pid: number;
  /** Opaque: differs between any two processes that ever had the same pid. */
  startedAt: string;
}

/** The stamp of a running process; null when there is none (a zombie counts as none). */
export function stampOf(pid: number): ProcessStamp | null {
  const startedAt = process.platform === 'linux' ? linuxStart(pid) : psField(pid, 'lstart');
  return startedAt === null ? null : { pid, startedAt };
}

/** True while the stamped process itself runs. */
export function isRunning(stamp: ProcessStamp): boolean {
  return stampOf(stamp.pid)?.startedAt === stamp.startedAt;
}

/** The command line of a running process, arguments joined by spaces; empty when there is none. */
export function commandLine(pid: number): string {
  if (process.platform !== 'linux') return psField(pid, 'command') ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** Sends each signal in turn and waits its milliseconds for the end. Resolves true when the process is gone. */
export async function endProcess(stamp: ProcessStamp, steps: [NodeJS.Signals, number][]): Promise<boolean> {
  for (const [signal, waitMs] of steps) {
    if (!signalTo(stamp, signal)) return true;
    if (await gone(stamp, waitMs)) return true;
  }
  return !isRunning(stamp);
}

/** Signals the stamped process. False when it is gone. */
export function signalTo(stamp: ProcessStamp, signal: NodeJS.Signals): boolean {
  if (!isRunning(stamp)) return false;
  try {
    process.kill(stamp.pid, signal);
    return true;
  } catch {
    return false;
  }
}

async function gone(stamp: ProcessStamp, waitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + waitMs; Date.now() < deadline; await delay(10)) {
    if (!isRunning(stamp)) return true;
  }
  return !isRunning(stamp);
}

/** Signals the child when this process exits first, whatever made it exit; only its own kill -9 goes unnoticed. */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = (): void => void child.kill(signal);
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

/** Start in clock ticks since boot (proc(5), field 22), made unique across boots by the boot id. */
function linuxStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
  } catch {
    return null;
  }
}

function psField(pid: number, field: string): string | null {
  try {
    const line = execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' });
    return line.trim() || null;
  } catch {
    return null;
  }
}
