import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/worker';
import { WORKFLOW_CONFIG, type WorkflowEngineConfig } from '../config';
import { stepKinds } from '../step-kind/step-kinds';
import type { Step } from '../graph/graph';
import { Busy, type StepOutcome } from '../step-kind/step-kind';
import { advance, type Input } from './advance';
import { Effects } from './effects';
import { claimExecutions, releaseExecution } from './engine.sql';
import { inputOf, positionOf, runOf, type ClaimedExecution } from './execution';
import { ClaimLost, ExecutionWriter, Unwritten } from './execution-writer';
import { ExecutionReaders, type Definition } from '../reader/readers';
import type { Run, RunContact } from '../run/run';

/** Milliseconds between two looks for due executions: a timer fires at most this late on an idle machine. */
const pollMs = 250;
const claimLimit = 200;
/** With pauses of up to a minute: an hour in which a service that a step needs does not answer. */
const maxAttempts = 60;
const maxPauseMs = 60_000;

/** A claimed execution with everything that its steps read. */
interface Advancing extends Definition {
  execution: ClaimedExecution;
  contact: RunContact;
  clock: () => Date;
}

/** Claims due executions and advances each as far as it goes. */
@Injectable()
export class RunnerWorker extends Worker {
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly db: Db,
    private readonly readers: ExecutionReaders,
    private readonly effects: Effects,
    private readonly writer: ExecutionWriter,
    @Inject(WORKFLOW_CONFIG) private readonly config: WorkflowEngineConfig,
  ) {
    super('workflow-runner', pollMs);
  }

  override async process(): Promise<boolean> {
    const limit = Math.min(claimLimit, this.config.WORKFLOW_CONCURRENCY - this.running.size);
    if (limit <= 0) return false;
    const token = randomUUID();
    const claimed = await this.db.query<ClaimedExecution & Record<string, unknown>>(claimExecutions, [token, limit]);
    for (const execution of claimed) this.begin({ ...execution, token });
    return claimed.length === limit;
  }

  /** Executions that were begun are finished, so that none waits for its lease to end. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await Promise.all(this.running);
  }

  private begin(execution: ClaimedExecution): void {
    const wasFull = this.running.size + 1 >= this.config.WORKFLOW_CONCURRENCY;
    const work = this.run(execution).finally(() => {
      this.running.delete(work);
      if (wasFull) this.wake();
    });
    this.running.add(work);
  }

  private async run(execution: ClaimedExecution): Promise<void> {
    try {
      await this.advance(execution);
    } catch (error) {
      if (error instanceof ClaimLost) return;
      await this.putOff(execution, error);
    }
  }

  private async advance(execution: ClaimedExecution): Promise<void> {
    const { projectId, workflowId, version, contactId } = execution;
    const [definition, settings, read] = await Promise.all([
      this.readers.definitions.find(projectId, workflowId, version),
      this.readers.projects.get(projectId),
      this.readers.contacts.find(projectId, contactId),
    ]);
    const clock = clockFrom(read.now);
    const first = this.firstInput(execution, definition, read.contact, settings.enabled);
    const known = definition ?? { name: '', graph: { steps: [], links: [] } };
    const contact = read.contact ?? placeholderContact(execution);
    await this.steps({ execution, ...known, contact, clock }, first);
  }

  private firstInput(
    execution: ClaimedExecution,
    definition: Definition | null,
    contact: RunContact | null,
    enabled: boolean,
  ): Input {
    if (!definition) return { kind: 'cancel', reason: 'workflow_deleted' };
    if (!enabled) return { kind: 'cancel', reason: 'project_disabled' };
    if (!contact) return { kind: 'fail', reason: 'contact_deleted', error: 'the contact was deleted' };
    if (execution.attempts < maxAttempts) return inputOf(execution);
    return { kind: 'fail', reason: 'step_unavailable', error: 'what the step needs did not answer for an hour' };
  }

  /**
   * Advances and performs effects until the execution waits or ends, and writes all of that together: after a crash the effects are
   * repeated, and have no second effect. Written before an effect are the begin of one that must not be repeated, and a decision that
   * led to it: another contact would decide otherwise. Before any other effect the claim is looked at. Where an effect cannot be
   * performed now, that it has begun is written.
   */
  private async steps(advancing: Advancing, first: Input): Promise<void> {
    const { execution, name, graph, clock } = advancing;
    let [position, input, contact] = [positionOf(execution), first, advancing.contact];
    const unwritten = new Unwritten(this.writer, execution, name);
    for (;;) {
      const now = clock();
      const world = { kinds: stepKinds, now, run: runOf(execution, name, contact, now) };
      const { position: next, records, effect } = advance(graph, position, input, world);
      unwritten.add(records);
      if (!effect) return unwritten.write(next, false);
      position = stepKinds[effect.type].atMostOnce ? { ...next, phase: 'calling' } : next;
      try {
        const outcome = await this.perform(effect, world.run(next.seq, next.context), async () => {
          await unwritten.beforeEffect(position, position !== next);
          return clock();
        });
        if (outcome.kind === 'done') contact = outcome.contact ?? contact;
        input = { kind: 'outcome', outcome };
      } catch (error) {
        if (!(error instanceof ClaimLost) && unwritten.hasRecords) await unwritten.write(next, true);
        throw error;
      }
    }
  }

  /** `begin` is called when there is a place for the effect; it answers the time. */
  private async perform(effect: Step, run: Run, begin: () => Promise<Date>): Promise<StepOutcome> {
    const performer = this.effects.of(effect.type);
    const leave = await performer.reserve?.(effect, run);
    try {
      return await performer.perform(effect, { ...run, now: await begin() });
    } finally {
      leave?.();
    }
  }

  /** A service that a step needs does not answer: the step is tried again, later each time. */
  private async putOff(execution: ClaimedExecution, error: unknown): Promise<void> {
    const isBusy = error instanceof Busy;
    const pauseMs = isBusy ? 500 + Math.random() * 1_500 : Math.min(500 * 2 ** execution.attempts, maxPauseMs);
    if (!isBusy) {
      const text = error instanceof Error ? error.message : String(error);
      if (!(error instanceof AppError))
        this.logger.error(`cannot advance execution ${execution.id}, will retry: ${text}`);
      else this.logger.debug(`execution ${execution.id} waits: ${text}`);
    }
    const values = [execution.projectId, execution.id, execution.token, pauseMs, isBusy ? 0 : 1];
    await this.db.query(releaseExecution, values).catch(() => undefined);
  }
}

/** The database's clock from the moment on that it told: never ahead of it, whatever this host's clock says. */
function clockFrom(told: Date): () => Date {
  const heardAt = performance.now();
  return () => new Date(told.getTime() + Math.floor(performance.now() - heardAt));
}

/** Replaces a deleted contact; no step reads it. */
const placeholderContact = ({ contactId, startedAt }: ClaimedExecution): RunContact => ({
  id: contactId,
  email: '',
  subscribed: false,
  data: {},
  createdAt: startedAt,
  updatedAt: startedAt,
});
