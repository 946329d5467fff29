import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The log of one service as one test file used it: from this byte on. */
export interface UsedLog {
  service: string;
  log: string;
  from: number;
}

/** The folder of the test run, which its end removes. */
export function runFolder(): string {
  const folder = process.env['WAYBILL_TEST_FOLDER'];
  if (!folder) throw new Error('WAYBILL_TEST_FOLDER is not set: run the test through the Jest configuration');
  return folder;
}

/** An empty file for what a service prints. */
export function newLogFile(service: string): string {
  const folder = join(runFolder(), 'logs');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${service}-${randomUUID()}.log`);
  closeSync(openSync(file, 'w'));
  return file;
}

/** Notes the log for the reporter, which prints its end when a test of this file fails. */
export function noteUsedLog(used: UsedLog): void {
  const { testPath: test } = expect.getState();
  appendFileSync(join(runFolder(), 'used-logs.jsonl'), `${JSON.stringify({ test, ...used })}\n`);
}
