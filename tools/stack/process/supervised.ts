/** One process that is kept running: restarted with a growing pause when it ends by itself. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessStamp } from './process-table.ts';

export interface Launched {
  stamp: ProcessStamp;
  /** Resolves when the process ended, for whatever reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

export type SupervisedState = 'stopped' | 'starting' | 'running' | 'waiting';

export interface Backoff {
  firstMs: number;
  maxMs: number;
  /** A process that ran this long was well: its next failure counts as the first. */
  healthyMs: number;
}

export const BACKOFF: Backoff = { firstMs: 250, maxMs: 10_000, healthyMs: 30_000 };

/** Milliseconds to wait before the restart that follows the given number of failures in a row. */
export function restartPause(failures: number, backoff: Backoff = BACKOFF): number {
  return Math.min(backoff.firstMs * 2 ** Math.max(0, failures - 1), backoff.maxMs);
}

export interface SupervisedHooks {
  /** A process runs, or (null) has ended. */
  changed(name: string, stamp: ProcessStamp | null): void;
  say(line: string): void;
}

export class Supervised {
  state: SupervisedState = 'stopped';
  restarts = 0;
  readonly name: string;
  readonly #launch: () => Promise<Launched>;
  readonly #hooks: SupervisedHooks;
  readonly #backoff: Backoff;
  #current: Launched | null = null;
  #wanted: AbortController | null = null;
  #loop: Promise<void> = Promise.resolve();

  constructor(name: string, launch: () => Promise<Launched>, hooks: SupervisedHooks, backoff: Backoff = BACKOFF) {
    this.name = name;
    this.#launch = launch;
    this.#hooks = hooks;
    this.#backoff = backoff;
  }

  get stamp(): ProcessStamp | null {
    return this.#current?.stamp ?? null;
  }

  /** Resolves when the first launch did; rejects, keeping nothing running, when that one fails. */
  async start(): Promise<void> {
    if (this.#wanted) return;
    const wanted = new AbortController();
    this.#wanted = wanted;
    this.state = 'starting';
    try {
      await this.#launched(await this.#launch(), wanted.signal);
    } catch (error) {
      this.#wanted = null;
      this.state = 'stopped';
      throw error;
    }
    this.#loop = this.#keep(wanted.signal);
  }

  /** Resolves when the process is gone and will not come back. */
  async stop(): Promise<void> {
    this.#wanted?.abort();
    this.#wanted = null;
    await this.#current?.stop();
    await this.#loop;
    this.state = 'stopped';
  }

  async #keep(wanted: AbortSignal): Promise<void> {
    for (let failures = 0; !wanted.aborted; ) {
      const began = Date.now();
      await this.#current?.exited;
      if (this.#current) this.#hooks.changed(this.name, null);
      this.#current = null;
      if (wanted.aborted) return;
      failures = Date.now() - began >= this.#backoff.healthyMs ? 1 : failures + 1;
      const pause = restartPause(failures, this.#backoff);
      this.state = 'waiting';
      this.#hooks.say(`${this.name} ended; starting it again in ${pause} ms`);
      await delay(pause, undefined, { signal: wanted }).catch(() => undefined);
      if (wanted.aborted) return;
      this.restarts += 1;
      this.state = 'starting';
      await this.#relaunch(wanted);
    }
  }

  async #relaunch(wanted: AbortSignal): Promise<void> {
    try {
      await this.#launched(await this.#launch(), wanted);
    } catch (error) {
      this.#hooks.say(`${this.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** A stop that came while the process was being launched ends it at once. */
  async #launched(launched: Launched, wanted: AbortSignal): Promise<void> {
    this.#current = launched;
    this.#hooks.changed(this.name, launched.stamp);
    this.state = 'running';
    if (wanted.aborted) await launched.stop();
  }
}
