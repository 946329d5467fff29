import { noSegments } from '@waybill/audience/references';
import type { FieldProblem } from '@waybill/contracts/wire/field-problem';
import { decide, isPlainTree, plainFacts, savedTree, treeOf, treeProblems, treeRefs } from './condition-tree';
import { compare, isOperator, needsValue, operators, type Operator } from '../run/compare';
import type { Run } from '../run/run';
import { isRunField, runValue } from '../run/run-value';
import { problem, type StepKind, type StepOutcome } from './step-kind';

interface Branch {
  id: string;
  name?: string;
  operator: Operator;
  value?: unknown;
}

const maxBranches = 20;
const reservedBranches = ['default'];

/**
 * Chooses the way on: `{field, operator, value?}` or a filter tree (`{logic, groups}`, also under `condition`) leads to `yes` or
 * `no`; `{mode: "multi", field, branches}` to the first branch that matches, else to `default`.
 */
export const conditionStep: StepKind = {
  type: 'CONDITION',
  problems(config) {
    const { mode } = config;
    const tree = treeOf(config);
    if (tree) return treeProblems(tree);
    if (mode !== undefined && mode !== null && mode !== 'multi' && mode !== 'single')
      return [problem('mode', 'invalid_enum', 'must be multi, or left out')];
    return mode === 'multi' ? multiProblems(config) : singleProblems(config);
  },
  branches({ config }) {
    if (config.mode !== 'multi') return { names: ['yes', 'no'], plain: false };
    return { names: [...(config.branches as Branch[]).map(({ id }) => id), 'default'], plain: false };
  },
  refs: ({ config }) => (treeOf(config) ? treeRefs(config) : fieldRef(String(config.field))),
  begin({ config }, run) {
    if (treeOf(config)) return decideTree(config, run);
    return config.mode === 'multi' ? decideMulti(config, run) : decideSingle(config, run);
  },
};

/** Decides by the contact and the payload; a condition that needs more becomes an effect, which looks it up. */
function decideTree(config: Record<string, unknown>, run: Run): StepOutcome {
  const condition = savedTree(config);
  if (!isPlainTree(condition)) return { kind: 'effect' };
  return decide(condition, plainFacts(run), run.now, noSegments);
}

function decideSingle(config: Record<string, unknown>, run: Run): StepOutcome {
  const field = String(config.field);
  const operator = config.operator as Operator;
  const actual = runValue(run, field);
  const result = compare(operator, actual, expectedOf(field, config.value));
  const branch = result ? 'yes' : 'no';
  const output = { field, operator, expectedValue: config.value ?? null, actualValue: actual ?? null, result, branch };
  return { kind: 'done', output, branch };
}

function decideMulti(config: Record<string, unknown>, run: Run): StepOutcome {
  const field = String(config.field);
  const actual = runValue(run, field);
  const matched = (config.branches as Branch[]).find(({ operator, value }) =>
    compare(operator, actual, expectedOf(field, value)),
  );
  const branch = matched?.id ?? 'default';
  const output = { field, mode: 'multi', matchedBranch: matched?.name ?? branch, actualValue: actual ?? null, branch };
  return { kind: 'done', output, branch };
}

/** Addresses are kept in lower case. */
const expectedOf = (field: string, value: unknown): unknown =>
  /^(contact\.)?email$/.test(field) && typeof value === 'string' ? value.toLowerCase() : value;

/** The contact's own field that a path names, as references say it. */
export function fieldRef(field: string): string[] {
  const own = field.startsWith('contact.') ? field.slice('contact.'.length) : field;
  const key = /^data\.(.+)$/s.exec(own)?.[1];
  if (key !== undefined) return [`field:data.${key}`];
  return /^(email|subscribed|createdAt|updatedAt)$/.test(own) ? [`field:${own}`] : [];
}

function singleProblems(config: Record<string, unknown>): FieldProblem[] {
  return [...fieldProblems(config.field), ...testProblems(config, '')];
}

function multiProblems({ field, branches }: Record<string, unknown>): FieldProblem[] {
  const problems = fieldProblems(field);
  if (!Array.isArray(branches)) {
    const code = branches === undefined || branches === null ? 'required' : 'invalid_type';
    return [...problems, problem('branches', code, 'must be an array of branches')];
  }
  if (branches.length === 0) return [...problems, problem('branches', 'too_small', 'must have at least one branch')];
  if (branches.length > maxBranches)
    return [...problems, problem('branches', 'too_big', `must have at most ${maxBranches} branches`)];
  const ids = new Set<unknown>();
  for (const [index, branch] of branches.entries()) {
    problems.push(...branchProblems(branch, `branches.${index}`, ids));
  }
  return problems;
}

function branchProblems(branch: unknown, path: string, ids: Set<unknown>): FieldProblem[] {
  if (typeof branch !== 'object' || branch === null || Array.isArray(branch))
    return [problem(path, 'invalid_type', 'must be an object {id, name, operator, value}')];
  const { id, name } = branch as Record<string, unknown>;
  const problems = testProblems(branch as Record<string, unknown>, `${path}.`);
  if (id === undefined || id === null) problems.push(problem(`${path}.id`, 'required', 'is required'));
  else if (typeof id !== 'string') problems.push(problem(`${path}.id`, 'invalid_type', 'must be a string'));
  else if (id === '' || id.length > 100)
    problems.push(problem(`${path}.id`, id === '' ? 'too_small' : 'too_big', 'must be 1 to 100 characters'));
  else if (reservedBranches.includes(id) || ids.has(id))
    problems.push(problem(`${path}.id`, 'invalid_string', 'must be different from the others and from "default"'));
  ids.add(id);
  if (name !== undefined && name !== null && (typeof name !== 'string' || name.length > 100))
    problems.push(problem(`${path}.name`, 'invalid_string', 'must be a text of at most 100 characters'));
  return problems;
}

function fieldProblems(field: unknown): FieldProblem[] {
  if (field === undefined || field === null) return [problem('field', 'required', 'is required')];
  if (typeof field !== 'string') return [problem('field', 'invalid_type', 'must be a string')];
  if (isRunField(field)) return [];
  const advice = 'must be contact.email, contact.subscribed, data.<key>, event.<key> or context.<key>';
  return [problem('field', 'unknown_field', advice)];
}

function testProblems({ operator, value }: Record<string, unknown>, prefix: string): FieldProblem[] {
  if (operator === undefined || operator === null) return [problem(`${prefix}operator`, 'required', 'is required')];
  if (!isOperator(operator))
    return [problem(`${prefix}operator`, 'unknown_operator', `must be one of ${operators.join(', ')}`)];
  if (needsValue(operator) && (value === undefined || value === null))
    return [problem(`${prefix}value`, 'required', `is required by ${operator}`)];
  return [];
}
