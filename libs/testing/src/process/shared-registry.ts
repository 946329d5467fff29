import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessStamp } from '@waybill/stack/process/process-table';

/** A process of a shared system, as a later test file of the same Jest worker finds it. */
export interface SharedService {
  stamp: ProcessStamp;
  port: number;
  opsPort: number;
  log: string;
  /** False while the process runs in an environment that one test gave to it. */
  unchanged: boolean;
}

/** A running system that the end-to-end files of one Jest worker use one after the other. */
export interface SharedSystem {
  databaseUrl: string;
  natsUrl: string;
  natsPort: number;
  nats: ProcessStamp;
  services: Record<string, SharedService>;
}

const folderOf = (runFolder: string): string => join(runFolder, 'shared-systems');

const fileOf = (runFolder: string): string =>
  join(folderOf(runFolder), `worker-${process.env['JEST_WORKER_ID'] ?? '1'}.json`);

/** The shared system of this Jest worker; null when none was started yet. */
export function readShared(runFolder: string): SharedSystem | null {
  const file = fileOf(runFolder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SharedSystem) : null;
}

export function writeShared(runFolder: string, system: SharedSystem): void {
  mkdirSync(folderOf(runFolder), { recursive: true });
  writeFileSync(fileOf(runFolder), JSON.stringify(system));
}

export function forgetShared(runFolder: string): void {
  rmSync(fileOf(runFolder), { force: true });
}
