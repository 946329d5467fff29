import { Inject, Injectable } from '@nestjs/common';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';
import type { RateLimiter, Verdict } from './rate-limiter';
import { RateLimits } from './rate-limits';
import { callerAddress } from './caller-address';
import { RateLimited } from './rate-limited';

const seconds = 60 * 60;

/**
 * Limits of a public key per hour. The key stands in pages and apps, where any visitor can read it: not to have a project's workflows
 * write to one person again and again, nor to fill its contacts with strangers (reliability and security, row 7). Off
 * together with the limit of requests a minute.
 */
@Injectable()
export class PublicKeyLimits {
  private readonly callers: RateLimiter | null;
  private readonly contacts: RateLimiter | null;
  private readonly strangers: RateLimiter | null;

  constructor(@Inject(GATEWAY_CONFIG) config: GatewayConfig, limits: RateLimits) {
    const open = (name: string, limit: number): RateLimiter | null =>
      limits.open(name, { limit: config.RATE_LIMIT_PER_MINUTE === 0 ? 0 : limit, seconds, exact: false });
    this.callers = open('public-caller', config.PUBLIC_KEY_PER_ADDRESS_PER_HOUR);
    this.contacts = open('public-contact', config.PUBLIC_KEY_PER_CONTACT_PER_HOUR);
    this.strangers = open('public-new', config.PUBLIC_KEY_NEW_CONTACTS_PER_HOUR);
  }

  /** Counts one event that a caller at `ip` tracks of a contact; throws 429 above a limit. */
  async admit(projectId: string, ip: string, email: string): Promise<void> {
    pass(await this.callers?.take(`${projectId} ${callerAddress(ip)}`), 'Too many events from your address');
    pass(await this.contacts?.take(`${projectId} ${email}`), 'Too many events of this contact by the public key');
  }

  /** May the public key still make contacts in this project? */
  mayMakeContacts(projectId: string): boolean {
    return this.strangers?.look(projectId).allowed ?? true;
  }

  /** Counts a contact that the public key made. */
  async made(projectId: string): Promise<void> {
    await this.strangers?.take(projectId);
  }

  /** The 429 for a contact that may not be made now. */
  refuseStranger(projectId: string): never {
    throw new RateLimited(
      'The public key has made too many contacts; known contacts are still tracked',
      this.strangers?.look(projectId).reset ?? seconds,
    );
  }
}

function pass(verdict: Verdict | undefined, message: string): void {
  if (verdict && !verdict.allowed) throw new RateLimited(message, verdict.reset);
}
