import { ProviderMessageProcessor } from './provider-message.worker';
import { Ingress } from './ingress';
import { insertProviderMessages } from './provider-message.sql';
import { Injectable, Inject } from '@nestjs/common';
import type { ProviderMessage, StoredMessage } from '@waybill/contracts/emails/provider-message';
import { Db } from '@waybill/database/db';
import { WriteBatcher } from '@waybill/database/write-batcher';

/** Bytes of content that count like one more row. */
const bytesPerRow = 8_000;

/** Writes what a provider says as it came; what arrives together is one commit. */
@Injectable()
export class ProviderMessageService {
  private readonly writes: WriteBatcher<ProviderMessage, StoredMessage>;

  constructor(
    private readonly db: Db,
    @Inject(Ingress) private readonly ingress: Pick<Ingress, 'heard'>,
    @Inject(ProviderMessageProcessor) private readonly processor: Pick<ProviderMessageProcessor, 'wake'>,
  ) {
    this.writes = new WriteBatcher({
      write: (messages) => this.write(messages),
      maxItems: 500,
      weight: ({ content }) => Math.max(1, content.length / bytesPerRow),
      concurrency: 1,
    });
  }

  /** Settles after the commit; the same message again is nothing. */
  add(message: ProviderMessage): Promise<StoredMessage> {
    return this.writes.add(message);
  }

  private async write(messages: ProviderMessage[]): Promise<StoredMessage[]> {
    const column = <K>(read: (message: ProviderMessage) => K): K[] => messages.map(read);
    await this.db.query(insertProviderMessages, [
      column((m) => m.id),
      column((m) => m.provider),
      column((m) => m.source),
      column((m) => Buffer.from(m.content)),
      column((m) => m.publishedAt),
    ]);
    this.ingress.heard();
    this.processor.wake();
    return messages.map(() => ({ stored: true }));
  }
}
