import { moveSubscription, newSubscription, suppress, type Subscription, type Suppression } from './subscription';

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
  ] as const)('that is %s, with subscribed %s of either key, becomes %s and tells %s', (before, wish, after, fact) => {
    for (const keyKind of ['public', 'secret'] as const) {
      expect(moveSubscription(state(before), wish, keyKind)).toEqual({ next: state(after), fact });
    }
  });

  it.each(['bounced', 'complained'])('that is %s is lifted by the secret key only', (before) => {
    const refused = moveSubscription(state(before), true, 'public');
    expect(refused).toEqual({ next: state(before), fact: null });
    expect(refused.next).toBe(state(before));
    const lifted = { next: state('subscribed'), fact: 'contact.subscribed' };
    expect(moveSubscription(state(before), true, 'secret')).toEqual(lifted);
  });
});

describe('a permanent bounce or complaint', () => {
  it.each<[string, Suppression, string, string | null]>([
    ['subscribed', 'bounce', 'bounced', 'contact.unsubscribed'],
    ['subscribed', 'complaint', 'complained', 'contact.unsubscribed'],
    ['unsubscribed', 'bounce', 'bounced', null],
    ['unsubscribed', 'complaint', 'complained', null],
    ['bounced', 'bounce', 'bounced', null],
    ['bounced', 'complaint', 'complained', null],
    ['complained', 'complaint', 'complained', null],
    ['complained', 'bounce', 'complained', null],
  ])('turns %s by %s into %s and tells %s', (before, reason, after, fact) => {
    expect(suppress(state(before), reason)).toEqual({ next: state(after), fact });
  });
});
