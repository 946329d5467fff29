import { CLOCK, type Clock } from '../clock';
import { AskClient } from '@waybill/messaging/ask-client';
import { Injectable, Inject, Optional } from '@nestjs/common';
import { createPrivateKey } from 'node:crypto';
import { Remembered } from '@waybill/cache/remembered';
import type { SigningKey } from '../mime/dkim';

/** A key is cached for 3 minutes, and for an hour while the domain verifier is down. */
const keptMs = 3 * 60_000;
const keptInOutageMs = 60 * 60_000;
/** The answer that there is no key is cached for 5 s: the domain may be verified at this moment. */
const noneKeptMs = 5_000;
const mostKept = 5_000;

/** The DKIM keys of sending domains, cached. */
@Injectable()
export class SigningKeys {
  private readonly answers: Remembered<[projectId: string, domain: string], SigningKey | null>;

  constructor(
    @Inject(AskClient) private readonly asks: Pick<AskClient, 'ask'>,
    @Optional() @Inject(CLOCK) clock?: Clock,
  ) {
    this.answers = new Remembered((projectId, domain) => this.fetch(projectId, domain), {
      most: mostKept,
      lifetime: (key) => (key ? keptMs : noneKeptMs),
      inOutage: (key) => (key ? keptInOutageMs : 0),
      clock,
    });
  }

  /** The key that signs email of the domain; null where the provider signs. @throws AppError 503 while the verifier is down. */
  find(projectId: string, domain: string): Promise<SigningKey | null> {
    return this.answers.ofOrLast(projectId, domain);
  }

  private async fetch(projectId: string, domain: string): Promise<SigningKey | null> {
    const { key } = await this.asks.ask('domain-verifier.signing-key', { projectId, domain });
    return key && { domain, selector: key.selector, privateKey: createPrivateKey(key.privateKeyPem) };
  }
}
