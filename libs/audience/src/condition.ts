/**
 * The filter language of segments, campaign audiences and workflow conditions: a tree of groups whose leaves are filters
 * over a contact, its tracked events, its emails and its segments.
 */

/** `logic` joins the groups. */
export interface Condition {
  logic: 'AND' | 'OR';
  groups: Group[];
}

/** Everything inside a group is joined by AND. */
export interface Group {
  filters: Filter[];
  conditions?: Condition;
}

export interface Filter {
  field: string;
  operator: Operator;
  value?: string | number | boolean;
  unit?: Unit;
  /** Of `triggeredAtLeast` and `triggeredAtMost` only: how many `unit`s back they count. */
  within?: number;
}

export const units = ['days', 'hours', 'minutes'] as const;
export type Unit = (typeof units)[number];

const unitMs: Record<Unit, number> = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 };

/** Milliseconds of a window. */
export const windowMs = (amount: number, unit: Unit): number => Math.round(amount * unitMs[unit]);

/** Kinds of fields, with the operators of each. */
export const operatorsOf = {
  email: ['equals', 'notEquals', 'contains', 'notContains'],
  subscribed: ['equals', 'notEquals'],
  date: [
    'equals',
    'notEquals',
    'greaterThan',
    'lessThan',
    'greaterThanOrEqual',
    'lessThanOrEqual',
    'within',
    'olderThan',
  ],
  data: [
    'equals',
    'notEquals',
    'contains',
    'notContains',
    'greaterThan',
    'lessThan',
    'greaterThanOrEqual',
    'lessThanOrEqual',
    'exists',
    'notExists',
    'within',
    'olderThan',
  ],
  history: [
    'triggered',
    'notTriggered',
    'triggeredWithin',
    'triggeredOlderThan',
    'notTriggeredWithin',
    'triggeredAtLeast',
    'triggeredAtMost',
  ],
  segment: ['memberOfSegment', 'notMemberOfSegment'],
} as const;

export type FieldKind = keyof typeof operatorsOf;
export type Operator = (typeof operatorsOf)[FieldKind][number];
export type HistoryOperator = (typeof operatorsOf)['history'][number];

export const operators = new Set<string>(Object.values(operatorsOf).flat());

/** Limits of one condition; a value that a window or a count may have. */
export const conditionLimits = {
  filters: 100,
  /** The top level is depth 1. */
  depth: 5,
  groups: 100,
  /** Characters of a text value. */
  textLength: 65_536,
  /** Characters of a path behind its first dot. */
  pathLength: 200,
  /** Milliseconds: a hundred years. */
  windowMs: 100 * 366 * 86_400_000,
  /** Times that `triggeredAtLeast` and `triggeredAtMost` count to. */
  times: 1_000,
  /** Filters with those of the segments that the condition refers to and that are evaluated in place. */
  expandedFilters: 1_000,
} as const;

/** A parsed field path. */
export type Field =
  | { kind: 'email' | 'subscribed' }
  | { kind: 'date'; column: 'createdAt' | 'updatedAt' }
  | { kind: 'data'; root: DataRoot; key: string }
  | { kind: 'history'; source: 'event'; name: string }
  | { kind: 'history'; source: 'email'; name: Activity }
  | { kind: 'segment'; id: string };

/** `contact`: the contact's own data. `event` and `context`: what a workflow execution carries. */
export type DataRoot = 'contact' | 'event' | 'context';

export const activities = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const;
export type Activity = (typeof activities)[number];

const activityOf = new Map<string, Activity>([
  ...activities.map((name) => [name, name] as const),
  ['delivery', 'delivered'],
  ['open', 'opened'],
  ['click', 'clicked'],
  ['bounce', 'bounced'],
  ['complaint', 'complained'],
]);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Parses a field path; null for an unknown one. With `payload` it also accepts the paths of workflow conditions: there
 * `event.<key>` is the history of an event under a history operator, and the payload of the trigger under any other.
 */
export function parseField(path: string, operator: string, payload = false): Field | null {
  if (path === 'email' || path === 'subscribed') return { kind: path };
  if (path === 'createdAt' || path === 'updatedAt') return { kind: 'date', column: path };
  const dot = path.indexOf('.');
  const rest = path.slice(dot + 1);
  if (dot < 1 || rest === '' || rest.length > conditionLimits.pathLength) return null;
  const isHistory = (operatorsOf.history as readonly string[]).includes(operator);
  switch (path.slice(0, dot)) {
    case 'data':
      return { kind: 'data', root: 'contact', key: rest };
    case 'event':
      return payload && !isHistory ? { kind: 'data', root: 'event', key: rest } : history(rest);
    case 'email':
      return activityOf.has(rest) ? { kind: 'history', source: 'email', name: activityOf.get(rest)! } : null;
    case 'segment':
      return uuid.test(rest) ? { kind: 'segment', id: rest.toLowerCase() } : null;
    case 'contact':
      return payload && !rest.startsWith('contact.') ? parseField(rest, operator) : null;
    case 'context':
    case 'workflow':
      return payload ? { kind: 'data', root: 'context', key: rest } : null;
    default:
      return null;
  }
}

const history = (name: string): Field => ({ kind: 'history', source: 'event', name });

/** The field of a filter that {@link checkCondition} has passed. */
export function fieldOf(filter: Filter): Field {
  const field = parseField(filter.field, filter.operator, true);
  if (!field) throw new Error(`unchecked filter on ${filter.field}`);
  return field;
}

/** The condition that holds for the members of a segment. */
export const memberOf = (segmentId: string): Condition => ({
  logic: 'AND',
  groups: [{ filters: [{ field: `segment.${segmentId}`, operator: 'memberOfSegment' }] }],
});

/** The filters of a tree, in their order. */
export function* filtersOf(condition: Condition): Generator<Filter> {
  for (const { filters, conditions } of condition.groups) {
    yield* filters;
    if (conditions) yield* filtersOf(conditions);
  }
}

/** How many of the newest times decide a history filter; the last of them is the one whose age changes it. */
export function timesNeeded({ operator, value }: Filter): number {
  if (operator === 'triggeredAtLeast') return Number(value);
  return operator === 'triggeredAtMost' ? Number(value) + 1 : 1;
}

/** The text that a filter compares addresses with: they are stored in lower case. */
export function emailText({ operator, value }: Filter): string {
  const text = String(value).toLowerCase();
  return operator === 'equals' || operator === 'notEquals' ? text.trim() : text;
}
