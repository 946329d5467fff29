/**
 * `node global-guard.ts <folder> <pid>`: waits for the end of the test run with this pid. When the run was killed, its own
 * teardown did not run: then this process ends what the run started and removes its folder.
 */
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess, isRunning, stampOf } from '../../../tools/stack/process/process-table.ts';
import { startedProcesses } from './process/started-processes.ts';

const pollMs = 2_000;
const [folder = '', pid = ''] = process.argv.slice(2);
const run = stampOf(Number(pid));

while (run && isRunning(run)) await delay(pollMs);
if (existsSync(folder)) {
  for (const stamp of startedProcesses(folder)) {
    await endProcess(stamp, [
      ['SIGTERM', 3_000],
      ['SIGKILL', 2_000],
    ]);
  }
  rmSync(folder, { recursive: true, force: true });
}
