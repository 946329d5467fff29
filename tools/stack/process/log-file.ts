/** The log files of Postgres and NATS: appended to, and begun anew when they have grown too long. */
import { openSync, readFileSync, statSync } from 'node:fs';

const LIMIT_BYTES = 5_000_000;

/** A descriptor to write to; readable by its owner only, because statements may stand in it. */
export function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > LIMIT_BYTES ? 'w' : 'a', 0o600);
}

/** The last dozen lines; empty when there is no file. */
export function tailOf(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })) return '';
  return readFileSync(path, 'utf8').split('\n').slice(-12).join('\n').trim();
}
