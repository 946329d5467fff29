import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import { Injectable, Inject } from '@nestjs/common';
import PostalMime, { decodeWords } from 'postal-mime';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { ListMessages, MailboxItem, MailboxMessage, MailboxPage } from '@waybill/contracts/mailbox/mailbox';
import { LargeAnswer } from '@waybill/contracts/wire/large-answer';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { anySize, largeBytes } from '../ledger/message.service';
import * as sql from './mailbox.sql';

/** The simulator's mailbox, across projects; every answer is 404 where another provider sends. */
@Injectable()
export class MailboxService {
  constructor(
    private readonly db: Db,
    @Inject(DELIVERY_CONFIG) private readonly config: Pick<DeliveryConfig, 'EMAIL_PROVIDER'>,
  ) {}

  /** One page, newest first. */
  async list({ search, cursor, limit = 20 }: Partial<ListMessages>): Promise<MailboxPage> {
    this.checkOpen();
    const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
    const rows = await this.db.query<sql.MailboxRow>(sql.listStatement, [pattern, cursorId(cursor), limit + 1]);
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const [count] = cursor ? [] : await this.db.query<{ total: number }>(sql.countStatement, [pattern]);
    return {
      data: page.map(toItem),
      cursor: hasMore ? encodeCursor([page.at(-1)!.id]) : undefined,
      hasMore,
      total: count?.total ?? 0,
    };
  }

  /** One message, its MIME taken apart. */
  async get(id: string): Promise<MailboxMessage | LargeAnswer<MailboxMessage>> {
    this.checkOpen();
    const { source, ...row } = await this.read(id, largeBytes);
    if (source !== null) return takeApart(row, source);
    return new LargeAnswer(row.bytes, async () => takeApart(row, (await this.read(id, anySize)).source!));
  }

  private async read(id: string, most: number): Promise<sql.MessageRow> {
    const [row] = isUuid(id) ? await this.db.query<sql.MessageRow>(sql.getStatement, [id, most]) : [];
    if (!row) throw new AppError('NOT_FOUND', `There is no message ${id}`);
    return row;
  }

  /** Empties the mailbox. */
  async clear(): Promise<{ deleted: number }> {
    this.checkOpen();
    const [row] = await this.db.query<{ deleted: number }>(sql.clearStatement);
    return { deleted: row?.deleted ?? 0 };
  }

  private checkOpen(): void {
    if (this.config.EMAIL_PROVIDER !== 'simulator')
      throw new AppError('NOT_FOUND', 'There is a mailbox only where the simulator takes the emails');
  }
}

async function takeApart(row: sql.MailboxRow, source: string): Promise<MailboxMessage> {
  const { html, text, headers } = await PostalMime.parse(Buffer.from(source, 'latin1'));
  return {
    ...toItem(row),
    html: html ?? null,
    text: text ?? null,
    headers: headers.map(({ originalKey, value }) => ({ name: originalKey, value: decodeWords(value) })),
    source,
  };
}

function cursorId(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [id] = decodeCursor(cursor, 1);
  if (!isUuid(id)) throw new AppError('BAD_REQUEST', 'The cursor is not valid');
  return id;
}

function toItem(row: sql.MailboxRow): MailboxItem {
  return {
    id: row.id,
    emailId: row.email_id,
    to: row.to_address,
    from: row.from_address,
    subject: row.subject,
    receivedAt: row.received_at.toISOString(),
  };
}
