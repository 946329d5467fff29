import {
  emailText,
  fieldOf,
  timesNeeded,
  windowMs,
  type Condition,
  type Field,
  type Filter,
  type Group,
} from './condition';
import type { ContactFacts } from './facts';
import { isoTime, utcDayOf } from './iso-time';
import { isOverTime, noSegments, type ResolvedSegments } from './references';

export interface EvaluateOptions {
  /** The one moment of the run; windows end here. */
  now: Date;
  segments?: ResolvedSegments;
}

/** The condition with the truth of every filter. */
export interface ExplainedCondition {
  logic: 'AND' | 'OR';
  matches: boolean;
  groups: ExplainedGroup[];
}

export interface ExplainedGroup {
  matches: boolean;
  filters: (Filter & { matches: boolean })[];
  conditions?: ExplainedCondition;
}

export interface Explanation {
  matches: boolean;
  /** When a filter over time changes by itself; null when none does. The whole condition may change later or not at all. */
  nextChangeAt: Date | null;
  condition: ExplainedCondition;
}

/** Does the contact match? Answers as the predicate of `compileCondition` does; `facts` holds what `factsNeeded` names. */
export function evaluateCondition(condition: Condition, facts: ContactFacts, options: EvaluateOptions): boolean {
  return new Evaluator(facts, options).condition(condition);
}

/**
 * The next moment after `now` at which the condition may change by itself: when a filter over time does, in a group that no other
 * filter keeps false until then.
 */
export function nextChangeOf(condition: Condition, facts: ContactFacts, options: EvaluateOptions): Date | null {
  const next = new Evaluator(facts, options).nextChange(condition);
  return Number.isFinite(next) ? new Date(next) : null;
}

/** The truth of each filter, and when one changes next, also in a group that another filter keeps false. */
export function explainCondition(condition: Condition, facts: ContactFacts, options: EvaluateOptions): Explanation {
  const evaluator = new Evaluator(facts, options);
  const explained = evaluator.explain(condition);
  const next = evaluator.nextFilterChange(condition);
  const nextChangeAt = Number.isFinite(next) ? new Date(next) : null;
  return { matches: explained.matches, nextChangeAt, condition: explained };
}

class Evaluator {
  private readonly now: number;
  private readonly segments: ResolvedSegments;

  constructor(
    private readonly facts: ContactFacts,
    { now, segments = noSegments }: EvaluateOptions,
  ) {
    this.now = now.getTime();
    this.segments = segments;
  }

  condition({ logic, groups }: Condition): boolean {
    return logic === 'AND' ? groups.every((group) => this.group(group)) : groups.some((group) => this.group(group));
  }

  private group({ filters, conditions }: Group): boolean {
    return filters.every((filter) => this.filter(filter)) && (!conditions || this.condition(conditions));
  }

  explain(condition: Condition): ExplainedCondition {
    const groups = condition.groups.map(({ filters, conditions }) => ({
      matches: this.group({ filters, conditions }),
      filters: filters.map((filter) => ({ ...filter, matches: this.filter(filter) })),
      ...(conditions ? { conditions: this.explain(conditions) } : {}),
    }));
    return { logic: condition.logic, matches: this.condition(condition), groups };
  }

  private filter(filter: Filter): boolean {
    const field = fieldOf(filter);
    const { contact } = this.facts;
    switch (field.kind) {
      case 'email':
        return matchesEmail(contact.email, filter);
      case 'subscribed':
        return (contact.subscribed === filter.value) === (filter.operator === 'equals');
      case 'date':
        return this.date(contact[field.column].getTime(), filter);
      case 'data':
        return this.data(this.value(field), filter);
      case 'history':
        return this.history(this.times(field), filter);
      case 'segment':
        return this.isMember(field.id) === (filter.operator === 'memberOfSegment');
    }
  }

  private value({ root, key }: Field & { kind: 'data' }): unknown {
    const data = root === 'contact' ? this.facts.contact.data : this.facts.payload?.[root];
    return data === undefined ? undefined : valueAt(data, key);
  }

  private times({ source, name }: Field & { kind: 'history' }): number[] {
    const times = (source === 'event' ? this.facts.events : this.facts.activities).get(name) ?? [];
    return times.map((time) => time.getTime());
  }

  private isMember(id: string): boolean {
    const resolved = this.segments.get(id);
    return resolved && resolved !== 'members' ? this.condition(resolved) : this.facts.segments.has(id);
  }

  private date(time: number, { operator, value, unit }: Filter): boolean {
    if (operator === 'within') return time >= this.start(value, unit);
    if (operator === 'olderThan') return time < this.start(value, unit);
    const at = isoTime(String(value)) ?? 0;
    if (operator === 'equals' || operator === 'notEquals') return isOnDay(time, at) === (operator === 'equals');
    return inOrder(time - at, operator);
  }

  private data(value: unknown, filter: Filter): boolean {
    const { operator } = filter;
    const isPresent = value !== undefined && value !== null;
    switch (operator) {
      case 'exists':
        return isPresent;
      case 'notExists':
        return !isPresent;
      case 'equals':
        return isEqual(value, filter.value);
      case 'notEquals':
        return isPresent && !isEqual(value, filter.value);
      case 'contains':
        return typeof value === 'string' && value.includes(String(filter.value));
      case 'notContains':
        return isPresent && !(typeof value === 'string' && value.includes(String(filter.value)));
      case 'within':
      case 'olderThan': {
        const time = typeof value === 'string' ? isoTime(value) : null;
        return time !== null && this.date(time, filter);
      }
      default:
        return compares(value, filter);
    }
  }

  private history(times: number[], { operator, value, within, unit }: Filter): boolean {
    const start = this.start(within ?? value, unit);
    const recent = times.filter((time) => time >= start).length;
    switch (operator) {
      case 'triggered':
        return times.length > 0;
      case 'notTriggered':
        return times.length === 0;
      case 'triggeredWithin':
        return recent > 0;
      case 'notTriggeredWithin':
        return recent === 0;
      case 'triggeredOlderThan':
        return times.length > 0 && recent === 0;
      default: {
        const counted = within === undefined ? times.length : recent;
        return operator === 'triggeredAtLeast' ? counted >= Number(value) : counted <= Number(value);
      }
    }
  }

  /** When a filter changes by itself; infinite when none does. */
  nextFilterChange(condition: Condition): number {
    return this.earliest(condition, () => true);
  }

  /** When the condition may change by itself; infinite when it does not. */
  nextChange(condition: Condition): number {
    const isOpen = ({ filters }: Group): boolean =>
      filters.every((filter) => isOverTime(filter, this.segments) || this.filter(filter));
    return this.earliest(condition, isOpen);
  }

  private earliest(condition: Condition, isRead: (group: Group) => boolean): number {
    let next = Infinity;
    for (const group of condition.groups.filter(isRead)) {
      for (const filter of group.filters) next = Math.min(next, this.changeOf(filter, isRead));
      if (group.conditions) next = Math.min(next, this.earliest(group.conditions, isRead));
    }
    return next;
  }

  private changeOf(filter: Filter, isRead: (group: Group) => boolean): number {
    const field = fieldOf(filter);
    if (field.kind === 'segment') {
      const resolved = this.segments.get(field.id);
      return resolved && resolved !== 'members' ? this.earliest(resolved, isRead) : Infinity;
    }
    if (filter.unit === undefined) return Infinity;
    const time = this.decisiveTime(field, filter);
    // A moment leaves the window of N one millisecond after it is N old.
    const change = (time ?? -Infinity) + windowMs(Number(filter.within ?? filter.value), filter.unit) + 1;
    return change > this.now ? change : Infinity;
  }

  /** The time whose leaving of the window changes the filter. */
  private decisiveTime(field: Exclude<Field, { kind: 'segment' }>, filter: Filter): number | null {
    if (field.kind === 'date') return this.facts.contact[field.column].getTime();
    if (field.kind === 'history') {
      return this.times(field)[timesNeeded(filter) - 1] ?? null;
    }
    const json = field.kind === 'data' ? this.value(field) : null;
    return typeof json === 'string' ? isoTime(json) : null;
  }

  private start(amount: Filter['value'], unit: Filter['unit']): number {
    return this.now - windowMs(Number(amount ?? 0), unit ?? 'days');
  }
}

function matchesEmail(email: string, filter: Filter): boolean {
  const { operator } = filter;
  const text = emailText(filter);
  if (operator === 'equals' || operator === 'notEquals') return (email === text) === (operator === 'equals');
  return email.includes(text) === (operator === 'contains');
}

/** The value of a key: by its whole name, else by its parts through objects; own properties only. */
function valueAt(data: Record<string, unknown>, key: string): unknown {
  if (Object.hasOwn(data, key)) return data[key];
  if (!key.includes('.')) return undefined;
  let value: unknown = data;
  for (const part of key.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** A text that is a date stands for its whole UTC day; anything else equals what has its type and value. */
function isEqual(value: unknown, wanted: Filter['value']): boolean {
  const day = typeof wanted === 'string' ? isoTime(wanted) : null;
  if (day === null) return value === wanted;
  const time = typeof value === 'string' ? isoTime(value) : null;
  return time !== null && isOnDay(time, day);
}

function isOnDay(time: number, at: number): boolean {
  const [from, to] = utcDayOf(at);
  return time >= from && time < to;
}

function compares(value: unknown, { operator, value: wanted }: Filter): boolean {
  if (typeof value === 'number' && typeof wanted === 'number') {
    return inOrder(value > wanted ? 1 : value < wanted ? -1 : 0, operator);
  }
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  // UTF-8 has the order of code points, which the 16-bit units of a string do not have.
  return inOrder(Buffer.compare(Buffer.from(value), Buffer.from(wanted)), operator);
}

function inOrder(difference: number, operator: Filter['operator']): boolean {
  switch (operator) {
    case 'greaterThan':
      return difference > 0;
    case 'greaterThanOrEqual':
      return difference >= 0;
    case 'lessThan':
      return difference < 0;
    default:
      return difference <= 0;
  }
}
