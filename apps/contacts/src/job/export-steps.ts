import { Injectable } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { exportLimits, type ExportPart, type ExportResult } from '@waybill/contracts/contacts/job';
import { AppError } from '@waybill/contracts/errors';
import { Db, type Transaction } from '@waybill/database/db';
import { ConditionService, type CheckedCondition } from '../condition/condition.service';
import { csvLine } from '../csv/csv-writer';
import { checkColumns, firstColumns, valuesOf, type ExportedContact } from './export-columns';
import * as sql from './export.sql';
import type { Job, Progress, Step } from './job';
import { JobRecords } from './job-record.service';
import { nextMatches } from './matching';

const megabyte = 1024 * 1024;
/** A part of the file; data of contacts is read whole, whatever the columns are. */
const part = { matches: 2_000, bytes: megabyte / 2 };
const hourMs = 60 * 60 * 1000;

/** Exports: each step writes the rows of the contacts that it found to a part of the file. */
@Injectable()
export class ExportSteps {
  constructor(
    private readonly db: Db,
    private readonly records: JobRecords,
    private readonly conditions: ConditionService,
  ) {}

  /** The columns of a new export. @throws AppError 422 `fields.<index>` */
  async columns(projectId: string, fields: string[] | null | undefined): Promise<string[]> {
    if (fields) {
      checkColumns(fields);
      return fields;
    }
    const most = exportLimits.fields - firstColumns.length;
    const rows = await this.db.query<{ field: string }>(sql.frequentFields, [projectId, most]);
    return [...firstColumns, ...rows.map(({ field }) => `data.${field}`)];
  }

  /** @throws AppError 422 for a condition whose segments are gone */
  async open(job: Job): Promise<Step> {
    const { condition } = job.input;
    const checked = condition ? await this.conditions.check(job.projectId, condition) : null;
    return async () => {
      const more = await this.records.step(job, (tx, held) => this.write(tx, held, checked));
      crashPoint('contacts.export-step');
      return more;
    };
  }

  /**
   * The part behind a position, the first one with the names of the columns.
   * @throws AppError 404 while the export is not completed, and when its file is not kept any more
   */
  async part(job: Job, after: number | null): Promise<ExportPart> {
    const key = [job.projectId, job.id];
    if (job.state !== 'completed') {
      const advice = 'Ask for the job until its state is completed.';
      throw new AppError('NOT_FOUND', 'The export has no file: it is not completed', undefined, advice);
    }
    const [[age], [next]] = await Promise.all([
      this.db.query<{ isKept: boolean }>(sql.isKept, key),
      this.db.query<{ position: number; csv: string }>(sql.nextPart, [...key, after ?? -1]),
    ]);
    if (!age?.isKept || (after === null && !next && job.updated > 0)) {
      throw new AppError('NOT_FOUND', 'The file of the export is not kept any more', undefined, 'Export again.');
    }
    const head = after === null ? csvLine(job.input.fields ?? []) : '';
    return { csv: head + (next?.csv ?? ''), next: next?.position ?? null };
  }

  async result(job: Job): Promise<ExportResult> {
    const key = [job.projectId, job.id];
    const [[size], [age]] = await Promise.all([
      this.db.query<{ bytes: number | null }>(sql.sizeOfParts, key),
      this.db.query<{ isKept: boolean }>(sql.isKept, key),
    ]);
    const isKept = age?.isKept === true && (job.updated === 0 || size?.bytes !== null);
    return {
      contactCount: job.updated,
      fields: job.input.fields ?? [],
      bytes: size?.bytes ?? 0,
      file: isKept ? `/contacts/export/${job.id}/file` : null,
      expiresAt: new Date(job.updatedAt.getTime() + exportLimits.keptHours * hourMs).toISOString(),
    };
  }

  private async write(tx: Transaction, job: Job, checked: CheckedCondition | null): Promise<Progress | null> {
    const next = await nextMatches(tx, job, checked, part);
    if (!next || next.ids.length === 0) return next && next.progress;
    const key = [job.projectId, job.id];
    const rows = await tx.query<ExportedContact & Record<string, unknown>>(sql.contactsToExport, [
      job.projectId,
      next.ids,
    ]);
    const csv = rows.map((row) => csvLine(valuesOf(row, job.input.fields ?? []))).join('');
    const bytes = Buffer.byteLength(csv);
    const [size] = await tx.query<{ bytes: number | null }>(sql.sizeOfParts, key);
    if ((size?.bytes ?? 0) + bytes > exportLimits.bytes) {
      const most = exportLimits.bytes / megabyte;
      throw new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${most} MB: use fewer fields or a condition`);
    }
    await tx.query(sql.insertPart, [...key, job.done, csv, bytes]);
    return { ...next.progress, updated: rows.length };
  }
}
