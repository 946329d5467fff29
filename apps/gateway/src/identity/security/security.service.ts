import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { judge, type Judgement } from './reputation';
import { ReputationCheckService } from './reputation-check.service';
import { ReputationWorker } from './reputation.worker';
import { ReputationService, type Delta } from './reputation.service';

/** The answer of the two security routes. */
export interface SecurityView {
  status: Omit<Judgement, 'levels'> & { projectId: string };
  levels: Judgement['levels'];
  isDisabled: boolean;
  suspensions: { suspendedAt: string; reason: string }[];
}

type Outcome = 'email.sent' | 'email.bounce' | 'email.complaint';

/** Addresses that exist to try things out say nothing about a project's recipients. */
const tryOut = /@simulator\.(test|amazonses\.com)$/;

/** Counts sent emails, bounces and complaints of projects, and reports the state of a project. */
@Injectable()
export class SecurityService {
  constructor(
    private readonly reputation: ReputationService,
    private readonly checks: ReputationCheckService,
    watch: ReputationWorker,
    consumers: EventConsumers,
  ) {
    const afterCommit = (): void => watch.wake();
    const handle = (tx: Transaction, events: EventEnvelope<Outcome>[]) => this.count(tx, events);
    consumers.register({ durable: 'gateway-sent', subject: 'email.sent', handle });
    consumers.register({ durable: 'gateway-bounce', subject: 'email.bounce', handle, afterCommit });
    consumers.register({ durable: 'gateway-complaint', subject: 'email.complaint', handle, afterCommit });
  }

  async get(projectId: string): Promise<SecurityView> {
    const state = await this.reputation.read(projectId);
    if (!state) throw new AppError('NOT_FOUND', 'There is no such project');
    const { isNew, isDisabled, ...windows } = state;
    const { levels, ...status } = judge(windows, isNew);
    const suspensions = await this.reputation.suspensions(projectId);
    return { status: { projectId, ...status }, levels, isDisabled, suspensions };
  }

  private async count(tx: Transaction, events: EventEnvelope<Outcome>[]): Promise<void> {
    const deltas = events.flatMap(deltaOf);
    if (deltas.length === 0) return;
    await this.reputation.add(tx, deltas);
    const of = (some: Delta[]) => some.map(({ projectId }) => projectId);
    await this.checks.sent(tx, of(deltas.filter(({ sent }) => sent > 0)));
    await this.checks.harmed(tx, of(deltas.filter(({ bounces, complaints }) => bounces + complaints > 0)));
  }
}

/** Only permanent bounces count. */
function deltaOf({ subject, projectId, occurredAt, contactEmail, data }: EventEnvelope<Outcome>): Delta[] {
  if (tryOut.test(contactEmail ?? '')) return [];
  const bounces = subject === 'email.bounce' && 'bounceType' in data && data.bounceType === 'Permanent' ? 1 : 0;
  if (subject === 'email.bounce' && bounces === 0) return [];
  const delta = { sent: Number(subject === 'email.sent'), bounces, complaints: Number(subject === 'email.complaint') };
  return [{ projectId, at: occurredAt, ...delta }];
}
