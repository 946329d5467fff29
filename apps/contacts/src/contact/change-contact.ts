import { normalizeEmail } from '@waybill/contracts/address';
import type { UpdateContact } from '@waybill/contracts/contacts/contact';
import { validationError } from '@waybill/contracts/errors';
import { mergeData, splitData } from './contact-data';
import type { ContactState } from './contact-draft';
import { moveSubscription, type SubscriptionFact } from './subscription';

/**
 * What a `PATCH` makes of a contact; the same object when nothing changes. A bounce or complaint was about the address:
 * with a new one it is over, but the contact stays unsubscribed until somebody says otherwise.
 * @throws AppError 422 for data or an address that cannot be kept
 */
export function changeContact(
  stored: ContactState,
  change: UpdateContact,
): { next: ContactState; fact: SubscriptionFact | null } {
  const email = change.email === undefined || change.email === null ? stored.email : normalizeEmail(change.email);
  if (email === null)
    throw validationError([{ field: 'email', code: 'invalid_email', message: 'email must be an email address' }]);
  const cleared = change.data === null && Object.keys(stored.data).length > 0;
  const data = cleared ? {} : mergeData(stored.data, splitData(change.data ?? undefined, 'contact'));
  const before = email === stored.email ? stored : { ...stored, suppressed: null };
  const { next, fact } = moveSubscription(before, change.subscribed ?? undefined, 'secret');
  if (email === stored.email && data === stored.data && next === stored) return { next: stored, fact: null };
  return { next: { ...stored, email, data, subscribed: next.subscribed, suppressed: next.suppressed }, fact };
}
