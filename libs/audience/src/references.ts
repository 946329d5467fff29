import type { FieldError } from '@waybill/contracts/errors';
import { conditionLimits, fieldOf, filtersOf, type Condition, type Filter } from './condition';

/** A referenced segment, as a condition needs it. */
export interface SegmentDefinition {
  id: string;
  /** Null for a static segment. */
  condition: Condition | null;
  trackMembership: boolean;
}

/**
 * How each segment that a condition refers to is decided, also through others: by its rows of membership (static and
 * tracked segments), or by its condition in place.
 */
export type ResolvedSegments = ReadonlyMap<string, 'members' | Condition>;

/** The definitions of those of the ids that are segments of the project. */
export type SegmentLookup = (ids: string[]) => Promise<SegmentDefinition[]>;

/** Statement for a {@link SegmentLookup}: `($1 project, $2 ids)`. */
export const segmentDefinitions = {
  name: 'audience_segments',
  text: `SELECT id, condition, track_membership AS "trackMembership" FROM segments.segment
         WHERE project_id = $1 AND id = ANY ($2::uuid[])`,
};

export interface ResolveOptions {
  path?: string;
  /** The segment whose condition this is: a reference back to it, through any others, is a loop. */
  self?: string;
}

/** A condition without references needs none resolved. */
export const noSegments: ResolvedSegments = new Map();

/**
 * Looks up the segments that the condition refers to. Problems name the filter: an unknown segment (`not_found`), a loop
 * (`invalid_string`), or more filters in place than a condition may have (`too_big`).
 */
export async function resolveSegments(
  condition: Condition,
  lookup: SegmentLookup,
  { path = 'condition', self }: ResolveOptions = {},
): Promise<{ segments: ResolvedSegments; problems: FieldError[] }> {
  const known = await definitionsOf(condition, lookup);
  const problems: FieldError[] = [];
  for (const { id, at } of referencesOf(condition, path)) {
    if (!known.has(id)) problems.push({ field: at, code: 'not_found', message: `there is no segment ${id}` });
    else if (isLoop(id, self, known)) {
      problems.push({ field: at, code: 'invalid_string', message: 'refers back to this segment, through others too' });
    }
  }
  const segments = new Map(
    [...known.values()].map(({ id, condition: own, trackMembership }) => [
      id,
      own === null || trackMembership ? ('members' as const) : own,
    ]),
  );
  if (problems.length === 0 && expandedFilters(condition, segments) > conditionLimits.expandedFilters) {
    const message = `has more than ${conditionLimits.expandedFilters} filters with those of the segments that it refers to`;
    problems.push({ field: path, code: 'too_big', message });
  }
  return { segments, problems };
}

/** Does the filter change by itself as time goes by? Of a segment that is evaluated in place: does one of its filters? */
export function isOverTime(filter: Filter, segments: ResolvedSegments): boolean {
  const field = fieldOf(filter);
  if (field.kind !== 'segment') return filter.unit !== undefined;
  const resolved = segments.get(field.id);
  if (resolved === undefined || resolved === 'members') return false;
  return [...filtersOf(resolved)].some((inner) => isOverTime(inner, segments));
}

/** Everything a condition reads, also through segments that are evaluated in place. */
export interface Uses {
  /** `email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`; a key with a dot counts as its first part, too. */
  fields: Set<string>;
  events: Set<string>;
  activities: Set<string>;
  /** Segments whose rows of membership it reads. */
  segments: Set<string>;
}

export function usesOf(condition: Condition, segments: ResolvedSegments): Uses {
  const uses: Uses = { fields: new Set(), events: new Set(), activities: new Set(), segments: new Set() };
  const done = new Set<string>();
  const visit = (tree: Condition): void => {
    for (const filter of filtersOf(tree)) {
      const field = fieldOf(filter);
      if (field.kind === 'history') (field.source === 'event' ? uses.events : uses.activities).add(field.name);
      else if (field.kind === 'data' && field.root === 'contact') {
        uses.fields.add(`data.${field.key}`);
        if (field.key.includes('.')) uses.fields.add(`data.${field.key.slice(0, field.key.indexOf('.'))}`);
      } else if (field.kind === 'date') uses.fields.add(field.column);
      else if (field.kind === 'email' || field.kind === 'subscribed') uses.fields.add(field.kind);
      else if (field.kind === 'segment' && !done.has(field.id)) {
        done.add(field.id);
        const resolved = segments.get(field.id);
        if (resolved === 'members') uses.segments.add(field.id);
        else if (resolved) visit(resolved);
      }
    }
  };
  visit(condition);
  return uses;
}

/** The ids of the segments that a condition names itself. */
export const namedSegments = (condition: Condition): string[] => [
  ...new Set([...referencesOf(condition, '')].map(({ id }) => id)),
];

function* referencesOf(condition: Condition, path: string): Generator<{ id: string; at: string }> {
  for (const [index, { filters, conditions }] of condition.groups.entries()) {
    const group = `${path}.groups.${index}`;
    for (const [position, filter] of filters.entries()) {
      const field = fieldOf(filter);
      if (field.kind === 'segment') yield { id: field.id, at: `${group}.filters.${position}.field` };
    }
    if (conditions) yield* referencesOf(conditions, `${group}.conditions`);
  }
}

/** Every segment that can be reached, level by level; each is looked up once. */
async function definitionsOf(condition: Condition, lookup: SegmentLookup): Promise<Map<string, SegmentDefinition>> {
  const known = new Map<string, SegmentDefinition>();
  const asked = new Set<string>();
  let next = namedSegments(condition);
  while (next.length > 0) {
    next.forEach((id) => asked.add(id));
    const found = await lookup(next);
    for (const definition of found) known.set(definition.id, definition);
    next = [...new Set(found.flatMap((each) => (each.condition ? namedSegments(each.condition) : [])))].filter(
      (id) => !asked.has(id),
    );
  }
  return known;
}

function isLoop(from: string, self: string | undefined, known: ReadonlyMap<string, SegmentDefinition>): boolean {
  if (self === undefined) return false;
  const seen = new Set<string>();
  const stack = [from];
  while (stack.length > 0) {
    const id = stack.pop()!;
    if (id === self) return true;
    const own = known.get(id)?.condition;
    if (!own || seen.has(id)) continue;
    seen.add(id);
    stack.push(...namedSegments(own));
  }
  return false;
}

/** Stops counting soon behind the limit: references can multiply. */
function expandedFilters(condition: Condition, segments: ResolvedSegments, budget = { left: 2_000 }): number {
  let filters = 0;
  for (const filter of filtersOf(condition)) {
    filters += 1;
    if (--budget.left < 0) return filters;
    const field = fieldOf(filter);
    const resolved = field.kind === 'segment' ? segments.get(field.id) : undefined;
    if (resolved && resolved !== 'members') filters += expandedFilters(resolved, segments, budget);
  }
  return filters;
}
