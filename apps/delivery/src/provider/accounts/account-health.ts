import { Logger } from '@nestjs/common';
import type { Db } from '@waybill/database/db';
import { Counter, Gauge } from 'prom-client';
import type { HandOver } from '../provider';
import { closeCircuit, openCircuit, pauseAccount, slowAccount } from './account.sql';
import { AnswerTally } from './answer-tally';

const answers = new Counter({
  name: 'waybill_handovers_total',
  help: 'Answers of providers by account, outcome and what stood in the way of an email that was not accepted.',
  labelNames: ['account', 'outcome', 'obstacle'],
});
const circuit = new Gauge({
  name: 'waybill_provider_circuit_open',
  help: '1 while nothing is claimed for the account because its provider does not answer or refuses it.',
  labelNames: ['account'],
});
const paused = new Gauge({
  name: 'waybill_provider_paused',
  help: '1 while nothing is claimed for the account because its quota of 24 hours is used up.',
  labelNames: ['account'],
});
const slowed = new Counter({
  name: 'waybill_provider_slowed_total',
  help: 'How often the account was slowed down because its provider asked for it.',
  labelNames: ['account'],
});

/** Milliseconds for which an account pauses when its daily quota is used up and the provider does not say until when. */
const quotaPause = 15 * 60_000;

/** Milliseconds for which this process skips an unavailable account before it reads its state again. */
const stateTtlMs = 1_000;

/**
 * Reason why no email is claimed for an account: its provider failed or refused it, answered that the quota of 24 hours is
 * used up, or reports that none is left.
 */
export type ShutWhy = 'circuit' | 'pause' | 'quota';

/**
 * How an account does: judged by this process's own answers, acted upon in the row that all processes claim by. So every
 * process sees an open circuit, and only one email at a time tries whether it can be closed.
 */
export class AccountHealth {
  private readonly logger = new Logger(AccountHealth.name);
  private readonly tally = new AnswerTally();
  private shutUntil = -Infinity;
  private shutWhy: ShutWhy | undefined;

  constructor(
    private readonly db: Db,
    private readonly name: string,
    /** False where answers say nothing about the account, as the simulator's do. */
    private readonly adapts = true,
  ) {}

  /** Milliseconds until this account may be used again, as known to this process. */
  get shutFor(): number {
    return Math.max(0, this.shutUntil - performance.now());
  }

  /**
   * Is it known that the provider would take nothing now, also of what is claimed already? What was claimed before the
   * quota ran out is part of it.
   */
  get takesNothing(): boolean {
    return this.shutFor > 0 && this.shutWhy !== 'quota';
  }

  /** Closes the account for these milliseconds, for one second at most: another process may see it open earlier. */
  shut(milliseconds: number, why: ShutWhy): void {
    this.shutUntil = performance.now() + Math.min(milliseconds, stateTtlMs);
    this.showShut(why);
  }

  /** A claim found the account open, or takes part in trying. */
  opened(): void {
    if (this.shutUntil === -Infinity) return;
    this.shutUntil = -Infinity;
    this.showShut(undefined);
  }

  /** Notes an answer of the provider and acts on it; never throws. */
  async note(answer: HandOver, trial: boolean): Promise<void> {
    const obstacle = answer.outcome === 'not_accepted' ? answer.kind : '';
    answers.inc({ account: this.name, outcome: answer.outcome, obstacle });
    if (!this.adapts) return;
    const verdict = this.tally.add(answer, trial);
    try {
      if (verdict === 'open') await this.open(trial, answer);
      if (verdict === 'close' || (verdict === 'pause' && trial)) await this.close();
      if (verdict === 'pause') await this.pause(reasonOf(answer));
      if (verdict === 'slow') await this.slow(reasonOf(answer));
    } catch (error) {
      this.logger.warn(`${this.name}: ${verdict} is not written: ${String(error)}`);
    }
  }

  private async open(trial: boolean, answer: HandOver): Promise<void> {
    const refused = answer.outcome === 'not_accepted' && ['refused', 'denied'].includes(answer.kind);
    const [row] = await this.db.query<{ ms: number }>(openCircuit, [this.name, trial, refused]);
    if (!row) return;
    this.shut(row.ms, 'circuit');
    const why = refused ? 'the provider refuses the account' : 'the provider does not answer';
    this.logger.error(
      `${this.name}: the circuit is open for ${Math.round(row.ms / 1_000)} s, ${why}: ${reasonOf(answer)}`,
    );
  }

  private async close(): Promise<void> {
    await this.db.query(closeCircuit, [this.name]);
    this.opened();
    this.logger.warn(`${this.name}: the circuit is closed`);
  }

  /** Once for what is refused together. */
  private async pause(reason: string): Promise<void> {
    if (this.shutFor > 0 && this.shutWhy === 'pause') return;
    await this.db.query(pauseAccount, [this.name, quotaPause]);
    this.shut(quotaPause, 'pause');
    this.logger.warn(`${this.name}: pauses, ${reason}`);
  }

  private async slow(reason: string): Promise<void> {
    slowed.inc({ account: this.name });
    const [row] = await this.db.query<{ rate: number }>(slowAccount, [this.name, this.tally.perSecond]);
    this.logger.warn(`${this.name}: slowed to ${row?.rate.toFixed(1)} emails/s: ${reason}`);
  }

  private showShut(why: ShutWhy | undefined): void {
    this.shutWhy = why;
    circuit.set({ account: this.name }, why === 'circuit' ? 1 : 0);
    paused.set({ account: this.name }, why === 'pause' || why === 'quota' ? 1 : 0);
  }
}

const reasonOf = (answer: HandOver): string => ('reason' in answer ? answer.reason : '');
