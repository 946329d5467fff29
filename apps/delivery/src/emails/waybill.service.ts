import { ProviderAccounts } from '../provider/accounts/provider-accounts';
import { Injectable, Inject } from '@nestjs/common';
import type { EmailPage, EmailWaybill, GetEmail, ListEmailsOf, TimelineEntry } from '@waybill/contracts/emails/email';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { anySize, largeBytes } from '../ledger/message.service';
import { timelineOf, toItem } from './timeline';
import * as sql from './waybill.sql';

/** The list of emails and the waybill of each. */
@Injectable()
export class WaybillService {
  constructor(
    private readonly db: Db,
    /** Accounts with providers, in the order in which they are used. */
    @Inject(ProviderAccounts) private readonly accounts: { list: readonly { name: string }[] },
  ) {}

  /**
   * Newest first. A request looks through a bounded part of the ledger: a rare status or search may give a short page with
   * a cursor that goes on from there. `total` is counted up to 10,000, within the same part.
   */
  async list({ projectId, query }: ListEmailsOf): Promise<EmailPage> {
    const { limit = 20, cursor, contactId, campaignId, status, search } = query;
    const below = cursor === undefined ? undefined : cursorId(cursor);
    const filter = { projectId, contactId, campaignId, status, search, below };
    const page = sql.listQuery(filter, limit + 1);
    const rows = await this.db.query<sql.EmailRow & Record<string, unknown>>(page.text, page.values);
    const next = rows.length > limit ? rows[limit - 1]!.id : await this.scanEnd(filter, status ?? search);
    return {
      data: rows.slice(0, limit).map(toItem),
      cursor: next ? encodeCursor([next]) : undefined,
      hasMore: next !== undefined,
      total: below ? 0 : await this.count(filter),
    };
  }

  /** @throws 404 NOT_FOUND for an email of another project too. */
  async get({ projectId, id }: GetEmail): Promise<EmailWaybill | LargeAnswer<EmailWaybill>> {
    const [email] = isUuid(id) ? await this.read<sql.EmailRow>(sql.readEmail, projectId, id) : [];
    if (!email) throw new AppError('NOT_FOUND', `There is no email ${id}`);
    const [attempts, reports, found, files, waiting] = await Promise.all([
      this.read<sql.AttemptRow>(sql.readAttempts, projectId, id),
      this.read<sql.ReportRow>(sql.readReports, projectId, id),
      this.readContent(projectId, email.message_id, largeBytes),
      this.read<sql.FileRow>(sql.readFiles, projectId, email.message_id),
      this.waiting(email),
    ]);
    const timeline = [...timelineOf(email, attempts, reports), ...waiting];
    const withContent = (content?: sql.ContentRow): EmailWaybill => ({
      ...toItem(email),
      content: content ? toContent(content, files) : null,
      timeline,
    });
    if (found?.html !== null) return withContent(found);
    return new LargeAnswer(found.bytes, async () =>
      withContent(await this.readContent(projectId, email.message_id, anySize)),
    );
  }

  private async readContent(projectId: string, id: string, most: number): Promise<sql.ContentRow | undefined> {
    const [row] = await this.db.query<sql.ContentRow & Record<string, unknown>>(sql.readContent, [projectId, id, most]);
    return row;
  }

  /** Why nothing leaves now, where an email waits and no account may be used. */
  private async waiting({ status }: sql.EmailRow): Promise<TimelineEntry[]> {
    if (status !== 'QUEUED') return [];
    const names = this.accounts.list.map(({ name }) => name);
    const rows = await this.db.query<sql.AccountRow & Record<string, unknown>>(sql.readShutAccounts, [names]);
    const [first] = rows;
    if (!first || rows.length < names.length) return [];
    const reason = `${first.account}: ${whyShut[first.shut_why]}`;
    return [{ at: first.now.toISOString(), type: 'waiting', reason, until: first.shut_until.toISOString() }];
  }

  private read<T>(statement: typeof sql.readEmail, projectId: string, id: string): Promise<T[]> {
    return this.db.query<T & Record<string, unknown>>(statement, [projectId, id]);
  }

  /** Only a filter that is read row by row can end before the ledger does. */
  private async scanEnd(filter: sql.EmailFilter, readByRow: string | undefined): Promise<string | undefined> {
    if (!readByRow) return undefined;
    const { text, values } = sql.scanEndQuery(filter);
    const [end] = await this.db.query<{ id: string }>(text, values);
    return end?.id;
  }

  private async count(filter: sql.EmailFilter): Promise<number> {
    const { text, values } = sql.countQuery(filter);
    const [row] = await this.db.query<{ total: number }>(text, values);
    return row?.total ?? 0;
  }
}

const whyShut = {
  circuit: 'the provider does not answer',
  refused: 'the provider refuses the account',
  pause: 'the provider takes no more for now',
  quota: 'the quota of 24 hours is used up',
};

function toContent({ subject, previewText, html, headers, marketing }: sql.ContentRow, files: sql.FileRow[]) {
  const attachments = files.map(({ content_type: contentType, ...file }) => ({ ...file, contentType }));
  return { subject, previewText, body: html ?? '', headers, marketing, attachments };
}

function cursorId(cursor: string): string {
  const [id] = decodeCursor(cursor, 1);
  if (!isUuid(id)) throw new AppError('BAD_REQUEST', 'The cursor is not valid');
  return id;
}
