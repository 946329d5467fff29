import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const longest = 20;

/** Work that keeps the event loop for long gives way: what is due then goes on one by one, each in a turn of its own. */
export class Pace {
  private spent = 0;
  private last: Promise<void> = Promise.resolve();

  /** Is it time to give way? */
  get isDue(): boolean {
    return this.spent >= longest;
  }

  /** So many milliseconds were worked. */
  note(milliseconds: number): void {
    this.spent += milliseconds;
  }

  /** Does the work once others had their turn, behind those that wait already. */
  async after<T>(work: () => T | Promise<T>): Promise<T> {
    const turn = this.last.then(() => setImmediate()).then(() => this.rested());
    this.last = turn;
    await turn;
    return work();
  }

  private rested(): void {
    this.spent = 0;
  }
}
