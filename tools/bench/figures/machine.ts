/** What the figures were measured on: without it they mean nothing. */
import { cpus, release, totalmem } from 'node:os';

export interface Machine {
  cores: number;
  model: string;
  memoryGb: number;
  kernel: string;
  node: string;
}

export function thisMachine(): Machine {
  const all = cpus();
  return {
    cores: all.length,
    model: all[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
  };
}
