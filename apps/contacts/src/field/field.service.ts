import { Injectable } from '@nestjs/common';
import type {
  ContactFields,
  DeletedField,
  DeleteField,
  FieldAsk,
  FieldType,
  FieldUsage,
  FieldValues,
  FieldValuesAsk,
  ListFields,
} from '@waybill/contracts/contacts/field';
import { AppError } from '@waybill/contracts/errors';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { countContacts } from '../contact/contact-list.sql';
import { JobService } from '../job/job.service';
import { customField, parseFieldName, standardFields } from './field-name';
import { countField, fieldValues, listFields } from './field.sql';

type CustomRow = { field: string; contacts: number; type: FieldType };

/** How long a deletion waits for its end before it answers: under the deadline of an ask with the guards before it. */
const deletionWait = 1_000;

/** Lists the fields of a project's contacts from statistics that writers maintain; no method reads all contacts. */
@Injectable()
export class FieldService {
  constructor(
    private readonly db: Db,
    private readonly asks: AskClient,
    private readonly jobs: JobService,
  ) {}

  async list({ projectId }: ListFields): Promise<ContactFields> {
    const [size] = await this.db.query<{ all: number }>(countContacts, [projectId]);
    const rows = await this.db.query<CustomRow>(listFields, [projectId]);
    const all = size?.all ?? 0;
    const coverage = (contacts: number): number =>
      all === 0 ? 0 : Math.min(100, Math.round((contacts / all) * 1_000) / 10);
    const standard = Object.entries(standardFields).map(([field, type]) => {
      return { field, type, coverage: 100, isCustom: false };
    });
    const custom = rows.map((row) => {
      const type = (row.type as string) === 'null' ? 'string' : row.type;
      return { field: `data.${row.field}`, type, coverage: coverage(row.contacts), isCustom: true };
    });
    return { fields: [...standard, ...custom], count: standard.length + custom.length };
  }

  async values({ projectId, field, limit }: FieldValuesAsk): Promise<FieldValues> {
    const name = parseFieldName(field);
    if ('standard' in name) {
      const both = name.standard === 'subscribed' ? [true, false].slice(0, limit) : [];
      return { field, values: both, count: both.length, limit };
    }
    const rows = await this.db.query<{ value: string | number | boolean }>(fieldValues, [
      projectId,
      name.custom,
      limit,
    ]);
    return { field, values: rows.map(({ value }) => value), count: rows.length, limit };
  }

  /** Asks every service that could refer to the field. @throws AppError 503 when one of them is unavailable */
  async usage({ projectId, field }: FieldAsk): Promise<FieldUsage> {
    const name = parseFieldName(field);
    const asked = { projectId, field: 'custom' in name ? `data.${name.custom}` : name.standard };
    const [segments, delivery, workflows, contactCount] = await Promise.all([
      this.asks.ask('segments.field-usage', asked),
      this.asks.ask('delivery.field-usage', asked),
      this.asks.ask('workflow-engine.field-usage', asked),
      this.count(projectId, field),
    ]);
    const used = {
      usedInSegments: segments.segments ?? [],
      usedInCampaigns: delivery.campaigns ?? [],
      usedInWorkflows: workflows.workflows ?? [],
    };
    const free = Object.values(used).every((references) => references.length === 0);
    return { ...used, contactCount, canDelete: 'custom' in name && free };
  }

  /**
   * Deletes a custom field from every contact by a job; answers when it is done, or how many contacts had it when a large
   * project takes longer.
   * @throws AppError 400 for a standard field, 409 while something refers to it
   */
  async delete({ projectId, requestId, field }: DeleteField): Promise<DeletedField> {
    const key = customField(field);
    const { canDelete, contactCount } = await this.usage({ projectId, field });
    if (!canDelete) {
      throw new AppError(
        'CONFLICT',
        'Segments, campaigns or workflows use the field',
        undefined,
        'Change those first.',
      );
    }
    const job = { projectId, id: newId(), kind: 'field-delete' as const, requestId, input: { field: key } };
    const deleted = await this.jobs.createAndWait({ ...job, total: contactCount }, deletionWait);
    return { deletedFrom: deleted ?? contactCount };
  }

  private async count(projectId: string, field: string): Promise<number> {
    const name = parseFieldName(field);
    const [sql, values] = 'custom' in name ? [countField, [projectId, name.custom]] : [countContacts, [projectId]];
    const [row] = await this.db.query<{ contacts?: number; all?: number }>(sql, values);
    return row?.contacts ?? row?.all ?? 0;
  }
}
