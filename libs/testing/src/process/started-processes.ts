import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessStamp } from '@waybill/stack/process/process-table';

const listOf = (runFolder: string): string => join(runFolder, 'processes.jsonl');

/** Notes a process that the run started, so that it ends with the run, however the run ends. */
export function noteProcess(runFolder: string, stamp: ProcessStamp): void {
  appendFileSync(listOf(runFolder), `${JSON.stringify(stamp)}\n`);
}

/** Every process that the run noted, the newest first: services end before the servers that they use. */
export function startedProcesses(runFolder: string): ProcessStamp[] {
  const list = listOf(runFolder);
  const lines = existsSync(list) ? readFileSync(list, 'utf8').trim().split('\n') : [];
  return lines
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ProcessStamp)
    .reverse();
}
