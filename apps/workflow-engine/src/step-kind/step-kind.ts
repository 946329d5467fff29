import { AppError } from '@waybill/contracts/errors';
import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import type { StepType } from '@waybill/contracts/workflows/step';
import type { Branches } from '../graph/edit';
import type { Step } from '../graph/graph';
import type { Run, RunContact, WaitEnd } from '../run/run';

type Output = Record<string, unknown>;

/** The result of a step, or the next thing it needs. */
export type StepOutcome =
  /** `context`: laid over the execution's. `email`: an email was accepted. `contact`: as it is now, where the step changed it. */
  | { kind: 'done'; output: Output; branch?: string; context?: Output; email?: { id: string }; contact?: RunContact }
  | { kind: 'exit'; output: Output; reason: string }
  /** `until` null: no timer ends it. */
  | { kind: 'wait'; output: Output; until: Date | null; eventName: string | null }
  /** Its effect is to be performed. */
  | { kind: 'effect' }
  | { kind: 'failed'; reason: string; error: string; output?: Output };

/** One kind of step: what may stand in its config, and what it does. Everything here is pure. */
export interface StepKind {
  type: StepType;
  /** Problems of a config, paths below `config`. `from`: settings that the check depends on. */
  problems(config: Record<string, unknown>, rules: ConfigRules): FieldProblem[];
  /** The config as it is kept; the stored one is given on a change. */
  normalize?(config: Record<string, unknown>, stored: Record<string, unknown> | null): Record<string, unknown>;
  /** The config as it is shown. */
  shown?(config: Record<string, unknown>): Record<string, unknown>;
  branches(step: Step): Branches;
  /** The references of the step, as kept in `workflow.refs`. */
  refs(step: Step): string[];
  begin(step: Step, run: Run): StepOutcome;
  /** Only of kinds that wait. */
  resume?(step: Step, run: Run, end: WaitEnd): StepOutcome;
  /** An effect that must not happen twice: a crash while it is performed fails the step. */
  atMostOnce?: boolean;
}

/** Rules that depend on the installation. */
export interface ConfigRules {
  allowPrivateWebhooks: boolean;
}

/** Performs the effect of a kind; repeated with the same `run.stepExecutionId` it has no second effect, unless it is `atMostOnce`. */
export interface StepEffect {
  /** @throws what should be tried again later; a `failed` outcome is final */
  perform(step: Step, run: Run): Promise<StepOutcome>;
  /** Waits for a place before the effect is begun; answers what frees it. @throws Busy when there is none now */
  reserve?(step: Step, run: Run): Promise<() => void>;
}

/** There is no place for the effect now: it is tried again soon, and that is no failure. */
export class Busy extends Error {}

export const problem = (path: string, code: FieldProblem['code'], message: string): FieldProblem => ({
  path,
  code,
  message,
});

/** The failed outcome for a refusal by another service. @throws the error where a retry can help: 429, 5xx or no answer */
export function failedAsk(error: unknown): StepOutcome {
  const again = !(error instanceof AppError) || error.status >= 500 || error.status === 429;
  if (again) throw error;
  const details = error.errors?.map(({ field, message }) => `${field} ${message}`).join('; ');
  return {
    kind: 'failed',
    reason: error.code.toLowerCase(),
    error: details ? `${error.message} (${details})` : error.message,
  };
}
