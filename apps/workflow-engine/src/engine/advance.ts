import type { ExecutionStatus, StepStatus } from '@waybill/contracts/workflows/execution';
import { findStep, nextStep, type Graph, type Step } from '../graph/graph';
import type { Run, WaitedEvent } from '../run/run';
import type { StepKind, StepOutcome } from '../step-kind/step-kind';

/** The work that is left for the current step: see the table `workflow.execution`. */
export type Phase = 'ready' | 'effect' | 'calling' | 'waiting' | 'ended';

/** Where an execution is. */
export interface Position {
  status: ExecutionStatus;
  stepId: string | null;
  /** Number of the step's visit, from 1. */
  seq: number;
  phase: Phase;
  exitReason: string | null;
  context: Record<string, unknown>;
  /** The event that moves it on. */
  waitEvent: string | null;
  /** When its timer ends. */
  until: Date | null;
}

/** The record of one visit of a step. */
export interface StepRecord {
  seq: number;
  stepId: string;
  status: StepStatus;
  output: Record<string, unknown> | null;
  error: string | null;
  scheduledFor: Date | null;
  /** Null where the visit began before this advance. */
  startedAt: Date | null;
  completedAt: Date | null;
  branch: string | null;
  emailId: string | null;
}

export type Input =
  /** Begin the current step, or repeat its effect after a crash. */
  | { kind: 'go' }
  | { kind: 'timer' }
  | { kind: 'event'; event: WaitedEvent }
  | { kind: 'outcome'; outcome: StepOutcome }
  /** The engine ends it: the step fails. */
  | { kind: 'fail'; reason: string; error: string }
  /** Ends it from outside: the open step is skipped. */
  | { kind: 'cancel'; reason: string };

export interface Advance {
  position: Position;
  /** In order; a visit that began earlier and is open now comes first. */
  records: StepRecord[];
  /** The step whose effect is to be performed once this is committed. */
  effect: Step | null;
}

/** Everything that `advance` reads beside the graph. */
export interface World {
  kinds: Record<Step['type'], StepKind>;
  /** The run as a step sees it, at this visit and with this context. */
  run: (seq: number, context: Record<string, unknown>) => Run;
  now: Date;
}

/** More visits than a workflow has steps can only come from a broken graph. */
export const maxVisits = 100;

const terminal: readonly ExecutionStatus[] = ['COMPLETED', 'EXITED', 'FAILED', 'CANCELLED'];
export const isTerminal = (status: ExecutionStatus): boolean => terminal.includes(status);

/**
 * Moves an execution on as far as it goes without an effect or a wait. Pure: the same arguments give the same answer.
 * An input that does not fit the phase changes nothing.
 */
export function advance(graph: Graph, from: Position, input: Input, world: World): Advance {
  const machine = new Machine(graph, { ...from }, world);
  if (isTerminal(from.status)) return machine.answer();
  machine.take(input);
  return machine.answer();
}

class Machine {
  private readonly records: StepRecord[] = [];
  private effect: Step | null = null;

  constructor(
    private readonly graph: Graph,
    private readonly position: Position,
    private readonly world: World,
  ) {}

  answer(): Advance {
    return { position: this.position, records: this.records, effect: this.effect };
  }

  take(input: Input): void {
    const step = findStep(this.graph, this.position.stepId);
    const { phase } = this.position;
    if (input.kind === 'cancel') return this.cancel(step, input.reason);
    if (!step) return this.end('COMPLETED', null);
    if (input.kind === 'fail') return this.fail(step, input.reason, input.error, null, phase === 'ready');
    if (input.kind === 'outcome') {
      if (phase === 'effect' || phase === 'calling') this.apply(step, input.outcome, false);
      return;
    }
    if (phase === 'calling') {
      const error = 'the process ended while the step was performed: it may have happened, and is not repeated';
      return this.fail(step, 'outcome_unknown', error, null, false);
    }
    if (phase === 'effect') {
      this.effect = step;
      return;
    }
    if (phase === 'waiting') return this.resume(step, input);
    if (phase === 'ready' && input.kind === 'go') this.begin(step);
  }

  private begin(step: Step): void {
    const { kinds, run } = this.world;
    if (this.position.seq > maxVisits) {
      return this.fail(step, 'too_many_visits', `an execution visits at most ${maxVisits} steps`, null, true);
    }
    const outcome = guarded(() => kinds[step.type].begin(step, run(this.position.seq, this.position.context)));
    this.apply(step, outcome, true);
  }

  private resume(step: Step, input: Input): void {
    if (input.kind !== 'timer' && input.kind !== 'event') return;
    const { kinds, run } = this.world;
    const kind = kinds[step.type];
    const { seq, context, waitEvent, until } = this.position;
    if (input.kind === 'event' && waitEvent !== null && input.event.name !== waitEvent) return;
    if (input.kind === 'timer' && (until === null || until > this.world.now)) return;
    const end = input.kind === 'timer' ? ({ by: 'timer' } as const) : ({ by: 'event', event: input.event } as const);
    const outcome = guarded(() => kind.resume?.(step, run(seq, context), end) ?? { kind: 'done', output: {} });
    this.apply(step, outcome, false);
  }

  /** `began`: the visit begins with this outcome. */
  private apply(step: Step, outcome: StepOutcome, began: boolean): void {
    const { position } = this;
    position.waitEvent = null;
    position.until = null;
    switch (outcome.kind) {
      case 'effect':
        position.status = 'RUNNING';
        position.phase = 'effect';
        this.record(step, { status: 'RUNNING', began });
        this.effect = step;
        return;
      case 'wait':
        position.status = 'WAITING';
        position.phase = 'waiting';
        position.waitEvent = outcome.eventName;
        position.until = outcome.until;
        this.record(step, { status: 'WAITING', began, output: outcome.output, scheduledFor: outcome.until });
        return;
      case 'failed':
        return this.fail(step, outcome.reason, outcome.error, outcome.output ?? null, began);
      case 'exit':
        this.record(step, { status: 'COMPLETED', began, output: outcome.output });
        return this.end('EXITED', outcome.reason);
      case 'done': {
        const branch = outcome.branch ?? null;
        const emailId = outcome.email?.id ?? null;
        this.record(step, { status: 'COMPLETED', began, output: outcome.output, branch, emailId });
        if (outcome.context) position.context = { ...position.context, ...outcome.context };
        this.goOn(step, branch);
      }
    }
  }

  private goOn(step: Step, branch: string | null): void {
    const next = nextStep(this.graph, step.id, branch);
    if (!next) return this.end('COMPLETED', null);
    this.position.stepId = next.id;
    this.position.seq += 1;
    this.position.status = 'RUNNING';
    this.position.phase = 'ready';
    this.begin(next);
  }

  private fail(step: Step, reason: string, error: string, output: StepRecord['output'], began: boolean): void {
    this.record(step, { status: 'FAILED', began, output, error });
    this.end('FAILED', reason);
  }

  private cancel(step: Step | null, reason: string): void {
    if (step) this.record(step, { status: 'SKIPPED', began: this.position.phase === 'ready' });
    this.end('CANCELLED', reason);
  }

  private end(status: ExecutionStatus, exitReason: string | null): void {
    Object.assign(this.position, { status, exitReason, phase: 'ended', waitEvent: null, until: null });
  }

  private record(step: Step, { began, ...given }: Partial<StepRecord> & { status: StepStatus; began: boolean }): void {
    const { now } = this.world;
    const closed = ['COMPLETED', 'FAILED', 'SKIPPED'].includes(given.status);
    this.records.push({
      seq: this.position.seq,
      stepId: step.id,
      output: null,
      error: null,
      scheduledFor: null,
      branch: null,
      emailId: null,
      startedAt: began ? now : null,
      completedAt: closed ? now : null,
      ...given,
    });
  }
}

/** The records of two advances as those of one: a visit that began in the first and went on in the second is one record. */
export function joinRecords(earlier: StepRecord[], later: StepRecord[]): StepRecord[] {
  const [open, next] = [earlier.at(-1), later[0]];
  if (!open || !next || open.seq !== next.seq) return [...earlier, ...later];
  const joined = {
    ...next,
    output: { ...open.output, ...next.output },
    scheduledFor: next.scheduledFor ?? open.scheduledFor,
    startedAt: open.startedAt ?? next.startedAt,
  };
  return [...earlier.slice(0, -1), joined, ...later.slice(1)];
}

/** A step that cannot be decided fails; it never stops the engine. */
function guarded(decide: () => StepOutcome): StepOutcome {
  try {
    return decide();
  } catch (error) {
    return { kind: 'failed', reason: 'step_error', error: error instanceof Error ? error.message : String(error) };
  }
}
