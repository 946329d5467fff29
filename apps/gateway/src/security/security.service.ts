import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import type { EventEnvelope } from '@waybill/contracts/events';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { EventConsumers } from '@waybill/messaging/event-consumers';
import { KeyCache } from '../access/key-cache';
import { AccountMailSender } from '../account-mail/account-mail.sender';
import { AccountMailStore } from '../account-mail/account-mail.store';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';
import { judge, type Judgement } from './reputation';
import { ReputationStore, type Delta } from './reputation.store';

/** The answer of the two security routes (wire facts, section 8). */
export interface SecurityView {
  status: Omit<Judgement, 'levels'> & { projectId: string };
  levels: Judgement['levels'];
  isDisabled: boolean;
  suspensions: { suspendedAt: string; reason: string }[];
}

type Outcome = 'email.sent' | 'email.bounce' | 'email.complaint';

/** Addresses that exist to try things out say nothing about a project's recipients. */
const tryOut = /@simulator\.(test|amazonses\.com)$/;

/** Watches what becomes of projects' emails, and suspends a project that harms the reputation of all. */
@Injectable()
export class SecurityService {
  private suspended: string[] = [];

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly reputation: ReputationStore,
    private readonly mails: AccountMailStore,
    private readonly sender: AccountMailSender,
    private readonly cache: KeyCache,
    consumers: EventConsumers,
  ) {
    const afterCommit = (): void => this.tellSuspended();
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
    const harmed = deltas.filter(({ bounces, complaints }) => bounces + complaints > 0);
    for (const projectId of new Set(harmed.map((delta) => delta.projectId))) await this.check(tx, projectId);
  }

  private async check(tx: Transaction, projectId: string): Promise<void> {
    const state = await this.reputation.read(projectId, tx);
    if (!state || !this.config.AUTO_SUSPEND || projectId === this.config.SYSTEM_PROJECT_ID) return;
    if (state.isDisabled || !judge(state, state.isNew).shouldDisable) return;
    if (!(await this.reputation.suspend(tx, projectId, 'EMAIL_REPUTATION'))) return;
    for (const email of await this.reputation.memberAddresses(tx, projectId)) {
      await this.mails.add(tx, { kind: 'suspension', email, requestId: newId() });
    }
    this.suspended.push(projectId);
  }

  // Should this process end here, the other gateways find the change in the database within a second.
  private tellSuspended(): void {
    if (this.suspended.length === 0) return;
    const projectIds = this.suspended.splice(0);
    this.sender.wake();
    void Promise.allSettled(projectIds.map((projectId) => this.cache.accessChanged(projectId)));
  }
}

/** Only permanent bounces count (specification, Events). */
function deltaOf({ subject, projectId, occurredAt, contactEmail, data }: EventEnvelope<Outcome>): Delta[] {
  if (tryOut.test(contactEmail ?? '')) return [];
  const bounces = subject === 'email.bounce' && 'bounceType' in data && data.bounceType === 'Permanent' ? 1 : 0;
  if (subject === 'email.bounce' && bounces === 0) return [];
  const delta = { sent: Number(subject === 'email.sent'), bounces, complaints: Number(subject === 'email.complaint') };
  return [{ projectId, at: occurredAt, ...delta }];
}
