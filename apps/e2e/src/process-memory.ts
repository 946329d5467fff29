import { readFileSync, writeFileSync } from 'node:fs';

/** Bytes that the kernel counts for a process: `VmRSS` now, `VmHWM` at most since the last {@link startOfPeak}. */
export function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) * 1024;
}

/** Milliseconds of CPU that a process has used; other programs that want the same cores do not change it. */
export function cpuTimeOf(pid: number): number {
  // Behind the name of the program, which may hold anything: the 12th and 13th field, in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Has the kernel measure the peak from now on; answers the size now. */
export function startOfPeak(pid: number): number {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return memory(pid, 'VmRSS');
}
