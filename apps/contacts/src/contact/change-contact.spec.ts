import { changeContact } from './change-contact';
import type { ContactState } from './contact-draft';

const stored: ContactState = {
  ...{ projectId: 'p', id: 'c', email: 'a@example.com', data: { plan: 'gold', seats: 2 } },
  ...{ subscribed: true, suppressed: null },
};

describe('a change of a contact', () => {
  it('that changes nothing answers the contact itself', () => {
    expect(changeContact(stored, { email: ' A@EXAMPLE.com', subscribed: true, data: { plan: 'gold' } })).toEqual({
      next: stored,
      event: null,
    });
    expect(changeContact(stored, {}).next).toBe(stored);
  });

  it('merges data by the rules of contacts', () => {
    const { next } = changeContact(stored, { data: { plan: null, note: '', address: { city: 'Bern' } } });
    expect(next.data).toEqual({ seats: 2, address: { city: 'Bern' } });
  });

  it('clears all data with null', () => expect(changeContact(stored, { data: null }).next.data).toEqual({}));

  it('emits an event for a changed subscription', () => {
    expect(changeContact(stored, { subscribed: false })).toMatchObject({
      next: { subscribed: false },
      event: 'contact.unsubscribed',
    });
  });

  it('ends a bounce with the address it was about, and keeps the contact unsubscribed', () => {
    const bounced = { ...stored, subscribed: false, suppressed: 'bounce' as const };
    expect(changeContact(bounced, { email: 'b@example.com' })).toMatchObject({
      next: { email: 'b@example.com', subscribed: false, suppressed: null },
      event: null,
    });
    expect(changeContact(stored, { email: 'b@example.com' }, 'complaint')).toMatchObject({
      next: { email: 'b@example.com', subscribed: false, suppressed: 'complaint' },
    });
    expect(changeContact(stored, { email: 'b@example.com', subscribed: true }, 'complaint')).toMatchObject({
      next: { subscribed: true, suppressed: null },
    });
    expect(changeContact(bounced, { data: { a: 1 } }).next.suppressed).toBe('bounce');
  });
});
