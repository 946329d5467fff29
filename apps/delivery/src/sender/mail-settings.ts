import { Broadcast } from '@waybill/messaging/broadcast';
import { CLOCK, type Clock } from '../clock';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Injectable, Inject, Optional } from '@nestjs/common';
import { TtlCache } from '@waybill/concurrency/ttl-cache';
import { broadcasts } from '@waybill/contracts/events';
import type { MailSettings } from '@waybill/contracts/subscription/subscription';

/** Settings are cached for 5 s, should the broadcast of a change be lost; while the gateway is down, any age serves. */
const ttlMs = 5_000;
const maxProjects = 10_000;

/** The settings of projects that rendering needs, by `gateway.mail-settings`. */
@Injectable()
export class MailSettingsReader {
  private readonly cache: TtlCache<[projectId: string], MailSettings>;

  constructor(
    @Inject(AskClient) asks: Pick<AskClient, 'ask'>,
    @Inject(Broadcast) broadcast: Pick<Broadcast, 'subscribe'>,
    @Optional() @Inject(CLOCK) clock?: Clock,
  ) {
    broadcast.subscribe(broadcasts.accessChanged, (projectId) => this.forget(projectId));
    this.cache = new TtlCache((projectId) => asks.ask('gateway.mail-settings', { projectId }), {
      max: maxProjects,
      ttlMs: () => ttlMs,
      staleTtlMs: () => Infinity,
      clock,
    });
  }

  /** @throws AppError 503 while the gateway is down and nothing is cached for the project. */
  of(projectId: string): Promise<MailSettings> {
    return this.cache.getOrStale(projectId);
  }

  /** The project has changed. */
  forget(projectId: string): void {
    this.cache.delete(projectId);
  }
}
