import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { inRequest } from '@waybill/messaging/request/request-context';
import { inSpan } from '@waybill/messaging/request/spans';
import type { ClaimedEmail } from '../ledger/claimed-email';
import { OutgoingSteps } from './outgoing-steps';
import { SendContext, type OutgoingEmail } from './send-context';
import { failed, tryLater, type Settlement } from './settlement';
import type { Step } from './step';

/** Attempts after which an email that fails inside this program is given up. */
const maxOwnFailures = 8;

/**
 * The only send path. Runs the steps in order until one returns a settlement. No step before the last has an effect outside:
 * only the provider call can have an unknown outcome.
 */
@Injectable()
export class Outgoing {
  constructor(private readonly path: OutgoingSteps) {}

  /**
   * Hands a claimed email to the provider, as part of the request that it came from; returns the settlement and the step that
   * ended the attempt. Never throws.
   */
  send(outgoing: OutgoingEmail): Promise<Settlement> {
    const { id, project_id: projectId, request_id: requestId, traceparent, attempt } = outgoing.email;
    const attributes = { 'waybill.email': id, 'waybill.attempt': attempt };
    return inRequest({ requestId, projectId, traceparent }, () =>
      inSpan('send email', { parent: traceparent, attributes }, () => this.pass(outgoing)),
    );
  }

  private async pass(outgoing: OutgoingEmail): Promise<Settlement> {
    const context = new SendContext(outgoing);
    try {
      for (const step of this.path.steps) {
        const settlement = await this.run(step, context);
        if (settlement) return settlement;
      }
      return failed(context.email, 'internal_error', 'no step handed the email over');
    } finally {
      context.release?.();
    }
  }

  private async run(step: Step, context: SendContext): Promise<Settlement | void> {
    try {
      const running = step.run(context);
      const settlement = running instanceof Promise ? await running : running;
      return settlement && { ...settlement, step: step.name };
    } catch (error) {
      return { ...this.failure(context.email, error), step: step.name };
    }
  }

  private failure(email: ClaimedEmail, error: unknown): Settlement {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof AppError) return tryLater(email, detail);
    return email.attempt < maxOwnFailures ? tryLater(email, detail) : failed(email, 'internal_error', detail);
  }
}
