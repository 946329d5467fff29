import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts/errors';
import { isUuid } from '@waybill/contracts/ids';
import type { CatchWebhook, CaughtAnswer, CaughtWebhook, ListWebhooks } from '@waybill/contracts/mailbox/webhook';
import type { Page } from '@waybill/contracts/wire/page';
import { decodeCursor, encodeCursor } from '@waybill/database/cursor';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { DELIVERY_CONFIG, type DeliveryConfig } from '../config';
import * as sql from './webhook-catcher.sql';

const maxKept = 5_000;
const pruneEvery = 100;
/** A webhook waits for 10 seconds. */
const webhookSeconds = 10;

/** Keeps webhooks to http://hooks.simulator.test/, across projects; everything is 404 where another provider sends. */
@Injectable()
export class WebhookCatcherService {
  private kept = 0;

  constructor(
    private readonly db: Db,
    @Inject(DELIVERY_CONFIG) private readonly config: Pick<DeliveryConfig, 'EMAIL_PROVIDER'>,
  ) {}

  /** Keeps the request and says how it is answered. */
  async catch({ projectId, executionId, method, path, headers, body }: CatchWebhook): Promise<CaughtAnswer> {
    this.checkOpen();
    const answer = answerOf(path);
    const status = answer.delaySeconds < webhookSeconds ? answer.statusCode : null;
    const values = [projectId, newId(), executionId, method, path, JSON.stringify(headers), body, status];
    await this.db.query(sql.keepWebhook, values);
    if (++this.kept % pruneEvery === 0) await this.db.query(sql.pruneWebhooks, [maxKept]);
    return answer;
  }

  /** One page, newest first. */
  async list({ search, cursor, limit = 20 }: Partial<ListWebhooks>): Promise<Page<CaughtWebhook>> {
    this.checkOpen();
    const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null;
    const values = [pattern, cursorId(cursor), limit + 1];
    const rows = await this.db.query<sql.CaughtRow & Record<string, unknown>>(sql.listWebhooks, values);
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const [count] = cursor ? [] : await this.db.query<{ total: number }>(sql.countWebhooks, [pattern]);
    return {
      data: page.map((row) => ({ ...row, body: jsonOr(row.body), receivedAt: row.receivedAt.toISOString() })),
      cursor: hasMore ? encodeCursor([page.at(-1)!.id]) : undefined,
      hasMore,
      total: count?.total ?? 0,
    };
  }

  async clear(): Promise<{ deleted: number }> {
    this.checkOpen();
    const [row] = await this.db.query<{ deleted: number }>(sql.clearWebhooks);
    return { deleted: row?.deleted ?? 0 };
  }

  private checkOpen(): void {
    if (this.config.EMAIL_PROVIDER !== 'simulator')
      throw new AppError('NOT_FOUND', 'There is a catcher of webhooks only where the simulator takes the emails');
  }
}

/** The answer that a path plays: `/status/500`, `/slow/12`, `/redirect/3`, `/drip/20`; every other is answered with 200. */
export function answerOf(path: string): CaughtAnswer {
  const [, play, value] = /^\/(status|slow|redirect|drip)\/(\d{1,4})(?:[/?].*)?$/.exec(path) ?? [];
  const number = Number(value ?? 0);
  const answer: CaughtAnswer = { statusCode: 200, location: null, delaySeconds: 0, body: '{"caught":true}' };
  if (play === 'status' && number >= 200 && number <= 599) return { ...answer, statusCode: number };
  if (play === 'slow' || play === 'drip') return { ...answer, delaySeconds: number };
  if (play !== 'redirect' || number === 0) return answer;
  return { ...answer, statusCode: 302, location: `/redirect/${number - 1}` };
}

function jsonOr(body: string | null): unknown {
  if (body === null) return null;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

function cursorId(cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [id] = decodeCursor(cursor, 1);
  if (!isUuid(id)) throw new AppError('BAD_REQUEST', 'The cursor is not valid');
  return id;
}
