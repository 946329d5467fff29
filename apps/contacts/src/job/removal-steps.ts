import { Injectable } from '@nestjs/common';
import type { Transaction } from '@waybill/database/db';
import type { Job, Progress, Step } from './job';
import { JobRecords } from './job-record.service';
import { removeField } from './step.sql';

const chunk = 2_000;
const zero = '00000000-0000-0000-0000-000000000000';

/** Deletes the next `$4` events named `$2` of `($1 project)` that are not newer than the job `$3`. */
const deleteNamed = {
  name: 'contacts_delete_named_events',
  text: `WITH gone AS (
           SELECT id FROM contacts.event WHERE project_id = $1 AND name = $2 AND id <= $3 ORDER BY id LIMIT $4
         ) DELETE FROM contacts.event e USING gone WHERE e.project_id = $1 AND e.id = gone.id RETURNING 1`,
};

/** Removes a field from all contacts, or all events of a name, in chunks. */
@Injectable()
export class RemovalSteps {
  constructor(private readonly records: JobRecords) {}

  open(job: Job): Step {
    const work = job.kind === 'field-delete' ? removeFieldStep : removeEventsStep;
    return () => this.records.step(job, work);
  }
}

/** Walks through the contacts in the order of their ids. */
async function removeFieldStep(tx: Transaction, job: Job): Promise<Progress | null> {
  const values = [job.projectId, job.walkedTo ?? zero, job.input.field, chunk];
  const [row] = await tx.query<{ seen: number; changed: number; last: string | null }>(removeField, values);
  return row?.last ? { done: row.changed, updated: row.changed, walkedTo: row.last } : null;
}

async function removeEventsStep(tx: Transaction, job: Job): Promise<Progress | null> {
  const deleted = await tx.query(deleteNamed, [job.projectId, job.input.name, job.id, chunk]);
  return deleted.length === 0 ? null : { done: deleted.length, updated: deleted.length };
}
