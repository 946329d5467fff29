import { Injectable } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { Db, type Queryable, type Transaction } from '@waybill/database/db';
import { Counter } from 'prom-client';
import { WriteBatcher } from '@waybill/database/write-batcher';
import type { Cap } from '../usage/cap';
import { refusalsOf, type Wanted } from '../usage/cap-check';
import type { MessageContent } from '../ledger/message-content';
import { acceptStatement, acceptValues, attachmentStatement, type NewEmail } from './accept.sql';

const accepted = new Counter({
  name: 'waybill_emails_accepted_total',
  help: 'Emails accepted by this process for /v1/send and for steps of workflows, by lane; repeated requests count again.',
  labelNames: ['lane'],
});

/** One content and its emails: all of it is written, or nothing. */
export interface NewEmails {
  message: MessageContent;
  emails: NewEmail[];
  /** Refused when they pass it. */
  cap: Cap | null;
}

/** Bytes of attachments that count like one more row: a transaction stays short. */
const bytesPerRow = 20_000;

/** Writes accepted emails; what arrives together shares one transaction. */
@Injectable()
export class Ledger {
  private readonly writes: WriteBatcher<NewEmails, Date>;
  /** Apart, because they wait for other writers of the same project. */
  private readonly cappedWrites: WriteBatcher<NewEmails, Date>;

  constructor(private readonly db: Db) {
    const limits = {
      maxItems: 500,
      weight: (item: NewEmails) => item.emails.length + attachmentBytes(item.message) / bytesPerRow,
    };
    this.writes = new WriteBatcher({ write: (items, deadline) => this.write(items, deadline), ...limits });
    this.cappedWrites = new WriteBatcher({
      write: (items, deadline) => this.writeUnderCaps(items, deadline),
      ...limits,
    });
  }

  /**
   * Commits the emails and answers the moment; what was committed before under the same ids stays as it is.
   * @throws AppError 403 BILLING_LIMIT_EXCEEDED when they pass their cap, 503 when they cannot be committed before the
   * deadline: then nothing is written.
   */
  async add(item: NewEmails, deadline = Infinity): Promise<Date> {
    crashPoint('delivery.before-accept');
    const at = await (item.cap ? this.cappedWrites : this.writes).add(item, deadline);
    accepted.inc({ lane: item.emails[0]!.lane }, item.emails.length);
    crashPoint('delivery.after-accept');
    return at;
  }

  private async write(items: NewEmails[], deadline: number): Promise<Date[]> {
    const hasFiles = items.some(({ message }) => message.attachments.length > 0);
    const isOneStatement = !hasFiles && deadline === Infinity;
    const work = async (tx: Transaction): Promise<Date> => {
      if (hasFiles) return insert(tx, items);
      const [at] = await Promise.all([insert(tx, items), tx.commit()]);
      return at;
    };
    const at = isOneStatement ? await insert(this.db, items) : await this.db.transaction(work, { deadline });
    return items.map(() => at);
  }

  private writeUnderCaps(items: NewEmails[], deadline: number): Promise<(Date | Error)[]> {
    const work = async (tx: Transaction): Promise<(Date | Error)[]> => {
      const refusals = await refusalsOf(tx, items.map(wanted));
      const admitted = items.filter((_, index) => refusals[index] === null);
      const at = admitted.length > 0 ? await insert(tx, admitted) : new Date(NaN);
      return refusals.map((refusal) => refusal ?? at);
    };
    return this.db.transaction(work, { deadline });
  }
}

/** A row that is SUPPRESSED from the start does not count. */
function wanted({ message, emails, cap }: NewEmails): Wanted {
  const counted = emails.filter(({ status }) => status === 'QUEUED').length;
  return { projectId: message.projectId, cap: cap!, emails: counted, id: emails[0]!.id };
}

async function insert(db: Queryable, items: NewEmails[]): Promise<Date> {
  for (const { message } of items) {
    for (const attachment of attachmentRows(message)) await db.query(attachmentStatement, attachment);
  }
  const values = acceptValues(
    items.map((item) => item.message),
    items.flatMap((item) => item.emails),
  );
  const [row] = await db.query<{ at: Date }>(acceptStatement, values);
  return row!.at;
}

const attachmentBytes = ({ attachments }: MessageContent): number =>
  attachments.reduce((sum, file) => sum + file.content.byteLength, 0);

function attachmentRows({ projectId, id, attachments }: MessageContent): unknown[][] {
  return attachments.map((file, position) => [
    projectId,
    id,
    position,
    file.filename,
    file.contentType,
    file.contentId,
    file.disposition,
    file.content,
  ]);
}
