import type { HandOver, Obstacle } from '../provider';

/** Decides from the answers of a provider: open its circuit breaker, close it, pause for the daily quota, or send more slowly. */
export type Verdict = 'open' | 'close' | 'pause' | 'slow' | null;

/** Failures in a row that open the circuit breaker. */
const failuresToOpen = 5;

/**
 * How many failures an obstacle counts for. A refused account is certain at once. A right that is missing may matter to
 * one sender only: an answer to another one in between says that the account is well.
 */
const failuresIn: Partial<Record<Obstacle, number>> = { refused: failuresToOpen, unreachable: 1, denied: 1 };

/** Milliseconds in which answers are judged together; the rate is halved once for those that were throttled together. */
const judgedEvery = 2_000;

/** More than this share of the answers must be throttled: single ones are about their recipient. */
const throttledShare = 0.1;
/** The least number of them: on a quiet system a single one may be about its recipient. */
const throttledLeast = 3;

/** Judges the answers of one account, as this process sees them. */
export class AnswerTally {
  private failures = 0;
  private answers = 0;
  private throttled = 0;
  private since: number;
  private slowedAt = -Infinity;
  private perSecondBefore = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {
    this.since = clock();
  }

  /** Answers per second of late. */
  get perSecond(): number {
    const seconds = (this.clock() - this.since) / 1_000;
    return Math.max(this.perSecondBefore, this.answers / Math.max(1, seconds));
  }

  /** Notes one answer. `trial`: the email was let through an open circuit to try. */
  add(answer: HandOver, trial: boolean): Verdict {
    if (this.clock() - this.since > judgedEvery) this.begin();
    this.answers++;
    if (isKind(answer, 'exhausted')) return 'pause';
    const failures = failuresOf(answer);
    if (trial) return failures > 0 ? 'open' : 'close';
    if (failures > 0) return this.mustOpen(failures) ? 'open' : null;
    this.failures = 0;
    return isKind(answer, 'throttled') && this.mustSlow() ? 'slow' : null;
  }

  private mustOpen(failures: number): boolean {
    this.failures += failures;
    if (this.failures < failuresToOpen) return false;
    this.failures = 0;
    return true;
  }

  private mustSlow(): boolean {
    this.throttled++;
    if (this.throttled < throttledLeast || this.throttled <= this.answers * throttledShare) return false;
    if (this.clock() - this.slowedAt < judgedEvery) return false;
    this.slowedAt = this.clock();
    return true;
  }

  private begin(): void {
    this.perSecondBefore = (this.answers * 1_000) / (this.clock() - this.since);
    this.since = this.clock();
    this.answers = 0;
    this.throttled = 0;
  }
}

function failuresOf(answer: HandOver): number {
  if (answer.outcome === 'doubtful') return 1;
  return answer.outcome === 'not_accepted' ? (failuresIn[answer.kind] ?? 0) : 0;
}

const isKind = (answer: HandOver, kind: Obstacle): boolean => answer.outcome === 'not_accepted' && answer.kind === kind;
