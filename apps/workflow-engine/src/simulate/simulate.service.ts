import { Injectable } from '@nestjs/common';
import { normalizeEmail } from '@waybill/contracts/address';
import { AppError } from '@waybill/contracts/errors';
import { fromContactId } from '@waybill/contracts/ids';
import type { SimulateWorkflowOf, Simulation } from '@waybill/contracts/workflows/workflow';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { advance, isTerminal, type Advance, type Input, type Position } from '../engine/advance';
import { findStep, type Step } from '../graph/graph';
import type { Run, RunContact } from '../run/run';
import { ConditionEffect } from '../step-kind/condition-effect.service';
import { recipientOf, templateOf } from '../step-kind/send-email.step';
import type { StepOutcome } from '../step-kind/step-kind';
import { stepKinds } from '../step-kind/step-kinds';
import { updateOutput, withUpdates } from '../step-kind/update-contact.step';
import { WebhookEffect } from '../step-kind/webhook-effect.service';
import type { Workflow } from '../workflow/workflow.entity';
import { WorkflowService } from '../workflow/workflow.service';
import { MailPreview } from './mail-preview';
import { simulatedContact } from './simulate.sql';

/** A moment of the timeline of a simulation. */
interface Moment {
  at: Date;
  name: string;
  data: Record<string, unknown>;
}

/** Runs a workflow on paper: the same `advance`, a clock that jumps, and effects that only say what they would do. */
@Injectable()
export class SimulateService {
  constructor(
    private readonly db: Db,
    private readonly workflows: WorkflowService,
    private readonly conditions: ConditionEffect,
    private readonly webhooks: WebhookEffect,
    private readonly mails: MailPreview,
  ) {}

  /** @throws 404 for the workflow or the contact */
  async run({ projectId, id, simulation }: SimulateWorkflowOf): Promise<Simulation> {
    const workflow = await this.workflows.read({ projectId, id });
    const { contact, now } = await this.contact(projectId, simulation.contact);
    const event = simulation.event ?? null;
    const moments = (simulation.timeline ?? []).map(
      ({ after, event: given }): Moment => ({
        at: new Date(now.getTime() + Math.round(after * 1_000)),
        name: typeof given === 'string' ? given : given.name,
        data: typeof given === 'string' ? {} : (given.data ?? {}),
      }),
    );
    moments.sort((one, other) => one.at.getTime() - other.at.getTime());
    const start = { eventName: event?.name ?? null, event: event?.data ?? {}, context: simulation.context ?? {} };
    const context = event ? { ...start.event, ...start.context } : start.context;
    return new Rehearsal(workflow, contact, { ...start, context }, now, this.perform).play(moments);
  }

  private async contact(projectId: string, given: string): Promise<{ contact: RunContact; now: Date }> {
    const values = [projectId, fromContactId(given), normalizeEmail(given)];
    const [row] = await this.db.query<RunContact & { now: Date } & Record<string, unknown>>(simulatedContact, values);
    if (!row) throw new AppError('CONTACT_NOT_FOUND', `There is no contact ${given}`);
    const { now, ...contact } = row;
    return { contact, now };
  }

  /** Notes what an effect would do: nothing leaves, nothing is written. */
  private readonly perform = async (step: Step, run: Run, notes: Simulation): Promise<Performed> => {
    switch (step.type) {
      case 'SEND_EMAIL': {
        const mail = await this.mails.render(run, templateOf(step)!, recipientOf(step, run.contact).email);
        if ('failed' in mail) return { outcome: mail.failed };
        notes.mails.push({ stepId: step.id, ...mail });
        return { outcome: { kind: 'done', output: { recipientEmail: mail.to, subject: mail.subject } } };
      }
      case 'WEBHOOK': {
        const { method, url, headers, body } = await this.webhooks.preview(step, run);
        notes.webhooks.push({
          stepId: step.id,
          method,
          url,
          headers,
          body: body === null ? null : (JSON.parse(body) as unknown),
        });
        return { outcome: { kind: 'done', output: { url, method, success: true, simulated: true } } };
      }
      case 'UPDATE_CONTACT': {
        const contact = withUpdates(run.contact, step);
        return { outcome: { kind: 'done', output: updateOutput(step, contact) }, contact };
      }
      default:
        return { outcome: await this.conditions.perform(step, run) };
    }
  };
}

interface Performed {
  outcome: StepOutcome;
  /** The contact after it. */
  contact?: RunContact;
}

type Perform = (step: Step, run: Run, notes: Simulation) => Promise<Performed>;

class Rehearsal {
  private readonly notes: Simulation = {
    status: 'RUNNING',
    exitReason: null,
    path: [],
    waits: [],
    mails: [],
    webhooks: [],
  };
  private position: Position;
  private readonly execution: Run['execution'];

  constructor(
    private readonly workflow: Workflow,
    private contact: RunContact,
    start: Pick<Run['execution'], 'event' | 'eventName' | 'context'>,
    private now: Date,
    private readonly perform: Perform,
  ) {
    this.execution = { id: newId(), startedAt: now, ...start };
    this.position = {
      status: 'RUNNING',
      stepId: workflow.graph.steps[0]?.id ?? null,
      seq: 1,
      phase: 'ready',
      exitReason: null,
      context: start.context,
      waitEvent: null,
      until: null,
    };
  }

  async play(moments: Moment[]): Promise<Simulation> {
    await this.go({ kind: 'go' });
    const left = [...moments];
    while (this.position.phase === 'waiting') {
      const { waitEvent, until } = this.position;
      while (left[0] && left[0].at < this.now) left.shift();
      const index = left.findIndex(({ name, at }) => name === waitEvent && (until === null || at < until));
      const moment = index < 0 ? undefined : left.splice(0, index + 1).at(-1);
      if (!moment && !until) break;
      const wait = this.notes.waits.at(-1)!;
      this.now = moment?.at ?? until!;
      wait.endedBy = moment ? 'event' : 'timer';
      const event = moment && { id: newId(), name: moment.name, data: moment.data, at: moment.at.toISOString() };
      await this.go(event ? { kind: 'event', event } : { kind: 'timer' });
    }
    return { ...this.notes, status: this.position.status, exitReason: this.position.exitReason };
  }

  private async go(first: Input): Promise<void> {
    for (let input: Input = first; ; ) {
      const run = (seq: number, context: Record<string, unknown>): Run => this.runAt(seq, context);
      const moved = advance(this.workflow.graph, this.position, input, { kinds: stepKinds, now: this.now, run });
      this.position = moved.position;
      this.note(moved);
      if (!moved.effect || isTerminal(this.position.status)) return;
      const { outcome, contact } = await this.perform(
        moved.effect,
        this.runAt(this.position.seq, this.position.context),
        this.notes,
      );
      this.contact = contact ?? this.contact;
      input = { kind: 'outcome', outcome };
    }
  }

  private note({ records, position }: Advance): void {
    for (const { stepId, status, output, error } of records) {
      if (status === 'RUNNING') continue;
      const step = findStep(this.workflow.graph, stepId)!;
      const known = this.notes.path.at(-1);
      const entry = { stepId, name: step.name, type: step.type, at: this.now.toISOString(), status, output, error };
      if (known?.stepId === stepId)
        Object.assign(known, { ...entry, output: { ...(known.output as object), ...output } });
      else this.notes.path.push(entry);
    }
    if (position.phase !== 'waiting') return;
    const { stepId, until, waitEvent } = position;
    const wait = { stepId: stepId!, from: this.now.toISOString(), until: until?.toISOString() ?? null };
    this.notes.waits.push({ ...wait, eventName: waitEvent, endedBy: null });
  }

  private runAt(seq: number, context: Record<string, unknown>): Run {
    const { projectId, id, name } = this.workflow;
    return {
      projectId,
      workflow: { id, name },
      execution: { ...this.execution, context },
      contact: this.contact,
      now: this.now,
      stepExecutionId: `${this.execution.id}-${seq}`,
    };
  }
}
