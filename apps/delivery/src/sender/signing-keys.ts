import { CLOCK, type Clock } from '../clock';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Injectable, Inject, Optional } from '@nestjs/common';
import { createPrivateKey } from 'node:crypto';
import { TtlCache } from '@waybill/concurrency/ttl-cache';
import type { SigningKey } from '../mime/dkim';

/** A key is cached for 3 minutes, and for an hour while the domain verifier is down. */
const ttlMs = 3 * 60_000;
const staleTtlMs = 60 * 60_000;
/** The answer that there is no key is cached for 5 s: the domain may be verified at this moment. */
const absentTtlMs = 5_000;
const maxDomains = 5_000;

/** The DKIM keys of sending domains, cached. */
@Injectable()
export class SigningKeys {
  private readonly cache: TtlCache<[projectId: string, domain: string], SigningKey | null>;

  constructor(
    @Inject(AskClient) private readonly asks: Pick<AskClient, 'ask'>,
    @Optional() @Inject(CLOCK) clock?: Clock,
  ) {
    this.cache = new TtlCache((projectId, domain) => this.fetch(projectId, domain), {
      max: maxDomains,
      ttlMs: (key) => (key ? ttlMs : absentTtlMs),
      staleTtlMs: (key) => (key ? staleTtlMs : 0),
      clock,
    });
  }

  /** The key that signs email of the domain; null where the provider signs. @throws AppError 503 while the verifier is down. */
  find(projectId: string, domain: string): Promise<SigningKey | null> {
    return this.cache.getOrStale(projectId, domain);
  }

  private async fetch(projectId: string, domain: string): Promise<SigningKey | null> {
    const { key } = await this.asks.ask('domain-verifier.signing-key', { projectId, domain });
    return key && { domain, selector: key.selector, privateKey: createPrivateKey(key.privateKeyPem) };
  }
}
