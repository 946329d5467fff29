import { Injectable } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import type { BulkError } from '@waybill/contracts/contacts/job';
import { fromContactId, isUuid, toContactId } from '@waybill/contracts/ids';
import type { Transaction } from '@waybill/database/db';
import { Outbox, type NewEvent } from '@waybill/messaging/event/outbox';
import { ConditionService, type CheckedCondition } from '../condition/condition.service';
import { ContactEraser } from '../contact/contact-eraser';
import { containing } from '../contact/like-pattern';
import { moveSubscription, type Subscription } from '../contact/subscription';
import { countMatches, lockContactsById, nextMatches, setSubscriptions } from './bulk.sql';
import { harmless } from '../csv/csv-writer';
import type { Job, Progress, Step } from './job';
import { JobRecords } from './job-record.service';
import { nextMatches as nextOfCondition } from './matching';

type Target = Subscription & { id: string; email: string };

const chunk = 500;
const zero = '00000000-0000-0000-0000-000000000000';

/** Bulk subscribe, unsubscribe and delete: five hundred contacts a transaction, events only for real changes. */
@Injectable()
export class BulkSteps {
  constructor(
    private readonly records: JobRecords,
    private readonly outbox: Outbox,
    private readonly eraser: ContactEraser,
    private readonly conditions: ConditionService,
  ) {}

  /** @throws AppError 422 for a condition whose segments are gone */
  async open(job: Job): Promise<Step> {
    const { ids, condition } = job.input;
    const checked = condition ? await this.conditions.check(job.projectId, condition) : null;
    return async () => {
      const more = await this.records.step(job, (tx, held) => {
        if (ids) return this.byIds(tx, held, ids);
        return checked ? this.byCondition(tx, held, checked) : this.byQuery(tx, held);
      });
      crashPoint('contacts.bulk-step');
      if (more) this.eraser.wake();
      return more;
    };
  }

  private async byIds(tx: Transaction, job: Job, given: string[]): Promise<Progress | null> {
    const slice = given.slice(job.done, job.done + chunk);
    if (slice.length === 0) return null;
    const { found, changed } = await this.apply(
      tx,
      job,
      slice.filter((id) => isUuid(id)),
    );
    const errors = slice
      .map((id, index) => ({ position: job.done + index, id }))
      .filter(({ id }) => !found.has(id))
      .map(({ position, id }) => ({ position, detail: missing(id) }));
    return { done: slice.length, updated: changed, unchanged: found.size - changed, errors };
  }

  private async byQuery(tx: Transaction, job: Job): Promise<Progress | null> {
    const { filter, excludeIds } = job.input;
    const search = filter?.search?.trim();
    const left = (excludeIds ?? []).map((id) => fromContactId(id)).filter((id) => id !== null);
    const values = [job.projectId, search ? containing(search) : null, filter?.subscribed ?? null, job.id, left];
    const first = job.walkedTo === null;
    const total = first ? (await tx.query<{ total: number }>(countMatches, values))[0]?.total : undefined;
    const next = await tx.query<{ id: string }>(nextMatches, [...values, job.walkedTo ?? zero, chunk]);
    const walkedTo = next.at(-1)?.id;
    if (!walkedTo) return first ? { done: 0, total, walkedTo: zero } : null;
    const ids = next.map(({ id }) => id);
    const { changed } = await this.apply(tx, job, ids);
    return { done: ids.length, total, walkedTo, updated: changed, unchanged: ids.length - changed };
  }

  private async byCondition(tx: Transaction, job: Job, checked: CheckedCondition): Promise<Progress | null> {
    const next = await nextOfCondition(tx, job, checked, { matches: chunk });
    if (!next || next.ids.length === 0) return next && next.progress;
    const { changed } = await this.apply(tx, job, next.ids);
    return { ...next.progress, updated: changed, unchanged: next.ids.length - changed };
  }

  /** Does the job's operation to contacts of the project; answers which there were and how many changed. */
  private async apply(tx: Transaction, job: Job, ids: string[]): Promise<{ found: Set<string>; changed: number }> {
    const { projectId, requestId } = job;
    const targets = await tx.query<Target & Record<string, unknown>>(lockContactsById, [projectId, ids]);
    const found = new Set(targets.map(({ id }) => id));
    if (job.kind === 'delete') {
      const erased = await this.eraser.erase(tx, { projectId, requestId, ids: [...found] });
      return { found, changed: erased.length };
    }
    const subscribed = job.kind === 'subscribe';
    const changed: string[] = [];
    const events: NewEvent[] = [];
    for (const target of targets) {
      const { next, event } = moveSubscription(target, subscribed, 'secret');
      if (next === target || !event) continue;
      changed.push(target.id);
      const about = { contactId: target.id, contactEmail: target.email };
      events.push({ subject: event, projectId, requestId, ...about, data: {} });
    }
    if (changed.length > 0) await tx.query(setSubscriptions, [projectId, changed, subscribed]);
    await this.outbox.add(tx, events);
    return { found, changed: changed.length };
  }
}

function missing(id: string): BulkError {
  const contactId = fromContactId(id) === null ? harmless(id.slice(0, 100)) : toContactId(id);
  return { contactId, email: null, error: 'There is no such contact' };
}
