/** Services that a person serves from source while the supervisor's copy rests. */
import type { ControlAnswer, ControlHandler, ControlRequest, ServiceStatus } from './control.ts';
import { endProcess, stampOf } from './process/process-table.ts';
import type { ProcessStamp } from './process/process-table.ts';
import type { Env } from './process/service-process.ts';
import type { Supervised } from './process/supervised.ts';

export interface ServedStack {
  url: string;
  services: ReadonlyMap<string, Supervised>;
  envOf(service: string): Env;
  /** A stand-in runs, or (null) has ended. */
  changed(name: string, stamp: ProcessStamp | null): void;
  say(line: string): void;
}

interface Held {
  holder: object;
  standIn: ProcessStamp | null;
}

/** Longer than a service may drain, so that its server's own clean end comes first. */
const END_STEPS: [NodeJS.Signals, number][] = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 2_000],
];

export class StandIns implements ControlHandler {
  readonly #stack: ServedStack;
  readonly #held = new Map<string, Held>();
  #closing = false;

  constructor(stack: ServedStack) {
    this.#stack = stack;
  }

  async handle(request: ControlRequest, holder: object): Promise<ControlAnswer> {
    if (request.op === 'status') return { ok: true, pid: process.pid, url: this.#stack.url, services: this.#status() };
    const service = this.#stack.services.get(request.service);
    if (!service) return { ok: false, error: `There is no running service ${request.service}.` };
    if (request.op === 'environment') return { ok: true, env: this.#stack.envOf(service.name) };
    const held = this.#held.get(request.service);
    if (held && held.holder !== holder) return { ok: false, error: `${request.service} is already served elsewhere.` };
    if (request.op === 'pause') return this.#pause(service, holder);
    if (!held) return { ok: false, error: `${request.service} is not paused.` };
    if (request.op === 'stand-in') return this.#name(request.service, held, request.pid);
    if (request.op === 'resume') {
      await this.#giveBack(request.service);
      return { ok: true };
    }
    return { ok: false, error: 'Known requests: status, environment, pause, stand-in, resume.' };
  }

  /** Its connection closed, for example because it was killed: what it ran is ended and the own copy comes back. */
  async released(holder: object): Promise<void> {
    const mine = [...this.#held].filter(([, held]) => held.holder === holder).map(([name]) => name);
    await Promise.all(mine.map((name) => this.#giveBack(name)));
  }

  /** Ends all stand-ins; no copy comes back any more. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#held.keys()].map((name) => this.#giveBack(name)));
  }

  async #pause(service: Supervised, holder: object): Promise<ControlAnswer> {
    if (this.#closing) return { ok: false, error: 'The stack is stopping.' };
    if (!this.#held.has(service.name)) {
      this.#held.set(service.name, { holder, standIn: null });
      this.#stack.say(`${service.name} is served from source until that ends`);
      await service.stop();
    }
    return { ok: true, env: this.#stack.envOf(service.name) };
  }

  #name(service: string, held: Held, pid: number): ControlAnswer {
    const stamp = Number.isInteger(pid) && pid > 1 ? stampOf(pid) : null;
    held.standIn = stamp;
    this.#stack.changed(`${service} (served)`, stamp);
    return { ok: true };
  }

  async #giveBack(name: string): Promise<void> {
    const held = this.#held.get(name);
    if (held?.standIn) {
      await endProcess(held.standIn, END_STEPS);
      this.#stack.changed(`${name} (served)`, null);
    }
    if (!this.#held.delete(name) || this.#closing) return;
    this.#stack.say(`${name} runs under the stack again`);
    await this.#stack.services.get(name)?.start();
  }

  #status(): ServiceStatus[] {
    return [...this.#stack.services.values()].map((service) => ({
      name: service.name,
      state: this.#held.has(service.name) ? 'paused' : service.state,
      pid: this.#held.get(service.name)?.standIn?.pid ?? service.stamp?.pid ?? null,
      restarts: service.restarts,
    }));
  }
}
