import { Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { Worker } from '@waybill/messaging/loop';
import { foldEventCounts, foldStats, pruneEventCounts, pruneStats } from './field.sql';

const chunk = 10_000;
const interval = 2_000;

/** So many new addresses are sorted into their index at once: about 2 MB, which a search reads in a millisecond or two. */
const manyContacts = 2_000;

/** Folds the deltas of the statistics into them, and new addresses into their index, so that reading stays quick. */
@Injectable()
export class StatSweeper extends Worker {
  private written = 0;

  constructor(private readonly db: Db) {
    super('statistics', interval);
  }

  /** Tells of contacts that this process made or changed: many are seen to before the next round is due. */
  contactsWritten(count: number): void {
    this.written += count;
    if (this.written >= manyContacts) this.wake();
  }

  /** One round; true when there is more. Deadlock between two rounds is impossible: each takes the rows in key order. */
  override async process(): Promise<boolean> {
    this.written = 0;
    const contacts = await this.take(foldStats, pruneStats);
    const events = await this.take(foldEventCounts, pruneEventCounts);
    // Contacts were written, so the index of their addresses has new ones to sort in.
    if (contacts > 0) await this.db.query('SELECT contacts.tidy_search()');
    return contacts === chunk || events === chunk;
  }

  private async take(fold: string, prune: string): Promise<number> {
    const [row] = await this.db.query<{ taken: number }>(fold, [chunk]);
    if (row?.taken) await this.db.query(prune);
    return row?.taken ?? 0;
  }
}
