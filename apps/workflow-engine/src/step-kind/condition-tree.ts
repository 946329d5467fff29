import { checkCondition } from '@waybill/audience/check';
import type { Condition } from '@waybill/audience/condition';
import { evaluateCondition } from '@waybill/audience/evaluate';
import { factsNeeded, type ContactFacts } from '@waybill/audience/facts';
import { namedSegments, noSegments, usesOf, type ResolvedSegments } from '@waybill/audience/references';
import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import type { Run } from '../run/run';
import type { StepOutcome } from './step-kind';

/** The filter tree of a CONDITION step: under `condition`, or the config itself; null where it has another form. */
export function treeOf(config: Record<string, unknown>): { tree: unknown; path: string } | null {
  if (config.condition !== undefined && config.condition !== null) return { tree: config.condition, path: 'condition' };
  return config.groups === undefined && config.logic === undefined ? null : { tree: config, path: '' };
}

/** The tree of a step that was checked when it was saved. */
export function savedTree(config: Record<string, unknown>): Condition {
  const { condition } = checkCondition(treeOf(config)?.tree, { payload: true });
  if (!condition) throw new Error('the condition of the step cannot be read');
  return condition;
}

export function treeProblems({ tree, path }: { tree: unknown; path: string }): FieldProblem[] {
  const { problems } = checkCondition(tree, { path: 'x', payload: true });
  return problems.map(({ field, code, message }) => {
    const inside = field.replace(/^x\.?/, '');
    return { path: [path, inside].filter(Boolean).join('.'), code, message: message.replace(field, '').trim() };
  });
}

/** The references of the tree, as kept in `workflow.refs`. */
export function treeRefs(config: Record<string, unknown>): string[] {
  const condition = savedTree(config);
  const { fields, events } = usesOf(condition, noSegments);
  const named = (kind: string, names: Iterable<string>): string[] => [...names].map((name) => `${kind}:${name}`);
  return [...named('field', fields), ...named('event', events), ...named('segment', namedSegments(condition))];
}

/** Can the tree be decided by the contact and the payload alone? */
export function isPlainTree(condition: Condition): boolean {
  const { events, activities } = factsNeeded([condition], noSegments);
  return events.size === 0 && activities.size === 0 && namedSegments(condition).length === 0;
}

/** The facts of a tree that is plain. */
export const plainFacts = ({ contact, execution: { event, context } }: Run): ContactFacts => ({
  contact,
  events: new Map(),
  activities: new Map(),
  segments: new Set(),
  payload: { event, context },
});

export function decide(condition: Condition, facts: ContactFacts, now: Date, segments: ResolvedSegments): StepOutcome {
  const result = evaluateCondition(condition, facts, { now, segments });
  const branch = result ? 'yes' : 'no';
  return { kind: 'done', output: { result, branch }, branch };
}
