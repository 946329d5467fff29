/** One filter as it is typed: everything is text until the condition is made of it. */
export interface FilterDraft {
  key: number;
  field: string;
  operator: string;
  value: string;
  unit: string;
}

/** Filters that must all hold. */
export interface GroupDraft {
  key: number;
  filters: FilterDraft[];
}

/** The condition that the builder shows; one that nests deeper is changed by the API. */
export interface ConditionDraft {
  logic: 'AND' | 'OR';
  groups: GroupDraft[];
}

export type Change =
  | { kind: 'logic'; logic: 'AND' | 'OR' }
  | { kind: 'add-group' }
  | { kind: 'add-filter'; group: number }
  | { kind: 'remove-filter'; filter: number }
  | { kind: 'set-filter'; filter: number; part: Partial<Omit<FilterDraft, 'key'>> };

let keys = 0;
const newKey = (): number => ++keys;

export const newFilter = (): FilterDraft => ({
  key: newKey(),
  field: 'subscribed',
  operator: 'equals',
  value: 'true',
  unit: 'days',
});
const newGroup = (filters = [newFilter()]): GroupDraft => ({ key: newKey(), filters });
export const newDraft = (): ConditionDraft => ({ logic: 'AND', groups: [newGroup()] });

/** The draft after a change; a group that loses its last filter goes too, and one group always stays. */
export function changed(draft: ConditionDraft, change: Change): ConditionDraft {
  switch (change.kind) {
    case 'logic':
      return { ...draft, logic: change.logic };
    case 'add-group':
      return { ...draft, groups: [...draft.groups, newGroup()] };
    case 'add-filter':
      return withGroups(draft, (group) =>
        group.key === change.group ? { ...group, filters: [...group.filters, newFilter()] } : group,
      );
    case 'remove-filter': {
      const rest = withGroups(draft, (group) => ({
        ...group,
        filters: group.filters.filter(({ key }) => key !== change.filter),
      })).groups.filter(({ filters }) => filters.length > 0);
      return { ...draft, groups: rest.length > 0 ? rest : [newGroup()] };
    }
    case 'set-filter':
      return withGroups(draft, (group) => ({
        ...group,
        filters: group.filters.map((filter) =>
          filter.key === change.filter ? fitting({ ...filter, ...change.part }) : filter,
        ),
      }));
  }
}

const withGroups = (draft: ConditionDraft, map: (group: GroupDraft) => GroupDraft): ConditionDraft => ({
  ...draft,
  groups: draft.groups.map(map),
});

const texts = ['equals', 'notEquals', 'contains', 'notContains'];
const orders = ['greaterThan', 'lessThan', 'greaterThanOrEqual', 'lessThanOrEqual'];
const windows = ['within', 'olderThan'];
const events = [
  ...['triggered', 'notTriggered', 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin'],
  ...['triggeredAtLeast', 'triggeredAtMost'],
];

/** The operators of a field, as the language of segments has them (docs/segments.md). */
export function operatorsOf(field: string): string[] {
  if (field === 'email') return texts;
  if (field === 'subscribed') return ['equals', 'notEquals'];
  if (field === 'createdAt' || field === 'updatedAt') return ['equals', 'notEquals', ...orders, ...windows];
  if (field.startsWith('event.') || field.startsWith('email.')) return events;
  if (field.startsWith('segment.')) return ['memberOfSegment', 'notMemberOfSegment'];
  return [...texts, ...orders, 'exists', 'notExists', ...windows];
}

const withoutValue = new Set([
  'exists',
  'notExists',
  'triggered',
  'notTriggered',
  'memberOfSegment',
  'notMemberOfSegment',
]);
const withUnit = new Set([...windows, 'triggeredWithin', 'triggeredOlderThan', 'notTriggeredWithin']);
const withNumber = new Set([...withUnit, 'triggeredAtLeast', 'triggeredAtMost']);

export const needsValue = (operator: string): boolean => !withoutValue.has(operator);
export const needsUnit = (operator: string): boolean => withUnit.has(operator);

/** A filter whose operator its field has. */
function fitting(filter: FilterDraft): FilterDraft {
  const operators = operatorsOf(filter.field);
  if (operators.includes(filter.operator)) return filter;
  return { ...filter, operator: operators[0]!, value: filter.field === 'subscribed' ? 'true' : '' };
}

type Wire = Record<string, unknown>;

/** The condition of a draft, as the API takes it. */
export const toCondition = ({ logic, groups }: ConditionDraft): Wire => ({
  logic,
  groups: groups.map(({ filters }) => ({ filters: filters.map(toFilter) })),
});

function toFilter({ field, operator, value, unit }: FilterDraft): Wire {
  return {
    field,
    operator,
    ...(needsValue(operator) ? { value: valueOf(field, operator, value) } : {}),
    ...(needsUnit(operator) ? { unit } : {}),
  };
}

/** A typed text as the value it means: `5` is a number and `"5"`, in quotes, is a text. */
function valueOf(field: string, operator: string, text: string): unknown {
  const trimmed = text.trim();
  if (withNumber.has(operator)) return Number(trimmed);
  if (field === 'subscribed') return trimmed === 'true';
  if (!field.startsWith('data.') || operator.endsWith('ontains')) return trimmed;
  if (trimmed === 'true' || trimmed === 'false') return trimmed === 'true';
  if (/^-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  return /^".*"$/.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
}

/** The draft of a condition; null when it has what the builder cannot show: nested conditions, other windows. */
export function toDraft(condition: unknown): ConditionDraft | null {
  const { logic, groups } = (condition ?? {}) as { logic?: unknown; groups?: unknown };
  if ((logic !== 'AND' && logic !== 'OR') || !Array.isArray(groups)) return null;
  const drafts = groups.map(groupOf);
  if (drafts.some((draft) => draft === null) || drafts.length === 0) return null;
  return { logic, groups: drafts as GroupDraft[] };
}

function groupOf(group: Wire): GroupDraft | null {
  const { filters, conditions } = group;
  if (conditions !== undefined || !Array.isArray(filters) || filters.length === 0) return null;
  const drafts = filters.map(filterOf);
  return drafts.includes(null) ? null : newGroup(drafts as FilterDraft[]);
}

function filterOf({ field, operator, value, unit, within }: Wire): FilterDraft | null {
  if (typeof field !== 'string' || typeof operator !== 'string' || within !== undefined) return null;
  if (!operatorsOf(field).includes(operator)) return null;
  return {
    key: newKey(),
    field,
    operator,
    value: textOf(field, value),
    unit: typeof unit === 'string' ? unit : 'days',
  };
}

/** A value as it is typed; a text that looks like another value is put in quotes. */
function textOf(field: string, value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const looksOther = /^(true|false|-?\d+(\.\d+)?|".*")$/.test(value.trim());
  return field.startsWith('data.') && looksOther ? `"${value}"` : value;
}
