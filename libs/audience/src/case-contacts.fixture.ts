import type { Condition, Filter } from './condition';
import type { ResolvedSegments } from './references';

/** The time at which every case is decided. */
export const caseNow = new Date('2026-06-01T00:00:00.000Z');

export const ago = (days: number, ms = 0): Date => new Date(caseNow.getTime() - days * 86_400_000 - ms);

/** A contact of the cases, with its history. */
export interface CaseContact {
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
  createdAt: Date;
  updatedAt: Date;
  events: [name: string, at: Date][];
  emails: Partial<Record<'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained', Date>>[];
  memberOf: string[];
}

export const staticSegment = '01900000-0000-7000-8000-00000000aaaa';
export const trackedSegment = '01900000-0000-7000-8000-00000000bbbb';
export const dynamicSegment = '01900000-0000-7000-8000-00000000cccc';
export const nestedSegment = '01900000-0000-7000-8000-00000000dddd';

/** A condition of these filters, all of which must match. */
export const filters = (...list: Filter[]): Condition => ({ logic: 'AND', groups: [{ filters: list }] });

/** The segments that conditions of the cases refer to. */
export const caseSegments: ResolvedSegments = new Map<string, 'members' | Condition>([
  [staticSegment, 'members'],
  [trackedSegment, 'members'],
  [dynamicSegment, filters({ field: 'data.plan', operator: 'equals', value: 'pro' })],
  [nestedSegment, filters({ field: `segment.${dynamicSegment}`, operator: 'notMemberOfSegment' })],
]);

/** ada has much, bob has odd things, cyd has nothing and is new. */
export const caseContacts: Record<'ada' | 'bob' | 'cyd', CaseContact> = {
  ada: {
    email: 'ada@example.com',
    subscribed: true,
    createdAt: new Date('2026-01-05T10:00:00.000Z'),
    updatedAt: ago(2),
    data: {
      plan: 'pro',
      age: 30,
      vip: true,
      joined: '2026-01-05',
      seen: '2026-05-30T23:30:00-05:00',
      later: '2027-01-01T00:00:00Z',
      'a.b': 'flat',
      a: { b: 'nested', c: { d: 1, on: true } },
      tags: ['x', 'y'],
      note: `50% off_"quote' $1 \\ *`,
      empty: '',
      zero: 0,
      price: 1.5,
      big: 1e300,
      precise: '2026-06-01T00:00:00.1239999999Z',
      wide: '\u{1F600}',
      list: [],
      object: {},
    },
    events: [
      ['purchase', ago(1)],
      ['purchase', ago(10)],
      ['purchase', ago(40)],
      ['login.web', ago(0, 7_200_000)],
      [`odd "name' $1 %`, ago(3)],
    ],
    emails: [
      { sent: ago(3), delivered: ago(3), opened: ago(2) },
      { sent: ago(50), delivered: ago(50), opened: ago(49), clicked: ago(49) },
    ],
    memberOf: [staticSegment],
  },
  bob: {
    email: 'bob_99%@example.org',
    subscribed: false,
    createdAt: ago(30),
    updatedAt: ago(30, 1),
    data: {
      plan: 'free',
      age: '30',
      vip: 'true',
      joined: 'not a date',
      seen: '2026-02-30',
      a: { b: 'nested' },
      nothing: null,
      tags: 'x',
      note: '',
      price: -1.5,
      big: '1e300',
      wide: '\uFFFD',
      deep: [{ b: 1 }],
      local: '2026-05-31T12:00',
      offset: '2026-05-31T12:00:00+0530',
    },
    events: [
      ['purchase', ago(30)],
      ['signup', ago(30, 1)],
    ],
    emails: [
      { sent: ago(5), bounced: ago(5) },
      { sent: ago(7), delivered: ago(7), complained: ago(6) },
    ],
    memberOf: [trackedSegment],
  },
  cyd: {
    email: 'cyd@example.com',
    subscribed: true,
    createdAt: caseNow,
    updatedAt: caseNow,
    data: {},
    events: [],
    emails: [],
    memberOf: [],
  },
};
