import { AppError } from '@waybill/contracts/errors';
import { boundedCache, type BoundedCache } from './bounded-cache';

/** The part of its lifetime after which an answer that is used is asked for anew. */
const freshFor = 0.8;

export interface RememberedOptions<T> {
  /** Answers held at once; the least recently used goes. */
  most: number;
  /**
   * Milliseconds for which an answer is believed, counted from the question, so that a change is seen no later; 0: it is not
   * kept. `took`: milliseconds that the question took.
   */
  lifetime: (answer: T, took: number) => number;
  /** Milliseconds, counted in the same way, for which {@link Remembered.ofOrLast} uses an answer in an outage; else 0. */
  inOutage?: (answer: T) => number;
  /** Milliseconds. */
  clock?: () => number;
}

interface Kept<T> {
  answer: T;
  askedAt: number;
  /** Asked for anew when it is used after that; Infinity once that was done. */
  staleAt: number;
  endsAt: number;
}

/**
 * Answers to questions of one kind: one question for all who need the answer at the same moment, then it is remembered. One
 * that is used in the last fifth of its lifetime is asked for anew while it serves: in steady use nobody waits.
 */
export class Remembered<Q extends string[], T> {
  private readonly kept: BoundedCache<Kept<T>>;
  /** Apart from what is kept, which questions without an answer must not push out. */
  private readonly asking: BoundedCache<Promise<T>>;
  private readonly clock: () => number;

  constructor(
    private readonly ask: (...question: Q) => Promise<T>,
    private readonly options: RememberedOptions<T>,
  ) {
    this.kept = boundedCache(options.most);
    this.asking = boundedCache(options.most);
    this.clock = options.clock ?? (() => performance.now());
  }

  /** The answer; rejects as `ask` does where none is believed. */
  async of(...question: Q): Promise<T> {
    const key = question.join(' ');
    const believed = this.believed(key, question);
    return believed ? believed.answer : this.fetch(key, question);
  }

  /** As {@link of}, but while who knows is away or out of order (an AppError of 5xx) an older answer serves. */
  async ofOrLast(...question: Q): Promise<T> {
    const key = question.join(' ');
    const believed = this.believed(key, question);
    if (believed) return believed.answer;
    try {
      return await this.fetch(key, question);
    } catch (error) {
      const kept = this.kept.get(key);
      const longest = kept && error instanceof AppError && error.status >= 500 && this.options.inOutage?.(kept.answer);
      if (longest && this.clock() - kept.askedAt <= longest) return kept.answer;
      throw error;
    }
  }

  /** The answer has changed: the next who needs it asks again, and one under way is not kept. */
  forget(...question: Q): void {
    const key = question.join(' ');
    this.kept.delete(key);
    this.asking.delete(key);
  }

  private believed(key: string, question: Q): Kept<T> | undefined {
    const kept = this.kept.get(key);
    const now = this.clock();
    if (!kept || now >= kept.endsAt) return undefined;
    if (now >= kept.staleAt) {
      // Once: should it fail, those who come after the end ask again.
      kept.staleAt = Infinity;
      this.fetch(key, question).catch(() => undefined);
    }
    return kept;
  }

  private async fetch(key: string, question: Q): Promise<T> {
    const underWay = this.asking.get(key);
    if (underWay) return underWay;
    const askedAt = this.clock();
    const asking = this.ask(...question);
    this.asking.set(key, asking);
    try {
      const answer = await asking;
      if (this.asking.peek(key) === asking) this.keep(key, answer, askedAt);
      return answer;
    } finally {
      if (this.asking.peek(key) === asking) this.asking.delete(key);
    }
  }

  private keep(key: string, answer: T, askedAt: number): void {
    const lifetime = this.options.lifetime(answer, this.clock() - askedAt);
    if (lifetime > 0) {
      this.kept.set(key, { answer, askedAt, staleAt: askedAt + lifetime * freshFor, endsAt: askedAt + lifetime });
    } else this.kept.delete(key);
  }
}
