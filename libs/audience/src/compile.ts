import {
  emailText,
  fieldOf,
  timesNeeded,
  windowMs,
  type Condition,
  type DataRoot,
  type Field,
  type Filter,
  type Operator,
} from './condition';
import { dayMs } from '@waybill/contracts/time-units';
import { activityColumn } from './facts';
import { isoTime, utcDayOf } from './iso-time';
import { isOverTime, type ResolvedSegments } from './references';

export interface CompileOptions {
  /** Alias of `contacts.contact` in the statement that holds the predicate. */
  contact: string;
  /** The values of that statement so far; the predicate's own are appended and referred to as `$n`. */
  values: unknown[];
  /** The one moment of the run, read from `app.now()`; windows end here. */
  now: Date;
  segments: ResolvedSegments;
  /**
   * `set` (default) for statements over all contacts of a project: the planner may join. `each` for a few thousand of
   * them: every look-up is one probe of an index, so that no part of a run reads the whole history.
   */
  look?: 'set' | 'each';
}

/**
 * The condition as a predicate over one contact. It names its project by the contact's row, every value is a parameter, and no
 * value of a contact makes it fail: what cannot be compared does not match.
 */
export function compileCondition(condition: Condition, options: CompileOptions): string {
  return new Compiler(options).condition(condition);
}

/**
 * The next moment after `now` at which the condition may change by itself, as SQL: when a filter over time does, in a group that no
 * other filter keeps false until then. NULL when there is none. It never lies behind the change of the condition; it may lie before it.
 */
export function compileNextChange(condition: Condition, options: CompileOptions): string {
  const changes = new Compiler(options).changes(condition);
  return changes.length === 0 ? 'NULL::timestamptz' : earliest(changes);
}

const orderOperators: Partial<Record<Operator, string>> = {
  greaterThan: '>',
  lessThan: '<',
  greaterThanOrEqual: '>=',
  lessThanOrEqual: '<=',
};

/** The rows of one history: where they lie, and which column is their time. */
interface History {
  from: string;
  time: string;
  /** Restricts the rows to those since a moment, in milliseconds. */
  since: (ms: number) => string;
}

class Compiler {
  private readonly c: string;

  constructor(private readonly options: CompileOptions) {
    this.c = options.contact;
  }

  condition({ logic, groups }: Condition): string {
    return groups.map((group) => `(${this.group(group)})`).join(` ${logic} `);
  }

  private group({ filters, conditions }: Condition['groups'][number]): string {
    const parts = filters.map((filter) => this.filter(filter));
    if (conditions) parts.push(`(${this.condition(conditions)})`);
    return parts.join(' AND ');
  }

  private filter(filter: Filter): string {
    const field = fieldOf(filter);
    switch (field.kind) {
      case 'email':
        return this.email(filter);
      case 'subscribed':
        return `${this.c}.subscribed ${filter.operator === 'equals' ? '=' : '<>'} ${this.value(filter.value, 'boolean')}`;
      case 'date':
        return this.date(this.column(field.column), filter);
      case 'data':
        return this.data(this.path(field.root, field.key), filter);
      case 'history':
        return this.history(this.rowsOf(field), filter);
      case 'segment':
        return this.segment(field.id, filter.operator === 'notMemberOfSegment');
    }
  }

  private email(filter: Filter): string {
    const { operator } = filter;
    const text = emailText(filter);
    if (operator === 'equals') return `${this.c}.email = ${this.value(text, 'text')}`;
    if (operator === 'notEquals') return `${this.c}.email <> ${this.value(text, 'text')}`;
    const pattern = this.value(`%${text.replace(/[\\%_]/g, '\\$&')}%`, 'text');
    return `${this.c}.email ${operator === 'contains' ? 'LIKE' : 'NOT LIKE'} ${pattern}`;
  }

  /** `time` has microseconds, a filter and the wire milliseconds: a moment is after T when it is T + 1 ms or later. */
  private date(time: string, { operator, value, unit }: Filter): string {
    if (operator === 'within') return `${time} >= ${this.moment(this.start(value, unit))}`;
    if (operator === 'olderThan') return `${time} < ${this.moment(this.start(value, unit))}`;
    const ms = isoTime(String(value)) ?? 0;
    if (operator === 'equals' || operator === 'notEquals') return this.day(time, ms, operator === 'notEquals');
    if (operator === 'greaterThan') return `${time} >= ${this.moment(ms + 1)}`;
    if (operator === 'lessThanOrEqual') return `${time} < ${this.moment(ms + 1)}`;
    return `${time} ${operator === 'lessThan' ? '<' : '>='} ${this.moment(ms)}`;
  }

  private day(time: string, ms: number, isNot: boolean): string {
    const [from, to] = utcDayOf(ms);
    const bounds = [this.moment(from), this.moment(to)];
    return isNot
      ? `(${time} < ${bounds[0]} OR ${time} >= ${bounds[1]})`
      : `(${time} >= ${bounds[0]} AND ${time} < ${bounds[1]})`;
  }

  private data(json: string, filter: Filter): string {
    const { operator, value } = filter;
    switch (operator) {
      case 'exists':
        return `${present(json)} IS TRUE`;
      case 'notExists':
        return `${present(json)} IS NOT TRUE`;
      case 'equals':
        return `${this.equal(json, value)} IS TRUE`;
      case 'notEquals':
        return `(${present(json)} IS TRUE AND ${this.equal(json, value)} IS NOT TRUE)`;
      case 'contains':
        return `${this.contains(json, value)} IS TRUE`;
      case 'notContains':
        return `(${present(json)} IS TRUE AND ${this.contains(json, value)} IS NOT TRUE)`;
      case 'within':
      case 'olderThan':
        return `(${this.date(timeOf(json), filter)}) IS TRUE`;
      default:
        return `${this.order(json, operator, value)} IS TRUE`;
    }
  }

  private equal(json: string, value: Filter['value']): string {
    const ms = typeof value === 'string' ? isoTime(value) : null;
    if (ms !== null) return this.day(timeOf(json), ms, false);
    return `(${json} = ${this.value(JSON.stringify(value), 'jsonb')})`;
  }

  private contains(json: string, value: Filter['value']): string {
    return `(CASE jsonb_typeof(${json}) WHEN 'string' THEN strpos(${json} #>> '{}', ${this.value(String(value), 'text')}) > 0 END)`;
  }

  /** Only values of the filter's own type are compared; texts by code point. */
  private order(json: string, operator: Operator, value: Filter['value']): string {
    const sign = orderOperators[operator];
    if (typeof value === 'number') {
      const number = `(${json} #>> '{}')::numeric ${sign} ${this.value(String(value), 'numeric')}`;
      return `(CASE jsonb_typeof(${json}) WHEN 'number' THEN ${number} END)`;
    }
    const text = `(${json} #>> '{}') COLLATE "C" ${sign} ${this.value(value, 'text')}`;
    return `(CASE jsonb_typeof(${json}) WHEN 'string' THEN ${text} END)`;
  }

  private history(rows: History, filter: Filter): string {
    switch (filter.operator) {
      case 'triggered':
        return this.exists(rows, '');
      case 'notTriggered':
        return `NOT ${this.exists(rows, '')}`;
      case 'triggeredWithin':
        return this.exists(rows, this.since(rows, filter));
      case 'notTriggeredWithin':
        return `NOT ${this.exists(rows, this.since(rows, filter))}`;
      case 'triggeredOlderThan':
        return `(${this.exists(rows, '')} AND NOT ${this.exists(rows, this.since(rows, filter))})`;
      default:
        return this.times(rows, filter);
    }
  }

  private times(rows: History, filter: Filter): string {
    const isLeast = filter.operator === 'triggeredAtLeast';
    const since = filter.within === undefined ? '' : this.since(rows, filter);
    const enough = Number(filter.value) + (isLeast ? 0 : 1);
    const counted = `(SELECT count(*) FROM (SELECT 1 FROM ${rows.from}${since} LIMIT ${enough}) AS counted)`;
    return `${counted} ${isLeast ? '>=' : '<'} ${enough}`;
  }

  private exists({ from }: History, since: string): string {
    // A scalar subquery is always one probe for each contact; an EXISTS may become a join.
    if (this.options.look === 'each') return `((SELECT true FROM ${from}${since} LIMIT 1) IS TRUE)`;
    return `EXISTS (SELECT 1 FROM ${from}${since})`;
  }

  private since({ since }: History, { value, within, unit }: Filter): string {
    return ` AND ${since(this.start(within ?? value, unit))}`;
  }

  private rowsOf(field: Field & { kind: 'history' }): History {
    const of = (alias: string): string =>
      `${alias}.project_id = ${this.c}.project_id AND ${alias}.contact_id = ${this.c}.id`;
    if (field.source === 'event') {
      // The id holds the moment of the request: a day before the window, no id can be of an event inside it. It is a value and
      // no expression, which each of a million look-ups would evaluate.
      return {
        from: `contacts.event e WHERE ${of('e')} AND e.name = ${this.value(field.name, 'text')}`,
        time: 'e.created_at',
        since: (ms) => `e.created_at >= ${this.moment(ms)} AND e.id >= ${this.value(smallestId(ms - dayMs), 'uuid')}`,
      };
    }
    // The ledger itself, by its index on the contact: a person has few emails, and a table of first times kept beside it
    // would cost every email of every project a write.
    const time = `m.${activityColumn(field.name)}`;
    const from = `delivery.email m WHERE ${of('m')} AND ${time} IS NOT NULL`;
    return { from, time, since: (ms) => `${time} >= ${this.moment(ms)}` };
  }

  private segment(id: string, isNot: boolean): string {
    const resolved = this.options.segments.get(id);
    if (resolved && resolved !== 'members') {
      return `((${this.condition(resolved)}) ${isNot ? 'IS NOT TRUE' : 'IS TRUE'})`;
    }
    const from = `segments.membership s WHERE s.project_id = ${this.c}.project_id AND s.segment_id = ${this.value(id, 'uuid')}
      AND s.contact_id = ${this.c}.id AND s.exited_at IS NULL`;
    return `${isNot ? 'NOT ' : ''}${this.exists({ from, time: '', since: () => '' }, '')}`;
  }

  /** When the filters over time of a tree change next: one expression for each group, NULL for what lies behind. */
  changes(condition: Condition): string[] {
    return condition.groups.flatMap(({ filters, conditions }) => {
      const changes = [
        ...filters.flatMap((filter) => this.changesOf(filter)),
        ...(conditions ? this.changes(conditions) : []),
      ];
      const lasting = filters.filter((filter) => !isOverTime(filter, this.options.segments));
      if (changes.length === 0 || lasting.length === 0) return changes;
      const isOpen = lasting.map((filter) => this.filter(filter)).join(' AND ');
      return [`CASE WHEN ${isOpen} THEN ${earliest(changes)} END`];
    });
  }

  private changesOf(filter: Filter): string[] {
    const field = fieldOf(filter);
    if (field.kind === 'segment') {
      const resolved = this.options.segments.get(field.id);
      return resolved && resolved !== 'members' ? this.changes(resolved) : [];
    }
    if (filter.unit === undefined) return [];
    const window = windowMs(Number(filter.within ?? filter.value), filter.unit);
    // A moment leaves the window of N one millisecond after it is N old.
    const later = `make_interval(secs => ${this.value((window + 1) / 1_000, 'double precision')})`;
    // Whole milliseconds, as the evaluation in memory has them: so both store the same time.
    const left = (time: string): string => `date_trunc('milliseconds', ${time}) + ${later}`;
    if (field.kind === 'history') {
      // Only what is in the window can leave it.
      const history = this.rowsOf(field);
      const { from, time } = history;
      const rows = `${from}${this.since(history, filter)}`;
      return [`(SELECT ${left(time)} FROM ${rows} ORDER BY ${time} DESC OFFSET ${timesNeeded(filter) - 1} LIMIT 1)`];
    }
    const change = `(${left(this.ownTime(field))})`;
    return [`CASE WHEN ${change} > ${this.moment(this.options.now.getTime())} THEN ${change} END`];
  }

  /** The time in the contact's row whose leaving of the window changes the filter. */
  private ownTime(field: Exclude<Field, { kind: 'segment' | 'history' }>): string {
    if (field.kind === 'date') return this.column(field.column);
    if (field.kind === 'data') return timeOf(this.path(field.root, field.key));
    throw new Error(`no window over ${field.kind}`);
  }

  private column(column: 'createdAt' | 'updatedAt'): string {
    return `${this.c}.${column === 'createdAt' ? 'created_at' : 'updated_at'}`;
  }

  /** A value of the contact's data: by its whole key, else by its parts through objects. `->` answers NULL for anything else. */
  private path(root: DataRoot, key: string): string {
    if (root !== 'contact') throw new Error('what an execution carries is evaluated in memory');
    const flat = `${this.c}.data -> ${this.value(key, 'text')}`;
    if (!key.includes('.')) return `(${flat})`;
    const nested = key.split('.').map((part) => ` -> ${this.value(part, 'text')}`);
    return `(CASE WHEN ${this.c}.data ? ${this.value(key, 'text')} THEN ${flat} ELSE ${this.c}.data${nested.join('')} END)`;
  }

  private start(amount: Filter['value'], unit: Filter['unit']): number {
    return this.options.now.getTime() - windowMs(Number(amount), unit ?? 'days');
  }

  private moment(ms: number): string {
    // As seconds: a text could name a year that only JavaScript takes.
    return `to_timestamp(${this.value(ms / 1_000, 'double precision')})`;
  }

  private value(value: unknown, type: string): string {
    this.options.values.push(value);
    return `$${this.options.values.length}::${type}`;
  }
}

/** The smallest UUIDv7 of a moment in milliseconds. */
function smallestId(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const earliest = (moments: string[]): string => `least(${moments.join(', ')})`;
const present = (json: string): string => `(jsonb_typeof(${json}) <> 'null')`;
const timeOf = (json: string): string =>
  `(CASE jsonb_typeof(${json}) WHEN 'string' THEN app.iso_time(${json} #>> '{}') END)`;
