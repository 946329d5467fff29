/** A program that the rehearsal started: known by pid and start time, so that nothing else is ever signalled. */
import { spawn } from 'node:child_process';
import { chownSync, closeSync } from 'node:fs';
import { openLog } from '../../stack/process/log-file.ts';
import { endProcess, endWithUs, stampOf } from '../../stack/process/process-table.ts';
import type { ProcessStamp } from '../../stack/process/process-table.ts';

/** A user without rights, for programs that refuse to run as root. */
export interface RunAs {
  uid: number;
  gid: number;
}

export interface ChildOptions {
  program: string;
  args: string[];
  cwd: string;
  log: string;
  env?: Record<string, string>;
  runAs?: RunAs;
}

export interface Child {
  stamp: ProcessStamp;
  /** SIGTERM; kill -9 after ten seconds. */
  stop(): Promise<void>;
  /** kill -9, as when the machine is lost. */
  kill(): Promise<void>;
}

export function startChild({ program, args, cwd, log, env, runAs }: ChildOptions): Child {
  const output = openLog(log);
  if (runAs) chownSync(log, runAs.uid, runAs.gid);
  const child = spawn(program, args, {
    ...runAs,
    cwd,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', output, output],
    // Ctrl-C in the terminal reaches the rehearsal only, which stops its programs in order.
    detached: true,
  });
  closeSync(output);
  endWithUs(child, 'SIGTERM');
  const stamp = stampOf(child.pid ?? 0) ?? { pid: child.pid ?? 0, startedAt: '' };
  const end = async (steps: [NodeJS.Signals, number][]): Promise<void> => void (await endProcess(stamp, steps));
  return {
    stamp,
    stop: () =>
      end([
        ['SIGTERM', 10_000],
        ['SIGKILL', 2_000],
      ]),
    kill: () => end([['SIGKILL', 5_000]]),
  };
}
