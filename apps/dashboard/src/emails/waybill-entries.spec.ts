import german from '../text/catalog/de.json';
import { stampOf, type TimelineEntry } from './waybill-entries';

const at = '2026-01-31T12:00:00.000Z';

describe('a stamp of a waybill', () => {
  it('says what happened, with the detail as names and values', () => {
    const bounce: TimelineEntry = {
      at,
      type: 'bounce',
      bounceType: 'Permanent',
      reason: '550 no such user',
      processed: true,
    };
    expect(stampOf(bounce)).toEqual({
      what: 'Bounced',
      tone: 'bad',
      who: null,
      facts: [
        ['Reason', '550 no such user'],
        ['Kind of bounce', 'Permanent'],
      ],
    });
  });

  it('tells a machine from a person', () => {
    expect(stampOf({ at, type: 'open', machine: 'prefetch', processed: true })).toMatchObject({
      what: 'Opened by a machine',
      tone: 'machine',
    });
  });

  it('names the attempt, its provider and its outcome', () => {
    const base = {
      at,
      type: 'attempt' as const,
      provider: 'smtp',
      endedAt: at,
      detail: null,
      step: null,
      messageId: 'm',
    };
    expect(stampOf({ ...base, attempt: 2, outcome: 'ACCEPTED' })).toMatchObject({
      what: 'Attempt 2: accepted',
      who: 'smtp',
      tone: 'active',
    });
    expect(stampOf({ ...base, attempt: 1, outcome: null, endedAt: null })).toMatchObject({
      what: 'Attempt 1: under way',
    });
  });

  it.each([
    ['accepted', 'accepted', 'angenommen'],
    ['not_accepted', 'not accepted', 'nicht angenommen'],
    ['rejected', 'rejected', 'abgelehnt'],
    ['doubtful', 'doubtful', 'ungewiss'],
    ['not_tried', 'not tried', 'nicht versucht'],
    ['lease_expired', 'lease expired', 'Bearbeitungsfrist abgelaufen'],
  ])('says the outcome %s of an attempt in the language of the reader', (outcome, english, inGerman) => {
    const entry = { at, type: 'attempt', attempt: 1, outcome } as TimelineEntry;
    expect(stampOf(entry).what).toBe(`Attempt 1: ${english}`);
    expect(german).toMatchObject({ [english]: [inGerman] });
  });

  it('shows an outcome that this version does not know in the words of the API', () => {
    const entry = { at, type: 'attempt', attempt: 1, outcome: 'handed_on' } as TimelineEntry;
    expect(stampOf(entry).what).toBe('Attempt 1: handed on');
  });
});
