import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';

/** Invariant: a suppressed contact is not subscribed. */
export interface Subscription {
  subscribed: boolean;
  suppressed: SuppressionReason | null;
}

/** Where a change comes from: decides what a new contact is when the request does not say. */
export type SubscriptionSource = 'send' | 'track' | 'contact';

/** The event of a change. */
export type SubscriptionEvent = 'contact.subscribed' | 'contact.unsubscribed';

export interface SubscriptionMove {
  /** The same object when nothing changes. */
  next: Subscription;
  /** Null when the subscription did not change. */
  event: SubscriptionEvent | null;
}

type Standing = 'subscribed' | 'unsubscribed' | 'suppressed';
type Wish = 'omitted' | 'true' | 'false';

/** A new contact whose request does not say. */
const newContactDefault: Record<SubscriptionSource, boolean> = { send: false, track: true, contact: true };

/**
 * Transitions of an existing contact. `lift` also ends the suppression and needs the secret key: a public
 * key stands in web pages and cannot lift a bounce or complaint.
 */
const moves: Record<Standing, Record<Wish, 'stay' | 'subscribe' | 'unsubscribe' | 'lift'>> = {
  subscribed: { omitted: 'stay', true: 'stay', false: 'unsubscribe' },
  unsubscribed: { omitted: 'stay', true: 'subscribe', false: 'stay' },
  suppressed: { omitted: 'stay', true: 'lift', false: 'stay' },
};

/**
 * The subscription of a contact that is made now and whose address is suppressed, as an earlier contact's was: it stays so
 * unless the secret key subscribes it.
 */
export function suppressedSubscription(
  suppressed: SuppressionReason,
  wish: boolean | undefined,
  keyKind: 'public' | 'secret',
): Subscription {
  return moveSubscription({ subscribed: false, suppressed }, wish, keyKind).next;
}

/** The subscription of a contact that is made now. It emits no event: events are for changes of existing contacts. */
export function newSubscription(wish: boolean | undefined, source: SubscriptionSource): Subscription {
  return { subscribed: wish ?? newContactDefault[source], suppressed: null };
}

/** Applies `subscribed` of a request to an existing contact. */
export function moveSubscription(
  current: Subscription,
  wish: boolean | undefined,
  keyKind: 'public' | 'secret',
): SubscriptionMove {
  const standing: Standing = current.suppressed ? 'suppressed' : current.subscribed ? 'subscribed' : 'unsubscribed';
  const move = moves[standing][wish === undefined ? 'omitted' : wish ? 'true' : 'false'];
  if (move === 'stay' || (move === 'lift' && keyKind === 'public')) return { next: current, event: null };
  if (move === 'unsubscribe') return { next: { ...current, subscribed: false }, event: 'contact.unsubscribed' };
  return { next: { subscribed: true, suppressed: null }, event: 'contact.subscribed' };
}

/**
 * Applies a permanent bounce or a complaint. An unsubscribed contact is suppressed without an event. A complaint
 * outranks a bounce: it is the wish of a person, the bounce is the state of a mailbox.
 */
export function suppress(current: Subscription, reason: SuppressionReason): SubscriptionMove {
  if (current.suppressed === reason || current.suppressed === 'complaint') return { next: current, event: null };
  const event = current.subscribed ? 'contact.unsubscribed' : null;
  return { next: { subscribed: false, suppressed: reason }, event };
}
