import { normalizeEmail } from '@waybill/contracts/address';
import type { UpdateContact } from '@waybill/contracts/contacts/contact';
import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import { validationError } from '@waybill/contracts/errors';
import { mergeData, splitData } from './contact-data';
import type { ContactState } from './contact-draft';
import { moveSubscription, type SubscriptionEvent } from './subscription';

/** The address that a contact has after a change. @throws AppError 422 when it is no address. */
export function newAddress(stored: Pick<ContactState, 'email'>, change: UpdateContact): string {
  if (change.email === undefined || change.email === null) return stored.email;
  const email = normalizeEmail(change.email);
  if (email !== null) return email;
  throw validationError([{ field: 'email', code: 'invalid_email', message: 'email must be an email address' }]);
}

/**
 * Applies a `PATCH` to a contact; returns the same object when nothing changes. A suppression belongs to the address: a new
 * address has its own suppression, `suppressed`, or none. The contact stays unsubscribed unless the request subscribes it.
 * @throws AppError 422 for data or an address that cannot be kept
 */
export function changeContact(
  stored: ContactState,
  change: UpdateContact,
  suppressed: SuppressionReason | null = null,
): { next: ContactState; event: SubscriptionEvent | null } {
  const email = newAddress(stored, change);
  const cleared = change.data === null && Object.keys(stored.data).length > 0;
  const data = cleared ? {} : mergeData(stored.data, splitData(change.data ?? undefined, 'contact'));
  const moved = { ...stored, suppressed, subscribed: suppressed === null && stored.subscribed };
  const before = email === stored.email ? stored : moved;
  const { next, event } = moveSubscription(before, change.subscribed ?? undefined, 'secret');
  if (email === stored.email && data === stored.data && next === stored) return { next: stored, event: null };
  return { next: { ...stored, email, data, subscribed: next.subscribed, suppressed: next.suppressed }, event };
}
