import { crashPoint } from '@waybill/bootstrap/crash-point';
import type { Db } from '@waybill/database/db';
import { WriteBatcher } from '@waybill/database/write-batcher';
import type { MessageContent } from '../message/message-content';
import type { MessageStore } from '../message/message.store';
import { acceptStatement, acceptValues, attachmentStatement, type NewEmail } from './accept.sql';

/** One content and its emails: all of it is written, or nothing. */
export interface NewEmails {
  message: MessageContent;
  emails: NewEmail[];
}

/** Bytes of attachments that count like one more row: a transaction stays short. */
const bytesPerRow = 20_000;

/** Writes accepted emails; what arrives together shares one transaction. */
export class Ledger {
  private readonly writes: WriteBatcher<NewEmails, Date>;

  constructor(
    private readonly db: Db,
    private readonly messages: MessageStore,
  ) {
    this.writes = new WriteBatcher({
      write: (items) => this.write(items),
      maxItems: 500,
      weight: (item) => item.emails.length + attachmentBytes(item.message) / bytesPerRow,
    });
  }

  /** Commits the emails and answers the moment; what was committed before under the same ids stays as it is. */
  async add(item: NewEmails): Promise<Date> {
    crashPoint('delivery.before-accept');
    const at = await this.writes.add(item);
    crashPoint('delivery.after-accept');
    this.messages.keep(item.message);
    return at;
  }

  private async write(items: NewEmails[]): Promise<Date[]> {
    const values = acceptValues(
      items.map((item) => item.message),
      items.flatMap((item) => item.emails),
    );
    const withFiles = items.map((item) => item.message).filter((message) => message.attachments.length > 0);
    const [row] =
      withFiles.length === 0
        ? await this.db.query<{ at: Date }>(acceptStatement, values)
        : await this.db.transaction(async (tx) => {
            for (const message of withFiles) {
              for (const attachment of attachmentRows(message)) await tx.query(attachmentStatement, attachment);
            }
            return tx.query<{ at: Date }>(acceptStatement, values);
          });
    return items.map(() => row!.at);
  }
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
