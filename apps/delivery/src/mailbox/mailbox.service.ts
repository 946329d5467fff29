import PostalMime, { decodeWords } from 'postal-mime';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { ListMessages, MailboxItem, MailboxMessage, MailboxPage } from '@waybill/contracts/mailbox/mailbox';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import type { Db } from '@waybill/database/db';
import { clearStatement, countStatement, getStatement, listStatement, type MailboxRow } from './mailbox.sql';

/** The simulator's mailbox, across projects; every answer is 404 where another provider sends. */
export class MailboxService {
  constructor(
    private readonly db: Db,
    private readonly open: boolean,
  ) {}

  /** One page, newest first. */
  async list({ search, cursor, limit = 20 }: Partial<ListMessages>): Promise<MailboxPage> {
    this.checkOpen();
    const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
    const rows = await this.db.query<MailboxRow>(listStatement, [pattern, cursorId(cursor), limit + 1]);
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const [count] = cursor ? [] : await this.db.query<{ total: number }>(countStatement, [pattern]);
    return {
      data: page.map(toItem),
      cursor: hasMore ? encodeCursor([page.at(-1)!.id]) : undefined,
      hasMore,
      total: count?.total ?? 0,
    };
  }

  /** One message, its MIME taken apart. */
  async get(id: string): Promise<MailboxMessage> {
    this.checkOpen();
    const [row] = isUuid(id) ? await this.db.query<MailboxRow & { raw: Buffer }>(getStatement, [id]) : [];
    if (!row) throw new AppError('NOT_FOUND', `There is no message ${id}`);
    const { html, text, headers } = await PostalMime.parse(row.raw);
    return {
      ...toItem(row),
      html: html ?? null,
      text: text ?? null,
      headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
      source: row.raw.toString('latin1'),
    };
  }

  /** Empties the mailbox. */
  async clear(): Promise<{ deleted: number }> {
    this.checkOpen();
    const [row] = await this.db.query<{ deleted: number }>(clearStatement);
    return { deleted: row?.deleted ?? 0 };
  }

  private checkOpen(): void {
    if (!this.open) throw new AppError('NOT_FOUND', 'There is a mailbox only where the simulator takes the emails');
  }
}

function cursorId(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [id] = decodeCursor(cursor, 1);
  if (!isUuid(id)) throw new AppError('BAD_REQUEST', 'The cursor is not valid');
  return id;
}

function toItem(row: MailboxRow): MailboxItem {
  return {
    id: row.id,
    emailId: row.email_id,
    to: row.to_address,
    from: row.from_address,
    subject: row.subject,
    receivedAt: row.received_at.toISOString(),
  };
}
