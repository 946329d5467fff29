import { Logger } from '@nestjs/common';
import type { Db } from '@waybill/database/db';
import { Counter, Gauge } from 'prom-client';
import type { HandOver, NotAccepted } from '../provider/provider';
import { closeCircuit, openCircuit, pauseAccount, slowAccount } from './account.sql';
import { AnswerTally } from './answer-tally';

const answers = new Counter({
  name: 'waybill_handovers_total',
  help: 'Answers of providers by account and outcome.',
  labelNames: ['account', 'outcome'],
});
const circuit = new Gauge({
  name: 'waybill_provider_circuit_open',
  help: '1 while nothing is claimed for the account because its provider does not answer.',
  labelNames: ['account'],
});
const slowed = new Counter({
  name: 'waybill_provider_slowed_total',
  help: 'How often the account was slowed down because its provider asked for it.',
  labelNames: ['account'],
});

/** While the daily quota is used up and the provider does not tell more, the account pauses for so long. Milliseconds. */
const quotaPause = 15 * 60_000;

/** How long this process believes that a circuit is open before it looks again. Milliseconds. */
const believed = 1_000;

const dailyQuota = /daily (message )?quota/i;

/**
 * How an account does: judged by this process's own answers, acted upon in the row that all processes claim by. So every
 * process sees an open circuit, and only one email at a time tries whether it can be closed.
 */
export class AccountHealth {
  private readonly logger = new Logger(AccountHealth.name);
  private readonly tally = new AnswerTally();
  private shutUntil = -Infinity;

  constructor(
    private readonly db: Db,
    private readonly name: string,
    /** False where answers say nothing about the account, as the simulator's do. */
    private readonly adapts = true,
  ) {}

  /** For so many milliseconds this process knows the circuit to be open. */
  get shutFor(): number {
    return Math.max(0, this.shutUntil - performance.now());
  }

  /** The circuit is open for so long; believed for a second, because another process may close it. */
  shut(milliseconds: number): void {
    this.shutUntil = performance.now() + Math.min(milliseconds, believed);
    circuit.set({ account: this.name }, 1);
  }

  /** A claim found the circuit closed, or takes part in trying. */
  opened(): void {
    if (this.shutUntil === -Infinity) return;
    this.shutUntil = -Infinity;
    circuit.set({ account: this.name }, 0);
  }

  /** Notes an answer of the provider and acts on it; never throws. */
  async note(answer: HandOver, trial: boolean): Promise<void> {
    answers.inc({ account: this.name, outcome: answer.outcome });
    if (!this.adapts) return;
    const verdict = this.tally.add(answer, trial);
    try {
      if (saysDailyQuota(answer)) await this.pause(answer.reason);
      else if (verdict === 'open') await this.open(trial, answer);
      else if (verdict === 'close') await this.close();
      else if (verdict === 'slow') await this.slow(answer);
    } catch (error) {
      this.logger.warn(`${this.name}: ${verdict} is not written: ${String(error)}`);
    }
  }

  private async open(trial: boolean, answer: HandOver): Promise<void> {
    const [row] = await this.db.query<{ ms: number }>(openCircuit, [this.name, trial]);
    if (!row) return;
    this.shut(row.ms);
    const reason = 'reason' in answer ? answer.reason : '';
    this.logger.error(`${this.name}: the circuit is open for ${Math.round(row.ms / 1_000)} s: ${reason}`);
  }

  private async close(): Promise<void> {
    await this.db.query(closeCircuit, [this.name]);
    this.opened();
    this.logger.warn(`${this.name}: the circuit is closed`);
  }

  private async pause(reason: string): Promise<void> {
    await this.db.query(pauseAccount, [this.name, quotaPause]);
    this.logger.warn(`${this.name}: pauses, ${reason}`);
  }

  private async slow(answer: HandOver): Promise<void> {
    slowed.inc({ account: this.name });
    const reason = 'reason' in answer ? answer.reason : '';
    const [row] = await this.db.query<{ rate: number }>(slowAccount, [this.name, this.tally.perSecond]);
    this.logger.warn(`${this.name}: slowed to ${row?.rate.toFixed(1)} emails/s: ${reason}`);
  }
}

const saysDailyQuota = (answer: HandOver): answer is NotAccepted =>
  answer.outcome === 'not_accepted' && answer.kind === 'throttled' && dailyQuota.test(answer.reason);
