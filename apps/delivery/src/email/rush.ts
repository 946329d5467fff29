/** So many emails being accepted at once are no rush. */
const few = 4;

/** So many are a crowd: its callers are answered together and ask again together. */
const crowd = 16;

/** Milliseconds: a shorter pause between two crowds is no lull. */
const lull = 50;

/** How many emails are being accepted, and whether that is a rush: then other work of the process gives way. */
export class Rush {
  private waiting = 0;
  /** When there was a crowd last. */
  private crowdAt = -Infinity;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  /** Callers wait for the answer about so many emails. */
  begin(emails: number): void {
    this.waiting += emails;
  }

  /** They have their answer. */
  end(emails: number): void {
    if (this.waiting >= crowd) this.crowdAt = this.clock();
    this.waiting -= emails;
  }

  /** Emails whose callers wait for their answer. */
  get unanswered(): number {
    return this.waiting;
  }

  get isOn(): boolean {
    return this.waiting > few || this.clock() - this.crowdAt < lull;
  }
}
