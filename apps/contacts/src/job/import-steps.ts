import { Injectable } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { importLimits } from '@waybill/contracts/contacts/import-limits';
import type { ImportError, SimilarField } from '@waybill/contracts/contacts/job';
import { AppError } from '@waybill/contracts/errors';
import type { Transaction } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { tryContacts, writeContacts, type Saved } from '../contact/write-contacts';
import { readHeader, refused, type CsvHeader } from '../csv/csv-header';
import { csvRows, headerCells, type CsvRecord } from '../csv/csv-reader';
import { readAddress, readRow, type CsvRow } from '../csv/csv-row';
import { harmless } from '../csv/csv-writer';
import type { Job, Progress, Step } from './job';
import { JobRecords } from './job-record.service';
import { similarFields } from './step.sql';

const chunk = 1_000;

type Row = CsvRecord & CsvRow;

/**
 * Imports a file: reads it once to see what it holds, then writes it, a thousand rows a transaction. A dry run works out the same
 * and writes no contact.
 */
@Injectable()
export class ImportSteps {
  constructor(
    private readonly records: JobRecords,
    private readonly outbox: Outbox,
  ) {}

  /** @throws AppError 422 for a file that cannot be read to its end; nothing of it is imported then */
  async open(job: Job): Promise<Step> {
    const csv = await this.records.file(job.projectId, job.id);
    if (csv === null) throw new Error('the file of the import is gone');
    const header = readHeader(headerCells(csv), job.input.mapping);
    const { lastRow, total } = await survey(csv, header);
    await this.records.step(job, async (tx, { projectId }) => {
      const names = header.data.map(({ key }) => key);
      return {
        done: 0,
        total,
        similarFields: await tx.query<SimilarField & Record<string, unknown>>(similarFields, [projectId, names]),
      };
    });
    const rows = chunks(csv, header, job.done);
    // The next rows are read while the database writes those before them.
    let next = rows.next();
    let at = job.done;
    let pending: Row[] = [];
    return async () => {
      if (pending.length === 0) {
        pending = (await next).value ?? [];
        next = rows.next();
        // A failure belongs to the step that takes these rows.
        next.catch(() => undefined);
      }
      if (pending.length === 0) return false;
      const more = await this.records.step(job, (tx, held) => {
        if (held.done !== at) throw new Error('another process goes on with this import');
        return this.write(tx, held, pending, lastRow);
      });
      at += pending.length;
      this.outbox.wake();
      pending = [];
      crashPoint('contacts.import-step');
      return more;
    };
  }

  private async write(tx: Transaction, job: Job, rows: Row[], lastRow: Map<string, number>): Promise<Progress> {
    const bad = rows.filter(({ problem }) => problem !== null);
    const good = rows.filter(({ problem }) => problem === null);
    const taken = good.filter(({ email, row }) => lastRow.get(email as string) === row);
    const { projectId, requestId } = job;
    const items = taken.map(({ email, subscribed, data }) => {
      return { save: { projectId, requestId, contactId: newId(), email: email as string, subscribed, data } };
    });
    const results = job.input.dryRun ? await tryContacts(tx, items) : (await writeContacts(tx, items)).results;
    const errors = bad.map((row) => failure(row, row.problem as string));
    let created = 0;
    let unchanged = 0;
    results.forEach((result, index) => {
      if (result instanceof Error) return void errors.push(failure(taken[index] as Row, reasonOf(result)));
      const { isNew, isChanged } = result as Saved;
      if (isNew) created++;
      else if (!isChanged) unchanged++;
    });
    const updated = taken.length - created - (errors.length - bad.length);
    return { done: rows.length, created, updated, unchanged, duplicate: good.length - taken.length, errors };
  }
}

/** Which row of each address is its last, and how many rows there are. */
async function survey(csv: string, header: CsvHeader): Promise<{ lastRow: Map<string, number>; total: number }> {
  const lastRow = new Map<string, number>();
  let total = 0;
  for await (const records of csvRows(csv)) {
    total += records.length;
    if (total > importLimits.rows) throw refused('too_big', `has more than ${importLimits.rows} rows`);
    for (const { cells, row } of records) {
      const { email, problem } = readAddress(cells, header);
      if (email !== null && problem === null) lastRow.set(email, row);
    }
  }
  return { lastRow, total };
}

/** The rows after the first `skip`, a chunk at a time. */
async function* chunks(csv: string, header: CsvHeader, skip: number): AsyncGenerator<Row[], undefined> {
  let rows: Row[] = [];
  let at = 0;
  for await (const records of csvRows(csv)) {
    for (const record of records) {
      if (at++ < skip) continue;
      rows.push({ ...record, ...readRow(record.cells, header) });
      if (rows.length < chunk) continue;
      yield rows;
      rows = [];
    }
  }
  if (rows.length > 0) yield rows;
}

function failure({ row, line, given }: Row, error: string): { position: number; detail: ImportError } {
  return { position: row, detail: { row, line, email: harmless(given.slice(0, 254)), error } };
}

function reasonOf(error: Error): string {
  const first = error instanceof AppError ? error.errors?.[0] : undefined;
  return first ? `${first.field}: ${first.message}` : error.message;
}
