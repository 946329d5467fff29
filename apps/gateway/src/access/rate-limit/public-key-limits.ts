import { Injectable } from '@nestjs/common';
import { callerAddress } from './caller-address';
import { RateLimited } from './rate-limited';
import { RateLimits } from './rate-limits';

/**
 * Limits of a public key. It stands in pages and apps, where every visitor can read it: a visitor must not make the
 * workflows of a project write to one person again and again, nor fill the project with invented contacts.
 */
@Injectable()
export class PublicKeyLimits {
  constructor(private readonly limits: RateLimits) {}

  /** Counts one event of a contact that a caller at `ip` tracks. @throws RateLimited 429 above a limit */
  admit(projectId: string, ip: string, email: string): void {
    this.limits.pass('public-caller', `${projectId} ${callerAddress(ip)}`, 'Too many events from your address');
    this.limits.pass('public-contact', `${projectId} ${email}`, 'Too many events of this contact by the public key');
  }

  /** May the public key make another contact in this project? */
  mayMakeContacts(projectId: string): boolean {
    return this.limits.look('public-new', projectId)?.allowed ?? true;
  }

  /** Counts a contact that the public key made. */
  madeContact(projectId: string): void {
    this.limits.take('public-new', projectId);
  }

  /** @throws RateLimited the 429 for a contact that may not be made now */
  refuseContact(projectId: string): never {
    const message = 'The public key has made too many contacts; known contacts are still tracked';
    throw new RateLimited(message, this.limits.look('public-new', projectId)?.reset ?? 1);
  }
}
