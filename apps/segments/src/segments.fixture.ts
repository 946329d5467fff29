import type { EventEnvelope } from '@waybill/contracts/events';
import type { Db } from '@waybill/database/db';
import type { Jobs, JobQueue } from '@waybill/database/jobs';
import type { AskClient } from '@waybill/messaging/ask/ask-client';
import type { EventConsumer } from '@waybill/messaging/event/event-consumer';
import type { EventConsumers } from '@waybill/messaging/event/event-consumers';
import { Outbox } from '@waybill/messaging/event/outbox';
import { ComputeService } from './compute/compute.service';
import { CountService } from './count/count.service';
import { DefinitionService } from './definition/definitions.service';
import { WatchService } from './definition/watch.service';
import { MembershipConsumer } from './membership/membership.consumer';
import { MembershipService } from './membership/membership.service';
import { RecheckWorker } from './membership/recheck.worker';
import { ConditionService } from './segment/condition.service';
import { MemberService } from './segment/member.service';
import { SegmentService } from './segment/segment.service';

/** The service's providers on a database; the bus and the job library are what the test moves by hand. */
export class SegmentsByHand {
  readonly outbox = new Outbox('segments');
  readonly segments: SegmentService;
  readonly members: MemberService;
  private readonly rechecks: RecheckWorker;
  private readonly consumers: EventConsumer[] = [];
  private readonly queues = new Map<string, JobQueue<object>>();
  private readonly added: { queue: string; data: object }[] = [];
  private readonly waiting: { queue: string; data: object }[] = [];

  constructor(
    private readonly owner: Db,
    readonly db: Db,
  ) {
    const jobs = {
      register: (queue: JobQueue<object>) => void this.queues.set(queue.name, queue),
      add: (_tx: unknown, queue: string, data: object) => Promise.resolve(void this.added.push({ queue, data })),
      // A job is seen when its transaction has been committed; the services call `wake` then.
      wake: () => void this.waiting.push(...this.added.splice(0)),
    } as unknown as Jobs;
    const asks = { ask: (name: string, request: never) => this.answer(name, request) } as unknown as AskClient;
    const definitions = new DefinitionService();
    const membership = new MembershipService(this.outbox);
    const counts = new CountService(db, definitions);
    const watches = new WatchService(db, definitions, asks);
    const computes = new ComputeService(db, jobs, this.outbox, definitions, watches, membership);
    const conditions = new ConditionService(definitions);
    this.segments = new SegmentService(db, asks, definitions, conditions, counts, computes);
    this.members = new MemberService(db, asks, this.outbox, this.segments, definitions, membership);
    this.rechecks = new RecheckWorker(db, definitions, membership, this.outbox);
    const registry = { register: (consumer: never) => void this.consumers.push(consumer) } as unknown as EventConsumers;
    new MembershipConsumer(registry, definitions, membership, this.outbox);
  }

  /** Hands events to the consumers of their subjects. */
  async deliver(events: Pick<EventEnvelope, 'subject' | 'projectId' | 'contactId' | 'data'>[]): Promise<void> {
    for (const { subject, handle } of this.consumers) {
      const mine = events.filter((event) =>
        subject === 'email.*' ? event.subject.startsWith('email.') : event.subject === subject,
      );
      if (mine.length > 0) await this.db.transaction((tx) => handle(tx, mine as never));
    }
  }

  /** Does what is due by time. */
  async recheck(): Promise<void> {
    while (await this.rechecks.process());
  }

  /** Runs the jobs that wait, in turn. One that fails goes on waiting. @throws what it throws */
  async work(): Promise<void> {
    for (let job = this.waiting[0]; job; job = this.waiting[0]) {
      await this.queues.get(job.queue)!.work(job.data, { signal: new AbortController().signal, last: false });
      this.waiting.shift();
    }
  }

  private async answer(name: string, { projectId, keys }: { projectId: string; keys?: string[] }): Promise<unknown> {
    if (name !== 'contacts.watch') return {};
    const sql = `INSERT INTO contacts.watch VALUES ($1, $2) ON CONFLICT (project_id) DO UPDATE SET keys = excluded.keys`;
    await this.owner.query(sql, [projectId, keys]);
    return { watched: keys!.length };
  }
}
