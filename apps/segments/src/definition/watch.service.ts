import { Injectable } from '@nestjs/common';
import { Db, type Transaction } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { DefinitionService, keysOf, type ProjectDefinitions } from './definitions.service';
import { markWatched } from './definitions.sql';

/** More keys than these are watched as "every change". */
const maxKeys = 500;
/** Milliseconds to wait at most for transactions that may not know the new keys. */
const settleMs = 5_000;

/** Has the contacts service publish the changes that tracked segments depend on. */
@Injectable()
export class WatchService {
  constructor(
    private readonly db: Db,
    private readonly definitions: DefinitionService,
    private readonly asks: AskClient,
  ) {}

  /**
   * Sets what the project watches, if that may have changed; returns when no writer that did not know of it is under way, so that
   * a compute that begins now misses no change.
   * @throws 503 when the contacts service is down
   */
  async ensure(projectId: string): Promise<void> {
    const isNew = await this.db.transaction((tx) => this.tell(tx, projectId));
    if (isNew) await this.settle();
  }

  private async tell(tx: Transaction, projectId: string): Promise<boolean> {
    const project = await this.definitions.lock(tx, projectId);
    const [row] = await tx.query<{ version: number }>(
      'SELECT watched_version::float8 AS version FROM segments.project WHERE project_id = $1',
      [projectId],
    );
    if (!row || row.version === project.version) return false;
    await this.asks.ask('contacts.watch', { projectId, keys: watchedKeys(project) });
    await tx.query(markWatched, [projectId, project.version]);
    return true;
  }

  /** Waits for the transactions that were open when the keys were set: their triggers looked before. */
  private async settle(): Promise<void> {
    const [row] = await this.db.query<{ xmax: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xmax');
    const until = performance.now() + settleMs;
    while (performance.now() < until) {
      const [state] = await this.db.query<{ isSettled: boolean }>(
        'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS "isSettled"',
        [row?.xmax],
      );
      if (state?.isSettled) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** The keys that the contacts service is to report: `new` stands for new contacts, which every tracked segment needs. */
export function watchedKeys({ tracked, resolved }: ProjectDefinitions): string[] {
  if (tracked.size === 0) return [];
  const keys = new Set(['new']);
  for (const { condition } of tracked.values()) {
    for (const key of keysOf(condition, resolved)) if (isOfContacts(key)) keys.add(key);
  }
  return keys.size > maxKeys ? ['*'] : [...keys];
}

const isOfContacts = (key: string): boolean =>
  !key.startsWith('segment.') && !key.startsWith('email.') && key !== 'createdAt';
