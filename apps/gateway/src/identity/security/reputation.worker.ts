import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import type { StreamPosition } from '@waybill/messaging/event/events-stream';
import { Worker } from '@waybill/messaging/worker';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import { isUndecided, judge, withHarmOf, type Harm } from './reputation';
import { ReputationCheckService, type ReputationCheck } from './reputation-check.service';
import { ReputationService, type ProjectState } from './reputation.service';
import { SuspensionService } from './suspension.service';

const batch = 50;

/**
 * Judges projects after harm was counted, and suspends those that harm the reputation of all. Sends, bounces and complaints are
 * counted by readers of their own: harm is judged only when every send before it is counted, so that no project is
 * suspended by a rate that a slow reader made, and again while there are too few emails to judge.
 */
@Injectable()
export class ReputationWorker extends Worker {
  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly db: Db,
    private readonly reputation: ReputationService,
    private readonly checks: ReputationCheckService,
    private readonly suspensions: SuspensionService,
    private readonly consumers: EventConsumers,
  ) {
    super('reputation', 1_000);
  }

  async process(): Promise<boolean> {
    const due = await this.checks.take(batch);
    if (due.length === 0) return false;
    const states = await Promise.all(due.map(({ projectId }) => this.reputation.read(projectId)));
    // Looked at after the harm was read: whatever that harm is about was sent before this position.
    const position = await this.consumers.positionOf('gateway-sent');
    for (const [index, check] of due.entries()) await this.look(check, states[index]!, position);
    return due.length === batch;
  }

  private async look(check: ReputationCheck, state: ProjectState | null, position: StreamPosition): Promise<void> {
    const { projectId } = check;
    if (!state) return this.checks.done(this.db, projectId, false);
    const noted = check.harm !== null && check.incarnation === position.incarnation;
    const { incarnation } = position;
    const note = noted
      ? { incarnation, afterSeq: check.afterSeq!, harm: check.harm! }
      : { incarnation, afterSeq: position.last, harm: harmOf(state) };
    if (!noted) await this.checks.note(projectId, note);
    if (position.handled < note.afterSeq) return this.checks.wait(projectId);
    await this.judge(projectId, note.harm);
  }

  /** By that harm, and by the sends that are counted now. */
  private async judge(projectId: string, harm: Harm): Promise<void> {
    const suspended = await this.db.transaction(async (tx) => {
      const state = await this.reputation.read(projectId, tx);
      if (!state) return this.checks.done(tx, projectId, false).then(() => false);
      const { isNew, isDisabled, ...windows } = state;
      const judged = withHarmOf(windows, harm);
      const excused = isDisabled || !this.config.AUTO_SUSPEND || projectId === this.config.SYSTEM_PROJECT_ID;
      await this.checks.done(tx, projectId, !excused && isUndecided(judged, isNew));
      if (excused || !judge(judged, isNew).shouldDisable) return false;
      return this.suspensions.suspend(tx, projectId, 'EMAIL_REPUTATION');
    });
    if (suspended) this.suspensions.announce(projectId);
  }
}

function harmOf({ twentyFourHour, sevenDay, allTime }: ProjectState): Harm {
  const of = ({ bounces, complaints }: Harm[keyof Harm]) => ({ bounces, complaints });
  return { twentyFourHour: of(twentyFourHour), sevenDay: of(sevenDay), allTime: of(allTime) };
}
