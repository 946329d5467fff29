import type { StepType } from '@waybill/contracts/workflows/step';
import type { Branches } from '../graph/edit';
import type { Graph, Step } from '../graph/graph';
import { conditionStep } from './condition.step';
import { delayStep } from './delay.step';
import { exitStep } from './exit.step';
import { sendEmailStep } from './send-email.step';
import type { StepKind } from './step-kind';
import { triggerStep } from './trigger.step';
import { updateContactStep } from './update-contact.step';
import { waitForEventStep } from './wait-for-event.step';
import { webhookStep } from './webhook.step';

/** Every kind of step. */
export const stepKinds: Record<StepType, StepKind> = {
  TRIGGER: triggerStep,
  SEND_EMAIL: sendEmailStep,
  DELAY: delayStep,
  WAIT_FOR_EVENT: waitForEventStep,
  CONDITION: conditionStep,
  WEBHOOK: webhookStep,
  UPDATE_CONTACT: updateContactStep,
  EXIT: exitStep,
};

export const branchesOf = (step: Step): Branches => stepKinds[step.type].branches(step);

/** Everything that a workflow names: its event, and what its steps refer to. */
export function refsOf(graph: Graph, eventName: string | null): string[] {
  const own = eventName === null ? [] : [`event:${eventName}`];
  return [...new Set([...own, ...graph.steps.flatMap((step) => stepKinds[step.type].refs(step))])];
}
