import type { Condition, Filter } from './condition';
import type { ResolvedSegments } from './references';

/** The moment at which every case is decided. */
export const caseNow = new Date('2026-06-01T00:00:00.000Z');

const ago = (days: number, ms = 0): Date => new Date(caseNow.getTime() - days * 86_400_000 - ms);

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
const nestedSegment = '01900000-0000-7000-8000-00000000dddd';

const filters = (...list: Filter[]): Condition => ({ logic: 'AND', groups: [{ filters: list }] });

/** What the cases' conditions refer to. */
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

type Case = [field: string, operator: string, value: unknown, matching: string, more?: Partial<Filter>];

const addresses: Case[] = [
  ['email', 'equals', 'ada@example.com', 'ada'],
  ['email', 'equals', ' ADA@Example.COM ', 'ada'],
  ['email', 'equals', 'ada@example', ''],
  ['email', 'equals', '', ''],
  ['email', 'equals', "' OR true --", ''],
  ['email', 'notEquals', 'ada@example.com', 'bob cyd'],
  ['email', 'notEquals', 'none@example.com', 'ada bob cyd'],
  ['email', 'contains', '@EXAMPLE.com', 'ada cyd'],
  ['email', 'contains', '%', 'bob'],
  ['email', 'contains', '_', 'bob'],
  ['email', 'contains', '\\', ''],
  ['email', 'contains', '', 'ada bob cyd'],
  ['email', 'contains', '99%@', 'bob'],
  ['email', 'contains', '.', 'ada bob cyd'],
  ['email', 'notContains', 'example.com', 'bob'],
  ['email', 'notContains', '%', 'ada cyd'],
  ['email', 'notContains', 'xyz', 'ada bob cyd'],
  ['subscribed', 'equals', true, 'ada cyd'],
  ['subscribed', 'equals', false, 'bob'],
  ['subscribed', 'notEquals', true, 'bob'],
  ['subscribed', 'notEquals', false, 'ada cyd'],
];

const dates: Case[] = [
  ['createdAt', 'equals', '2026-01-05', 'ada'],
  ['createdAt', 'equals', '2026-01-05T23:59:59Z', 'ada'],
  ['createdAt', 'equals', '2026-01-06', ''],
  ['createdAt', 'equals', '2026-01-06T01:00:00+02:00', 'ada'],
  ['createdAt', 'notEquals', '2026-01-05', 'bob cyd'],
  ['createdAt', 'notEquals', '2026-06-01', 'ada bob'],
  ['createdAt', 'greaterThan', '2026-01-05T10:00:00Z', 'bob cyd'],
  ['createdAt', 'greaterThan', '2026-01-05T09:59:59.999Z', 'ada bob cyd'],
  ['createdAt', 'greaterThanOrEqual', '2026-01-05T10:00:00Z', 'ada bob cyd'],
  ['createdAt', 'greaterThanOrEqual', '2026-01-05T10:00:00.001Z', 'bob cyd'],
  ['createdAt', 'lessThan', '2026-01-05T10:00:00Z', ''],
  ['createdAt', 'lessThan', '2026-01-05T10:00:00.001Z', 'ada'],
  ['createdAt', 'lessThanOrEqual', '2026-01-05T10:00:00Z', 'ada'],
  ['createdAt', 'lessThanOrEqual', '2026-01-05T09:59:59.999Z', ''],
  ['createdAt', 'greaterThan', '2026-05-02', 'cyd'],
  ['createdAt', 'greaterThanOrEqual', '2026-05-02', 'bob cyd'],
  ['createdAt', 'within', 30, 'bob cyd', { unit: 'days' }],
  ['createdAt', 'within', 29, 'cyd', { unit: 'days' }],
  ['createdAt', 'within', 719, 'cyd', { unit: 'hours' }],
  ['createdAt', 'within', 720, 'bob cyd', { unit: 'hours' }],
  ['createdAt', 'within', 43_200, 'bob cyd', { unit: 'minutes' }],
  ['createdAt', 'within', 0.5, 'cyd', { unit: 'hours' }],
  ['createdAt', 'within', 36_500, 'ada bob cyd', { unit: 'days' }],
  ['createdAt', 'olderThan', 30, 'ada', { unit: 'days' }],
  ['createdAt', 'olderThan', 29.99, 'ada bob', { unit: 'days' }],
  ['createdAt', 'olderThan', 36_500, '', { unit: 'days' }],
  ['updatedAt', 'within', 2, 'ada cyd', { unit: 'days' }],
  ['updatedAt', 'within', 47, 'cyd', { unit: 'hours' }],
  ['updatedAt', 'olderThan', 30, 'bob', { unit: 'days' }],
  ['updatedAt', 'equals', '2026-06-01', 'cyd'],
  ['updatedAt', 'lessThan', '2026-05-02', 'bob'],
  ['updatedAt', 'lessThanOrEqual', '2026-05-01T23:59:59.999Z', 'bob'],
];

const data: Case[] = [
  ['data.plan', 'equals', 'pro', 'ada'],
  ['data.plan', 'equals', 'Pro', ''],
  ['data.plan', 'equals', 'pro ', ''],
  ['data.plan', 'notEquals', 'pro', 'bob'],
  ['data.plan', 'notEquals', 'gold', 'ada bob'],
  ['data.plan', 'exists', undefined, 'ada bob'],
  ['data.plan', 'notExists', undefined, 'cyd'],
  ['data.age', 'equals', 30, 'ada'],
  ['data.age', 'equals', '30', 'bob'],
  ['data.age', 'equals', 30.0, 'ada'],
  ['data.age', 'notEquals', 30, 'bob'],
  ['data.age', 'notEquals', '30', 'ada'],
  ['data.age', 'greaterThan', 29.999, 'ada'],
  ['data.age', 'greaterThan', 30, ''],
  ['data.age', 'greaterThanOrEqual', 30, 'ada'],
  ['data.age', 'lessThan', 30, ''],
  ['data.age', 'lessThanOrEqual', 30, 'ada'],
  ['data.age', 'lessThan', 1e300, 'ada'],
  ['data.age', 'greaterThan', '3', 'bob'],
  ['data.age', 'lessThan', '4', 'bob'],
  ['data.age', 'contains', 3, 'bob'],
  ['data.age', 'contains', '0', 'bob'],
  ['data.age', 'notContains', '3', 'ada'],
  ['data.vip', 'equals', true, 'ada'],
  ['data.vip', 'equals', 'true', 'bob'],
  ['data.vip', 'equals', false, ''],
  ['data.vip', 'notEquals', false, 'ada bob'],
  ['data.vip', 'contains', true, 'bob'],
  ['data.zero', 'equals', 0, 'ada'],
  ['data.zero', 'equals', -0, 'ada'],
  ['data.zero', 'exists', undefined, 'ada'],
  ['data.zero', 'greaterThanOrEqual', 0, 'ada'],
  ['data.price', 'greaterThan', 0, 'ada'],
  ['data.price', 'lessThan', 0, 'bob'],
  ['data.price', 'equals', 1.5, 'ada'],
  ['data.price', 'equals', -1.5, 'bob'],
  ['data.big', 'equals', 1e300, 'ada'],
  ['data.big', 'greaterThan', 1e299, 'ada'],
  ['data.big', 'greaterThan', '1e299', 'bob'],
  ['data.empty', 'equals', '', 'ada'],
  ['data.empty', 'exists', undefined, 'ada'],
  ['data.empty', 'contains', '', 'ada'],
  ['data.nothing', 'exists', undefined, ''],
  ['data.nothing', 'notExists', undefined, 'ada bob cyd'],
  ['data.nothing', 'notEquals', 'x', ''],
  ['data.nothing', 'notContains', 'x', ''],
  ['data.nothing', 'equals', 'null', ''],
  ['data.note', 'contains', '%', 'ada'],
  ['data.note', 'contains', '_', 'ada'],
  ['data.note', 'contains', '\\', 'ada'],
  ['data.note', 'contains', '"', 'ada'],
  ['data.note', 'contains', "'", 'ada'],
  ['data.note', 'contains', '$1', 'ada'],
  ['data.note', 'contains', '*', 'ada'],
  ['data.note', 'contains', 'OFF', ''],
  ['data.note', 'contains', '', 'ada bob'],
  ['data.note', 'notContains', '%', 'bob'],
  ['data.note', 'equals', `50% off_"quote' $1 \\ *`, 'ada'],
  ['data.note', 'contains', 'x'.repeat(65_536), ''],
  ['data.tags', 'equals', 'x', 'bob'],
  ['data.tags', 'contains', 'x', 'bob'],
  ['data.tags', 'notContains', 'x', 'ada'],
  ['data.tags', 'notEquals', 'x', 'ada'],
  ['data.tags', 'exists', undefined, 'ada bob'],
  ['data.tags', 'greaterThan', 'a', 'bob'],
  ['data.tags.0', 'exists', undefined, ''],
  ['data.list', 'exists', undefined, 'ada'],
  ['data.object', 'exists', undefined, 'ada'],
  ['data.object', 'equals', '{}', ''],
  ['data.a.b', 'equals', 'flat', 'ada'],
  ['data.a.b', 'equals', 'nested', 'bob'],
  ['data.a.c.d', 'equals', 1, 'ada'],
  ['data.a.c.d', 'greaterThan', 0, 'ada'],
  ['data.a.c.on', 'equals', true, 'ada'],
  ['data.a.c', 'exists', undefined, 'ada'],
  ['data.a.c', 'equals', 1, ''],
  ['data.a.b.c', 'notExists', undefined, 'ada bob cyd'],
  ['data.a.', 'exists', undefined, ''],
  ['data..', 'exists', undefined, ''],
  ['data.deep.0.b', 'exists', undefined, ''],
  ['data.plan.length', 'exists', undefined, ''],
  ['data.__proto__', 'exists', undefined, ''],
  ['data.constructor', 'exists', undefined, ''],
  ['data.__proto__.constructor', 'exists', undefined, ''],
  ['data.toString', 'notExists', undefined, 'ada bob cyd'],
  ['data.a.__proto__', 'exists', undefined, ''],
  ["data.x' OR true --", 'exists', undefined, ''],
  ['data.$1', 'notExists', undefined, 'ada bob cyd'],
  ['data.plan', 'greaterThan', 'free', 'ada'],
  ['data.plan', 'greaterThan', 'Pro', 'ada bob'],
  ['data.plan', 'lessThanOrEqual', 'free', 'bob'],
  ['data.plan', 'greaterThan', 5, ''],
  ['data.wide', 'greaterThan', '\uFFFD', 'ada'],
  ['data.wide', 'lessThan', '\u{1F600}', 'bob'],
  ['data.wide', 'equals', '\u{1F600}', 'ada'],
];

const dataDates: Case[] = [
  ['data.joined', 'equals', '2026-01-05', 'ada'],
  ['data.joined', 'equals', '2026-01-05T12:00:00Z', 'ada'],
  ['data.joined', 'equals', '2026-01-06', ''],
  ['data.joined', 'notEquals', '2026-01-06', 'ada bob'],
  ['data.joined', 'notEquals', '2026-01-05', 'bob'],
  ['data.joined', 'equals', 'not a date', 'bob'],
  ['data.seen', 'equals', '2026-05-31', 'ada'],
  ['data.seen', 'equals', '2026-05-30', ''],
  ['data.seen', 'equals', '2026-02-30', 'bob'],
  ['data.seen', 'notEquals', '2026-02-28', 'ada bob'],
  ['data.seen', 'within', 1, 'ada', { unit: 'days' }],
  ['data.seen', 'within', 19, '', { unit: 'hours' }],
  ['data.seen', 'within', 19.5, 'ada', { unit: 'hours' }],
  ['data.seen', 'olderThan', 19, 'ada', { unit: 'hours' }],
  ['data.seen', 'olderThan', 1, '', { unit: 'days' }],
  ['data.joined', 'within', 365, 'ada', { unit: 'days' }],
  ['data.joined', 'olderThan', 30, 'ada', { unit: 'days' }],
  ['data.joined', 'olderThan', 147, '', { unit: 'days' }],
  ['data.later', 'within', 1, 'ada', { unit: 'minutes' }],
  ['data.later', 'olderThan', 1, '', { unit: 'minutes' }],
  ['data.age', 'within', 1, '', { unit: 'days' }],
  ['data.age', 'olderThan', 1, '', { unit: 'days' }],
  ['data.local', 'within', 12, 'bob', { unit: 'hours' }],
  ['data.local', 'within', 11.99, '', { unit: 'hours' }],
  ['data.offset', 'within', 17.5, 'bob', { unit: 'hours' }],
  ['data.offset', 'within', 17.49, '', { unit: 'hours' }],
  ['data.precise', 'equals', '2026-06-01', 'ada'],
  ['data.precise', 'within', 1, 'ada', { unit: 'days' }],
  ['data.joined', 'greaterThan', '2026-01-04', 'ada bob'],
  ['data.joined', 'lessThan', '2026-01-06', 'ada'],
  ['data.joined', 'contains', '2026', 'ada'],
];

const history: Case[] = [
  ['event.purchase', 'triggered', undefined, 'ada bob'],
  ['event.purchase', 'notTriggered', undefined, 'cyd'],
  ['event.signup', 'triggered', undefined, 'bob'],
  ['event.Purchase', 'triggered', undefined, ''],
  ['event.login.web', 'triggered', undefined, 'ada'],
  ['event.login', 'triggered', undefined, ''],
  ['event.none', 'notTriggered', undefined, 'ada bob cyd'],
  [`event.odd "name' $1 %`, 'triggered', undefined, 'ada'],
  ['event.__proto__', 'triggered', undefined, ''],
  ['event.purchase', 'triggeredWithin', 1, 'ada', { unit: 'days' }],
  ['event.purchase', 'triggeredWithin', 23, '', { unit: 'hours' }],
  ['event.purchase', 'triggeredWithin', 30, 'ada bob', { unit: 'days' }],
  ['event.purchase', 'triggeredWithin', 36_500, 'ada bob', { unit: 'days' }],
  ['event.signup', 'triggeredWithin', 30, '', { unit: 'days' }],
  ['event.purchase', 'triggeredOlderThan', 30, '', { unit: 'days' }],
  ['event.purchase', 'triggeredOlderThan', 29, 'bob', { unit: 'days' }],
  ['event.purchase', 'triggeredOlderThan', 5, 'bob', { unit: 'days' }],
  ['event.purchase', 'triggeredOlderThan', 12, 'ada bob', { unit: 'hours' }],
  ['event.signup', 'triggeredOlderThan', 30, 'bob', { unit: 'days' }],
  ['event.purchase', 'notTriggeredWithin', 5, 'bob cyd', { unit: 'days' }],
  ['event.purchase', 'notTriggeredWithin', 30, 'cyd', { unit: 'days' }],
  ['event.purchase', 'notTriggeredWithin', 1, 'ada bob cyd', { unit: 'hours' }],
  ['event.none', 'notTriggeredWithin', 1, 'ada bob cyd', { unit: 'days' }],
  ['event.login.web', 'triggeredWithin', 120, 'ada', { unit: 'minutes' }],
  ['event.login.web', 'triggeredWithin', 119, '', { unit: 'minutes' }],
  ['event.purchase', 'triggeredAtLeast', 1, 'ada bob'],
  ['event.purchase', 'triggeredAtLeast', 3, 'ada'],
  ['event.purchase', 'triggeredAtLeast', 4, ''],
  ['event.purchase', 'triggeredAtLeast', 2, 'ada', { unit: 'days', within: 10 }],
  ['event.purchase', 'triggeredAtLeast', 2, '', { unit: 'days', within: 9 }],
  ['event.purchase', 'triggeredAtLeast', 1, 'ada bob', { unit: 'days', within: 30 }],
  ['event.purchase', 'triggeredAtMost', 0, 'cyd'],
  ['event.purchase', 'triggeredAtMost', 1, 'bob cyd'],
  ['event.purchase', 'triggeredAtMost', 2, 'bob cyd'],
  ['event.purchase', 'triggeredAtMost', 3, 'ada bob cyd'],
  ['event.purchase', 'triggeredAtMost', 1, 'ada bob cyd', { unit: 'days', within: 9 }],
  ['event.purchase', 'triggeredAtMost', 0, 'bob cyd', { unit: 'days', within: 9 }],
  ['email.sent', 'triggered', undefined, 'ada bob'],
  ['email.sent', 'notTriggered', undefined, 'cyd'],
  ['email.delivered', 'triggered', undefined, 'ada bob'],
  ['email.delivery', 'triggered', undefined, 'ada bob'],
  ['email.opened', 'triggered', undefined, 'ada'],
  ['email.open', 'notTriggered', undefined, 'bob cyd'],
  ['email.click', 'triggered', undefined, 'ada'],
  ['email.clicked', 'triggeredWithin', 48, '', { unit: 'days' }],
  ['email.clicked', 'triggeredWithin', 49, 'ada', { unit: 'days' }],
  ['email.bounced', 'triggered', undefined, 'bob'],
  ['email.bounce', 'triggeredWithin', 5, 'bob', { unit: 'days' }],
  ['email.complaint', 'triggered', undefined, 'bob'],
  ['email.complained', 'notTriggered', undefined, 'ada cyd'],
  ['email.opened', 'triggeredAtLeast', 2, 'ada'],
  ['email.opened', 'triggeredAtLeast', 2, '', { unit: 'days', within: 30 }],
  ['email.opened', 'triggeredAtMost', 1, 'bob cyd'],
  ['email.opened', 'triggeredOlderThan', 1, 'ada', { unit: 'days' }],
  ['email.opened', 'triggeredOlderThan', 2, '', { unit: 'days' }],
  ['email.sent', 'notTriggeredWithin', 4, 'bob cyd', { unit: 'days' }],
  ['email.sent', 'triggeredAtLeast', 2, 'ada bob'],
];

const segments: Case[] = [
  [`segment.${staticSegment}`, 'memberOfSegment', undefined, 'ada'],
  [`segment.${staticSegment}`, 'notMemberOfSegment', undefined, 'bob cyd'],
  [`segment.${staticSegment.toUpperCase()}`, 'memberOfSegment', undefined, 'ada'],
  [`segment.${trackedSegment}`, 'memberOfSegment', undefined, 'bob'],
  [`segment.${dynamicSegment}`, 'memberOfSegment', undefined, 'ada'],
  [`segment.${dynamicSegment}`, 'notMemberOfSegment', undefined, 'bob cyd'],
  [`segment.${nestedSegment}`, 'memberOfSegment', undefined, 'bob cyd'],
  [`segment.${nestedSegment}`, 'notMemberOfSegment', undefined, 'ada'],
];

const single = [...addresses, ...dates, ...data, ...dataDates, ...history, ...segments].map(
  ([field, operator, value, matching, more]) => {
    const filter = { field, operator, ...(value === undefined ? {} : { value }), ...more } as Filter;
    const shown = JSON.stringify([field, operator, value ?? '', ...Object.values(more ?? {})]);
    return { name: shown.length > 120 ? `${shown.slice(0, 120)}…` : shown, condition: filters(filter), matching };
  },
);

const pro: Filter = { field: 'data.plan', operator: 'equals', value: 'pro' };
const free: Filter = { field: 'data.plan', operator: 'equals', value: 'free' };
const subscribed: Filter = { field: 'subscribed', operator: 'equals', value: true };
const bought: Filter = { field: 'event.purchase', operator: 'triggered' };

const trees: { name: string; condition: Condition; matching: string }[] = [
  { name: 'both filters of a group', condition: filters(pro, bought), matching: 'ada' },
  { name: 'no contact matches both', condition: filters(pro, free), matching: '' },
  {
    name: 'one of two groups',
    condition: { logic: 'OR', groups: [{ filters: [pro] }, { filters: [free] }] },
    matching: 'ada bob',
  },
  {
    name: 'both of two groups',
    condition: { logic: 'AND', groups: [{ filters: [subscribed] }, { filters: [bought] }] },
    matching: 'ada',
  },
  {
    name: 'a nested condition beside filters',
    condition: {
      logic: 'AND',
      groups: [
        { filters: [subscribed], conditions: { logic: 'OR', groups: [{ filters: [pro] }, { filters: [free] }] } },
      ],
    },
    matching: 'ada',
  },
  {
    name: 'a group of a nested condition alone',
    condition: { logic: 'AND', groups: [{ filters: [], conditions: filters(free) }] },
    matching: 'bob',
  },
  {
    name: 'OR over AND over OR',
    condition: {
      logic: 'OR',
      groups: [
        { filters: [free] },
        {
          filters: [subscribed],
          conditions: {
            logic: 'AND',
            groups: [
              { filters: [], conditions: { logic: 'OR', groups: [{ filters: [pro] }, { filters: [bought] }] } },
              { filters: [{ field: 'email.opened', operator: 'triggered' }] },
            ],
          },
        },
      ],
    },
    matching: 'ada bob',
  },
];

/** Each case: a condition, and the names of the contacts that match it, in their order. */
export const cases = [...single, ...trees];
