/** The process of a service under development: replaced on demand, one replacement at a time. */
import { schemaHash } from './migrations.ts';
import { launchService, runCommand } from './service-process.ts';
import type { ServiceLaunch } from './service-process.ts';
import type { Launched } from './supervised.ts';

export interface ServedHooks {
  say(line: string): void;
  /** A process runs. */
  started(pid: number): Promise<void>;
}

export class ServedService {
  readonly #launch: ServiceLaunch;
  readonly #hooks: ServedHooks;
  #current: Launched | null = null;
  #work: Promise<void> = Promise.resolve();
  #asked = 0;
  #schema = '';
  #stopped = false;

  constructor(launch: ServiceLaunch, hooks: ServedHooks) {
    this.#launch = launch;
    this.#hooks = hooks;
  }

  /** Replaces the process by one of the bundle as it is now. Several requests during one replacement become one more. */
  restart(): void {
    const mine = (this.#asked += 1);
    this.#work = this.#work.then(async () => {
      if (mine !== this.#asked || this.#stopped) return;
      await this.#end();
      await this.#begin();
    });
  }

  /** Resolves when the process is gone and no replacement will come. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#work;
    await this.#end();
  }

  async #begin(): Promise<void> {
    try {
      await this.#migrate();
      const launched = launchService(this.#launch);
      this.#current = launched;
      void launched.exited.then(() => {
        if (this.#current === launched)
          this.#hooks.say(`${this.#launch.name} ended; it starts again on the next change`);
      });
      await this.#hooks.started(launched.stamp.pid);
    } catch (error) {
      this.#hooks.say(error instanceof Error ? error.message : String(error));
    }
  }

  async #migrate(): Promise<void> {
    const schema = schemaHash(this.#launch);
    if (schema === this.#schema) return;
    await runCommand(this.#launch, ['migrate']);
    this.#schema = schema;
  }

  async #end(): Promise<void> {
    const current = this.#current;
    this.#current = null;
    await current?.stop();
  }
}
