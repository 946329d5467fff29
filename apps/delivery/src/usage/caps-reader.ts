import { Broadcast } from '@waybill/messaging/broadcast';
import { CLOCK, type Clock } from '../clock';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Injectable, Logger, Inject, Optional } from '@nestjs/common';
import { TtlCache } from '@waybill/concurrency/ttl-cache';
import { LRUCache } from 'lru-cache';
import type { Caps } from '@waybill/contracts/billing/limits';
import { broadcasts } from '@waybill/contracts/events';
import { AppError } from '@waybill/contracts/errors';

const noCaps: Caps = { workflows: null, campaigns: null, transactional: null, inbound: null };
/** Caps are cached for 5 s, should the broadcast of a change be lost. */
const ttlMs = 5_000;
const maxProjects = 10_000;
/** No email waits longer for billing, whose outage stops none. */
const askTimeoutMs = 500;

/**
 * The caps of projects, by `billing.caps`. An outage of billing stops no email: the last known caps hold, and a project
 * without known caps has none until billing answers.
 */
@Injectable()
export class CapsReader {
  private readonly logger = new Logger(CapsReader.name);
  /** The last known caps of projects that had one. */
  private readonly last = new LRUCache<string, Caps>({ max: maxProjects });
  private readonly cache: TtlCache<[projectId: string], Caps>;

  constructor(
    @Inject(AskClient) private readonly asks: Pick<AskClient, 'ask'>,
    @Inject(Broadcast) broadcast: Pick<Broadcast, 'subscribe'>,
    @Optional() @Inject(CLOCK) clock?: Clock,
  ) {
    broadcast.subscribe(broadcasts.capsChanged, (projectId) => this.forget(projectId));
    this.cache = new TtlCache((projectId) => this.fetch(projectId), {
      max: maxProjects,
      ttlMs: () => ttlMs,
      clock,
    });
  }

  of(projectId: string): Promise<Caps> {
    return this.cache.get(projectId);
  }

  /** The caps of the project have changed. */
  forget(projectId: string): void {
    this.cache.delete(projectId);
  }

  private async fetch(projectId: string): Promise<Caps> {
    try {
      const caps = await this.asks.ask('billing.caps', { projectId }, { timeout: askTimeoutMs });
      this.note(projectId, caps);
      return caps;
    } catch (error) {
      const isDown = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
      if (!isDown)
        this.logger.warn(`cannot read the caps of project ${projectId}, the last known ones hold: ${String(error)}`);
      return this.last.get(projectId) ?? noCaps;
    }
  }

  private note(projectId: string, caps: Caps): void {
    if (Object.values(caps).some((cap) => cap !== null)) this.last.set(projectId, caps);
    else this.last.delete(projectId);
  }
}
