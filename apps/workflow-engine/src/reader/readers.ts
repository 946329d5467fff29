import { Inject, Injectable } from '@nestjs/common';
import { broadcasts } from '@waybill/contracts/events';
import type { MailSettings } from '@waybill/contracts/subscription/subscription';
import { Batcher } from '@waybill/concurrency/batcher';
import { TtlCache } from '@waybill/concurrency/ttl-cache';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Broadcast } from '@waybill/messaging/broadcast';
import { LRUCache } from 'lru-cache';
import type { Graph } from '../graph/graph';
import type { RunContact } from '../run/run';
import { readContacts, readDefinition } from './reader.sql';

/** A version of a workflow, as its executions run it. */
export interface Definition {
  name: string;
  graph: Graph;
}

const maxCachedCharacters = 16 * 1024 * 1024;

/** Definitions by version: they never change, so they stay cached. */
@Injectable()
export class DefinitionReader {
  private readonly cache = new LRUCache<string, Definition>({ maxSize: maxCachedCharacters });

  constructor(private readonly db: Db) {}

  /** Null where the workflow was deleted. */
  async find(projectId: string, workflowId: string, version: number): Promise<Definition | null> {
    const key = `${projectId} ${workflowId} ${version}`;
    const cached = this.cache.get(key);
    if (cached) return cached;
    const values = [projectId, workflowId, version];
    const [row] = await this.db.query<Definition & Record<string, unknown>>(readDefinition, values);
    if (row) this.cache.set(key, row, { size: JSON.stringify(row.graph).length });
    return row ?? null;
  }
}

interface ContactKey {
  projectId: string;
  contactId: string;
}

/** The contact of an execution, null when it is gone, and the database's clock. */
export interface ReadContact {
  contact: RunContact | null;
  now: Date;
}

/** Reads contacts; what is asked for at the same time shares one statement. */
@Injectable()
export class ContactReader {
  private readonly reads: Batcher<ContactKey, ReadContact>;

  constructor(private readonly db: Db) {
    this.reads = new Batcher({ write: (keys) => this.read(keys), maxItems: 256 });
  }

  find(projectId: string, contactId: string): Promise<ReadContact> {
    return this.reads.add({ projectId, contactId });
  }

  private async read(keys: ContactKey[]): Promise<ReadContact[]> {
    const rows = await this.db.query<RunContact & { id: string | null; position: string; now: Date }>(readContacts, [
      keys.map(({ projectId }) => projectId),
      keys.map(({ contactId }) => contactId),
    ]);
    const found = new Map(rows.map((row) => [Number(row.position) - 1, row]));
    return keys.map((_key, index) => {
      const { position: _position, now, ...contact } = found.get(index)!;
      return { contact: contact.id === null ? null : contact, now };
    });
  }
}

/** Settings are cached for 5 s, should the broadcast of a change be lost; while the gateway is down, any age serves. */
const settingsTtlMs = 5_000;
const maxProjects = 10_000;

/** Reads of a project whether it is enabled, and how its links are signed. */
@Injectable()
export class ProjectReader {
  private readonly cache: TtlCache<[projectId: string], MailSettings>;

  constructor(
    @Inject(AskClient) asks: Pick<AskClient, 'ask'>,
    @Inject(Broadcast) broadcast: Pick<Broadcast, 'subscribe'>,
  ) {
    this.cache = new TtlCache((projectId) => asks.ask('gateway.mail-settings', { projectId }), {
      max: maxProjects,
      ttlMs: () => settingsTtlMs,
      staleTtlMs: () => Infinity,
    });
    broadcast.subscribe(broadcasts.accessChanged, (projectId) => this.cache.delete(projectId));
  }

  /** @throws 503 while the gateway does not answer and the project is not cached */
  get(projectId: string): Promise<MailSettings> {
    return this.cache.getOrStale(projectId);
  }
}

/** Everything that an execution reads before it goes on. */
@Injectable()
export class ExecutionReaders {
  constructor(
    readonly definitions: DefinitionReader,
    readonly contacts: ContactReader,
    readonly projects: ProjectReader,
  ) {}
}
