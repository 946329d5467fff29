import type { FieldCode, FieldError } from '@waybill/contracts/errors';
import {
  conditionLimits,
  operators,
  operatorsOf,
  parseField,
  units,
  windowMs,
  type Condition,
  type Field,
  type Filter,
  type Group,
  type Operator,
  type Unit,
} from './condition';
import { isoTime } from './iso-time';

export interface CheckOptions {
  /** The field of the request that holds the condition: every error's path begins with it. */
  path?: string;
  /** Also take the paths of workflow conditions: `contact.*`, `context.*`, and `event.<key>` as the trigger's payload. */
  payload?: boolean;
}

export interface Checked {
  /** The condition without unknown keys; null when there are problems. */
  condition: Condition | null;
  problems: FieldError[];
}

/**
 * Checks what came from outside and names everything that is wrong with it: `condition.groups.0.filters.2.value`. Looks
 * at no more than the limits allow, whatever the size of the input.
 */
export function checkCondition(input: unknown, { path = 'condition', payload = false }: CheckOptions = {}): Checked {
  const checker = new Checker(payload);
  const condition = checker.condition(input, path, 1);
  return { condition: checker.problems.length === 0 ? condition : null, problems: checker.problems };
}

type Input = Record<string, unknown>;

class Checker {
  readonly problems: FieldError[] = [];
  private filters = 0;

  constructor(private readonly payload: boolean) {}

  condition(input: unknown, path: string, depth: number): Condition | null {
    if (depth > conditionLimits.depth) {
      return this.refuse(path, 'too_big', `nests deeper than ${conditionLimits.depth} levels`);
    }
    if (!this.isObject(input, path)) return null;
    const { logic, groups } = input;
    if (isMissing(logic)) this.refuse(`${path}.logic`, 'required', 'is required: AND or OR');
    else if (logic !== 'AND' && logic !== 'OR') this.refuse(`${path}.logic`, 'invalid_enum', 'must be AND or OR');
    if (!this.isList(groups, `${path}.groups`, conditionLimits.groups)) return null;
    if (groups.length === 0) return this.refuse(`${path}.groups`, 'too_small', 'must have at least one group');
    const checked = groups.map((group, index) => this.group(group, `${path}.groups.${index}`, depth));
    return { logic: logic as 'AND' | 'OR', groups: checked as Group[] };
  }

  private group(input: unknown, path: string, depth: number): Group | null {
    if (!this.isObject(input, path)) return null;
    const { filters = [], conditions } = input;
    if (!this.isList(filters ?? [], `${path}.filters`, conditionLimits.filters)) return null;
    const list = (filters ?? []) as unknown[];
    if (list.length === 0 && isMissing(conditions)) {
      return this.refuse(`${path}.filters`, 'too_small', 'must have at least one filter, or the group a condition');
    }
    this.filters += list.length;
    if (this.filters > conditionLimits.filters) {
      const message = `the condition has more than ${conditionLimits.filters} filters`;
      return this.problems.some((problem) => problem.message === message)
        ? null
        : this.refuse(`${path}.filters`, 'too_big', message);
    }
    const checked = list.map((filter, index) => this.filter(filter, `${path}.filters.${index}`));
    const nested = isMissing(conditions) ? null : this.condition(conditions, `${path}.conditions`, depth + 1);
    return { filters: checked as Filter[], ...(nested ? { conditions: nested } : {}) };
  }

  private filter(input: unknown, path: string): Filter | null {
    if (!this.isObject(input, path)) return null;
    const operator = this.operator(input['operator'], path);
    const field = this.field(input['field'], operator, path);
    if (!field || !operator) return null;
    const allowed: readonly string[] = operatorsOf[field.kind as keyof typeof operatorsOf];
    if (!allowed.includes(operator)) {
      const message = `does not fit the field ${String(input['field'])}; there are ${allowed.join(', ')}`;
      return this.refuse(`${path}.operator`, 'invalid_enum', message);
    }
    const values = this.values(input, field, operator, path);
    return values && { field: input['field'] as string, operator, ...values };
  }

  private operator(operator: unknown, path: string): Operator | null {
    const at = `${path}.operator`;
    if (isMissing(operator)) return this.refuse(at, 'required', 'is required');
    if (typeof operator !== 'string') return this.refuse(at, 'invalid_type', 'must be a string');
    if (operators.has(operator)) return operator as Operator;
    return this.refuse(at, 'unknown_operator', `there is no operator ${excerpt(operator)}`);
  }

  private field(field: unknown, operator: Operator | null, path: string): Field | null {
    const at = `${path}.field`;
    if (isMissing(field)) return this.refuse(at, 'required', 'is required');
    if (typeof field !== 'string') return this.refuse(at, 'invalid_type', 'must be a string');
    const parsed = isText(field) ? parseField(field, operator ?? 'triggered', this.payload) : null;
    if (parsed) return parsed;
    const known = 'email, subscribed, createdAt, updatedAt, data.<key>, event.<name>, email.<activity>, segment.<id>';
    return this.refuse(at, 'unknown_field', `there is no field ${excerpt(field)}; there are ${known}`);
  }

  /** The rest of a filter, as its operator needs it. */
  private values(input: Input, field: Field, operator: Operator, path: string): Partial<Filter> | null {
    switch (operator) {
      case 'exists':
      case 'notExists':
      case 'triggered':
      case 'notTriggered':
      case 'memberOfSegment':
      case 'notMemberOfSegment':
        return {};
      case 'within':
      case 'olderThan':
      case 'triggeredWithin':
      case 'triggeredOlderThan':
      case 'notTriggeredWithin':
        return this.window(input, 'value', path);
      case 'triggeredAtLeast':
      case 'triggeredAtMost':
        return this.times(input, operator, path);
      default:
        return this.comparison(input['value'], field, operator, `${path}.value`);
    }
  }

  private window(input: Input, key: 'value' | 'within', path: string): Partial<Filter> | null {
    const amount = this.amount(input[key], `${path}.${key}`);
    const unit = this.unit(input['unit'], `${path}.unit`);
    if (amount === null || unit === null) return null;
    if (windowMs(amount, unit) > conditionLimits.windowMs) {
      return this.refuse(`${path}.${key}`, 'too_big', 'must be at most a hundred years');
    }
    return { [key]: amount, unit };
  }

  private amount(value: unknown, at: string): number | null {
    if (isMissing(value)) return this.refuse(at, 'required', 'is required');
    if (typeof value !== 'number' || !Number.isFinite(value))
      return this.refuse(at, 'invalid_type', 'must be a number');
    return value > 0 ? value : this.refuse(at, 'too_small', 'must be more than 0');
  }

  private unit(unit: unknown, at: string): Unit | null {
    if (isMissing(unit)) return this.refuse(at, 'required', `is required: ${units.join(', ')}`);
    if (units.includes(unit as Unit)) return unit as Unit;
    return this.refuse(at, 'invalid_enum', `must be one of ${units.join(', ')}`);
  }

  private times(input: Input, operator: Operator, path: string): Partial<Filter> | null {
    const { value } = input;
    const at = `${path}.value`;
    const min = operator === 'triggeredAtLeast' ? 1 : 0;
    const hasWindow = !isMissing(input['within']) || !isMissing(input['unit']);
    const window = hasWindow ? this.window(input, 'within', path) : {};
    if (isMissing(value)) return this.refuse(at, 'required', 'is required: a number of times');
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return this.refuse(at, 'invalid_type', 'must be a whole number of times');
    }
    if (value < min) return this.refuse(at, 'too_small', `must be at least ${min}`);
    if (value > conditionLimits.times) return this.refuse(at, 'too_big', `must be at most ${conditionLimits.times}`);
    return window && { value, ...window };
  }

  private comparison(value: unknown, field: Field, operator: Operator, at: string): Partial<Filter> | null {
    if (isMissing(value)) return this.refuse(at, 'required', 'is required');
    if (field.kind === 'subscribed') {
      return typeof value === 'boolean' ? { value } : this.refuse(at, 'invalid_type', 'must be true or false');
    }
    const isOrder = operator.startsWith('greater') || operator.startsWith('less');
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (field.kind !== 'data' && typeof value !== 'string') return this.refuse(at, 'invalid_type', 'must be a string');
    if (!isScalar) return this.refuse(at, 'invalid_type', 'must be a string, a number or a boolean');
    if (isOrder && typeof value === 'boolean') {
      return this.refuse(at, 'invalid_type', 'must be a number or a string: true and false have no order');
    }
    if (typeof value === 'number' && !Number.isFinite(value)) return this.refuse(at, 'invalid_type', 'must be finite');
    if (typeof value === 'string') {
      if (value.length > conditionLimits.textLength) {
        return this.refuse(at, 'too_big', `must be at most ${conditionLimits.textLength} characters`);
      }
      if (!isText(value)) return this.refuse(at, 'invalid_string', 'must not hold a NUL or half a character');
      if (field.kind === 'date' && isoTime(value) === null) {
        return this.refuse(at, 'invalid_date', 'must be a date: YYYY-MM-DD, with or without a time');
      }
    }
    return { value };
  }

  private isObject(input: unknown, path: string): input is Input {
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return true;
    this.refuse(
      path,
      isMissing(input) ? 'required' : 'invalid_type',
      isMissing(input) ? 'is required' : 'must be an object',
    );
    return false;
  }

  private isList(input: unknown, path: string, max: number): input is unknown[] {
    if (isMissing(input)) this.refuse(path, 'required', 'is required');
    else if (!Array.isArray(input)) this.refuse(path, 'invalid_type', 'must be a list');
    else if (input.length > max) this.refuse(path, 'too_big', `must have at most ${max} items`);
    else return true;
    return false;
  }

  private refuse(field: string, code: FieldCode, message: string): null {
    this.problems.push({ field, code, message });
    return null;
  }
}

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Postgres keeps no NUL and no half of a surrogate pair. */
const isText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const excerpt = (text: string): string => {
  const clean = text.replaceAll('\0', '').toWellFormed();
  return clean.length > 60 ? `${clean.slice(0, 60)}…` : clean;
};
