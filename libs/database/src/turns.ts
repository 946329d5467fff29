import { unavailable } from '@waybill/contracts/errors';

/** Runs at most `atOnce` pieces of work at once, the rest in turn; 503 `tooMany` when more than `waiting` wait already. */
export class Turns {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
    private readonly tooMany: string,
  ) {}

  /** Is nothing under way? */
  get idle(): boolean {
    return this.running === 0;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) {
      if (this.queue.length >= this.waiting) throw unavailable(this.tooMany);
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else {
      this.running++;
    }
    try {
      return await work();
    } finally {
      // The place passes straight to the next in line, so that nobody can slip in between.
      const next = this.queue.shift();
      if (next) next();
      else this.running--;
    }
  }
}

/** Turns of each project: one that asks for a lot waits for itself, and leaves room for the others. */
export class ProjectTurns {
  private readonly projects = new Map<string, Turns>();

  /** As {@link Turns}, for each project. */
  constructor(
    private readonly atOnce: number,
    private readonly waiting: number,
    private readonly tooMany: string,
  ) {}

  async take<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    let turns = this.projects.get(projectId);
    if (!turns) this.projects.set(projectId, (turns = new Turns(this.atOnce, this.waiting, this.tooMany)));
    try {
      return await turns.take(work);
    } finally {
      if (turns.idle) this.projects.delete(projectId);
    }
  }
}
