import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Outbox } from '@waybill/messaging/event/outbox';
import { Worker } from '@waybill/messaging/worker';
import { DefinitionService } from '../definition/definitions.service';
import { MembershipService, type Todo } from './membership.service';
import { dueRechecks, takeRechecks } from './membership.sql';

/** Rechecks of one run. */
const batchSize = 1_000;

interface Due extends Record<string, unknown> {
  projectId: string;
  segmentId: string;
  contactId: string;
}

/** Decides again the contacts whose filters over time change by themselves. */
@Injectable()
export class RecheckWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly definitions: DefinitionService,
    private readonly membership: MembershipService,
    private readonly outbox: Outbox,
  ) {
    super('segment-recheck', 1_000);
  }

  async process(): Promise<boolean> {
    const due = await this.db.query<Due>(dueRechecks, [batchSize]);
    for (const [projectId, rows] of Map.groupBy(due, (row) => row.projectId)) await this.recheck(projectId, rows);
    if (due.length > 0) this.outbox.wake();
    return due.length === batchSize;
  }

  private recheck(projectId: string, rows: Due[]): Promise<void> {
    return this.db.transaction(async (tx) => {
      const project = await this.definitions.lock(tx, projectId);
      await tx.query(takeRechecks, [projectId, rows.map((row) => row.segmentId), rows.map((row) => row.contactId)]);
      const todo: Todo = new Map();
      for (const { segmentId, contactId } of rows) {
        todo.set(segmentId, (todo.get(segmentId) ?? new Set()).add(contactId));
      }
      await this.membership.decide(tx, project, todo);
    });
  }
}
