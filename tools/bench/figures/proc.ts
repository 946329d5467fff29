/** Processes as Linux tells of them: proc(5). Times are seconds of CPU, sizes are bytes. */
import { readFileSync, readdirSync } from 'node:fs';

/** USER_HZ, which Linux keeps at 100 on every architecture Node runs on. */
const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  /** CPU of the process itself and of its children that have ended. */
  cpu: number;
}

/** The process and all that descend from it. */
export function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(pid) : null;
    if (stat) children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** CPU seconds used so far by the process and its descendants, ended ones included. */
export function cpuOfTree(root: number): number {
  return treeOf(root).reduce((sum, pid) => sum + (statOf(pid)?.cpu ?? 0), 0);
}

/** CPU seconds since the machine started: busy with anything, and withheld by the host of a virtual machine ("steal"). */
export function cpuOfMachine(): { busy: number; withheld: number } {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/);
  const [user, nice, system, , , irq, softirq, steal] = ticks.map((tick) => Number(tick) / TICKS_PER_SECOND);
  const busy = (user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softirq ?? 0);
  return { busy, withheld: steal ?? 0 };
}

/** Resident bytes of one process; pages it shares with others are counted in full. */
export function residentBytes(pid: number): number {
  return statusBytes(pid, 'VmRSS');
}

/** The most resident bytes the process ever had. */
export function peakBytes(pid: number): number {
  return statusBytes(pid, 'VmHWM');
}

/** Bytes of the process and its descendants with each shared page counted once among those that share it. */
export function proportionalBytes(root: number): number {
  return treeOf(root).reduce((sum, pid) => sum + pssOf(pid), 0);
}

function pssOf(pid: number): number {
  try {
    const line = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
    return Number(line?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function statusBytes(pid: number, field: string): number {
  try {
    const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function statOf(pid: number): Stat | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name and may hold anything, spaces and brackets included.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), cpu: ticks / TICKS_PER_SECOND };
  } catch {
    return null;
  }
}
