/** How much of a core each part of the system took while something was measured. */
import { cpuOfMachine, cpuOfTree, residentBytes } from './proc.ts';

export interface Usage {
  /** Percent of one core, by part. */
  cpu: Record<string, number>;
  /** Percent of one core that other programs of this machine took: above about 20 the figures say less. */
  others: number;
  /** Percent of one core that the host of this virtual machine withheld. */
  withheld: number;
  /** Resident bytes at the end, by part, without Postgres' backends. */
  resident: Record<string, number>;
}

export class UsageMeter {
  readonly #parts: Map<string, number>;
  #began = 0;
  #machine = cpuOfMachine();
  #own = process.cpuUsage();
  #cpu = new Map<string, number>();

  /** `parts`: root process of each part of the system. */
  constructor(parts: Map<string, number>) {
    this.#parts = parts;
  }

  start(): void {
    this.#began = performance.now();
    this.#machine = cpuOfMachine();
    this.#own = process.cpuUsage();
    this.#cpu = new Map([...this.#parts].map(([name, pid]) => [name, cpuOfTree(pid)]));
  }

  stop(): Usage {
    const seconds = (performance.now() - this.#began) / 1000;
    const machine = cpuOfMachine();
    const used = [...this.#parts].map(([name, pid]) => [name, cpuOfTree(pid) - (this.#cpu.get(name) ?? 0)] as const);
    const own = process.cpuUsage(this.#own);
    const bench = (own.user + own.system) / 1_000_000;
    const ours = used.reduce((sum, [, cpu]) => sum + cpu, bench);
    const percent = (cpu: number): number => Math.max(0, Math.round((cpu / seconds) * 100));
    return {
      cpu: Object.fromEntries([...used, ['bench', bench] as const].map(([name, cpu]) => [name, percent(cpu)])),
      others: percent(machine.busy - this.#machine.busy - ours),
      withheld: percent(machine.withheld - this.#machine.withheld),
      resident: Object.fromEntries([...this.#parts].map(([name, pid]) => [name, residentBytes(pid)])),
    };
  }
}
