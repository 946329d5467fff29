import type { SuppressionReason } from '@waybill/contracts/contacts/suppression';
import { moveSubscription, newSubscription, suppress, suppressedSubscription, type Subscription } from './subscription';

const states: Record<string, Subscription> = {
  subscribed: { subscribed: true, suppressed: null },
  unsubscribed: { subscribed: false, suppressed: null },
  bounced: { subscribed: false, suppressed: 'bounce' },
  complained: { subscribed: false, suppressed: 'complaint' },
};
const state = (name: string): Subscription => states[name] as Subscription;

describe('a new contact', () => {
  it.each([
    ['send', undefined, false],
    ['send', true, true],
    ['send', false, false],
    ['track', undefined, true],
    ['track', true, true],
    ['track', false, false],
    ['contact', undefined, true],
    ['contact', false, false],
  ] as const)('from %s with subscribed %s is subscribed: %s', (source, wish, subscribed) => {
    expect(newSubscription(wish, source)).toEqual({ subscribed, suppressed: null });
  });
});

describe('a new contact of a suppressed address', () => {
  it.each([
    [undefined, 'secret'],
    [false, 'secret'],
    [true, 'public'],
  ] as const)('with subscribed %s of a %s key stays suppressed', (wish, keyKind) => {
    expect(suppressedSubscription('complaint', wish, keyKind)).toEqual({ subscribed: false, suppressed: 'complaint' });
  });

  it('is subscribed when the secret key says so', () => {
    expect(suppressedSubscription('complaint', true, 'secret')).toEqual({ subscribed: true, suppressed: null });
  });
});

describe('an existing contact', () => {
  it.each([
    ['subscribed', undefined, 'subscribed', null],
    ['subscribed', true, 'subscribed', null],
    ['subscribed', false, 'unsubscribed', 'contact.unsubscribed'],
    ['unsubscribed', undefined, 'unsubscribed', null],
    ['unsubscribed', true, 'subscribed', 'contact.subscribed'],
    ['unsubscribed', false, 'unsubscribed', null],
    ['bounced', undefined, 'bounced', null],
    ['bounced', false, 'bounced', null],
    ['complained', undefined, 'complained', null],
    ['complained', false, 'complained', null],
  ] as const)('that is %s, with subscribed %s of either key, becomes %s and tells %s', (before, wish, after, event) => {
    for (const keyKind of ['public', 'secret'] as const) {
      expect(moveSubscription(state(before), wish, keyKind)).toEqual({ next: state(after), event });
    }
  });

  it.each(['bounced', 'complained'])('that is %s is lifted by the secret key only', (before) => {
    const refused = moveSubscription(state(before), true, 'public');
    expect(refused).toEqual({ next: state(before), event: null });
    expect(refused.next).toBe(state(before));
    const lifted = { next: state('subscribed'), event: 'contact.subscribed' };
    expect(moveSubscription(state(before), true, 'secret')).toEqual(lifted);
  });
});

describe('a permanent bounce or complaint', () => {
  it.each<[string, SuppressionReason, string, string | null]>([
    ['subscribed', 'bounce', 'bounced', 'contact.unsubscribed'],
    ['subscribed', 'complaint', 'complained', 'contact.unsubscribed'],
    ['unsubscribed', 'bounce', 'bounced', null],
    ['unsubscribed', 'complaint', 'complained', null],
    ['bounced', 'bounce', 'bounced', null],
    ['bounced', 'complaint', 'complained', null],
    ['complained', 'complaint', 'complained', null],
    ['complained', 'bounce', 'complained', null],
  ])('turns %s by %s into %s and tells %s', (before, reason, after, event) => {
    expect(suppress(state(before), reason)).toEqual({ next: state(after), event });
  });
});
