import { CLOCK, type Clock } from '../clock';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Injectable, Inject, Optional } from '@nestjs/common';
import { TtlCache } from '@waybill/concurrency/ttl-cache';

/** A positive answer is cached for 5 s, a negative one never. */
const ttlMs = 5_000;
/** While the domain verifier is down, a queued email may leave on an answer of the last 10 minutes. */
const staleTtlMs = 10 * 60_000;
const maxDomains = 10_000;

/** Whether a project may send from a domain, cached. */
@Injectable()
export class SenderDomainChecks {
  private readonly cache: TtlCache<[projectId: string, domain: string], boolean>;

  constructor(@Inject(AskClient) asks: Pick<AskClient, 'ask'>, @Optional() @Inject(CLOCK) clock?: Clock) {
    const isSender = async (projectId: string, domain: string): Promise<boolean> =>
      (await asks.ask('domain-verifier.senders', { projectId, domains: [domain] })).verified.includes(domain);
    this.cache = new TtlCache(isSender, {
      max: maxDomains,
      ttlMs: (verified) => (verified ? ttlMs : 0),
      staleTtlMs: () => staleTtlMs,
      clock,
    });
  }

  /** True when the project may send from the domain now. @throws AppError 503 while the verifier is down. */
  isVerified(projectId: string, domain: string): Promise<boolean> {
    return this.cache.get(projectId, domain);
  }

  /** As {@link isVerified}, for an email that was accepted before: an outage of the verifier does not stop it at once. */
  isStillVerified(projectId: string, domain: string): Promise<boolean> {
    return this.cache.getOrStale(projectId, domain);
  }
}
