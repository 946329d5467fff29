import { AppError, validationError, type FieldCode } from '@waybill/contracts/errors';
import type { StepType } from '@waybill/contracts/workflows/step';
import { findStep, graphLimits, linksFrom, linksTo, reachable, type Graph, type Link, type Step } from './graph';

/** Which branches may leave a step. `none`: nothing may; `one`: a single plain link; else these names. */
export type Branches = 'none' | 'one' | { names: string[]; plain: boolean };

export type BranchesOf = (step: Step) => Branches;

const refused = (field: string, message: string, code: FieldCode = 'invalid_string'): AppError =>
  validationError([{ field, message, code }]);
export const stepNotFound = (id: string): AppError => new AppError('STEP_NOT_FOUND', `There is no step ${id}`);

const branching: readonly StepType[] = ['CONDITION', 'WAIT_FOR_EVENT'];

/** @throws 404 STEP_NOT_FOUND */
export function getStep(graph: Graph, id: string): Step {
  const step = findStep(graph, id);
  if (!step) throw stepNotFound(id);
  return step;
}

/** @throws 422 when the workflow is full. */
export function addStep(graph: Graph, step: Step): Graph {
  if (graph.steps.length >= graphLimits.steps)
    throw refused('type', `a workflow has at most ${graphLimits.steps} steps`, 'too_big');
  return withinBytes({ ...graph, steps: [...graph.steps, step] });
}

/** Links a new step behind the last step that can be reached and leads nowhere yet; a CONDITION is left to its branches. */
export function autoConnect(graph: Graph, step: Step, link: Pick<Link, 'id' | 'createdAt' | 'updatedAt'>): Graph {
  const trigger = graph.steps[0];
  if (!trigger) return graph;
  const seen = reachable(graph, trigger.id);
  const open = graph.steps.filter(
    ({ id, type }) =>
      seen.has(id) && id !== step.id && !['EXIT', 'CONDITION'].includes(type) && linksFrom(graph, id).length === 0,
  );
  const last = open.at(-1);
  if (!last) return graph;
  return { ...graph, links: [...graph.links, { ...link, from: last.id, to: step.id, branch: null, auto: true }] };
}

/**
 * Adds a link. One that `autoConnect` made and that is asked for now stays as it is, under its id.
 * @throws 404 STEP_NOT_FOUND for a step of another workflow; 422 naming the field for what the graph does not allow.
 */
export function connect(graph: Graph, link: Link, branchesOf: BranchesOf): { graph: Graph; link: Link } {
  const from = getStep(graph, link.from);
  const to = getStep(graph, link.to);
  const same = graph.links.find(
    (each) => each.auto && each.from === link.from && each.to === link.to && each.branch === link.branch,
  );
  if (same) {
    const kept: Link = { ...same, auto: false };
    return { graph: { ...graph, links: graph.links.map((each) => (each === same ? kept : each)) }, link: kept };
  }
  checkEnds(graph, from, to);
  checkBranch(linksFrom(graph, from.id), from, link.branch, branchesOf(from));
  return { graph: { ...graph, links: [...graph.links, link] }, link };
}

function checkEnds(graph: Graph, from: Step, to: Step): void {
  if (from.id === to.id) throw refused('toStepId', 'a step cannot lead to itself');
  if (to.type === 'TRIGGER') throw refused('toStepId', 'nothing leads to the TRIGGER');
  if (reachable(graph, to.id).has(from.id))
    throw refused('toStepId', 'the link would close a loop: a workflow only leads forward');
}

function checkBranch(links: Link[], from: Step, branch: string | null, allowed: Branches): void {
  if (allowed === 'none') throw refused('fromStepId', 'an EXIT step ends the execution: nothing follows it');
  if (allowed === 'one') {
    if (branch !== null) throw refused('branch', `a ${from.type} step has no branches`);
    if (links.length > 0) throw refused('fromStepId', 'the step has a link already');
    return;
  }
  if (branch === null) {
    if (!allowed.plain) throw refused('branch', `must be one of ${allowed.names.join(', ')}`, 'required');
    if (links.length > 0) throw refused('branch', 'the step has a link already: name a branch', 'required');
    return;
  }
  if (!allowed.names.includes(branch))
    throw refused('branch', `must be one of ${allowed.names.join(', ')}`, 'invalid_enum');
  if (links.some((each) => each.branch === branch)) throw refused('branch', `the branch ${branch} has a link already`);
  if (links.some((each) => each.branch === null))
    throw refused('branch', 'the step has a link that serves every branch: delete it first');
}

/**
 * Replaces a step.
 * @throws 422 `config` when a branch that has a link would be gone, or the workflow would be too large.
 */
export function replaceStep(graph: Graph, step: Step, branchesOf: BranchesOf): Graph {
  const allowed = branchesOf(step);
  if (typeof allowed === 'object') {
    const gone = linksFrom(graph, step.id).find(({ branch }) => branch !== null && !allowed.names.includes(branch));
    if (gone) throw refused('config', `the branch ${gone.branch} has a link: delete that first`);
  }
  return withinBytes({ ...graph, steps: graph.steps.map((each) => (each.id === step.id ? step : each)) });
}

/** Removes a step and what can be reached through it alone. @throws 404, 422 for the TRIGGER */
export function removeStep(graph: Graph, id: string): Graph {
  const step = getStep(graph, id);
  if (step.type === 'TRIGGER') throw refused('stepId', 'the TRIGGER stays: delete the workflow instead');
  const links = graph.links.filter(({ from, to }) => from !== id && to !== id);
  const rest = { steps: graph.steps.filter((each) => each.id !== id), links };
  const behind = reachable(graph, id);
  const kept = new Set<string>();
  for (const { id: other } of rest.steps) {
    if (!behind.has(other)) for (const reached of reachable(rest, other)) kept.add(reached);
  }
  return {
    steps: rest.steps.filter((each) => kept.has(each.id)),
    links: rest.links.filter(({ from, to }) => kept.has(from) && kept.has(to)),
  };
}

/** Removes a step and links what led to it to what followed it, on the same branch. @throws 404, 422 */
export function spliceStep(graph: Graph, id: string): Graph {
  const step = getStep(graph, id);
  if (step.type === 'TRIGGER' || branching.includes(step.type))
    throw refused('splice', `a ${step.type} step cannot be taken out of the middle: delete it with what follows`);
  const next = linksFrom(graph, id)[0]?.to;
  const links = graph.links
    .filter((link) => link.from !== id && (next !== undefined || link.to !== id))
    .map((link) => (link.to === id ? { ...link, to: next! } : link));
  return { steps: graph.steps.filter((each) => each.id !== id), links };
}

/** Puts a new step into a link. @throws 404 NOT_FOUND, 422 for an EXIT */
export function insertStep(graph: Graph, linkId: string, step: Step, onwardId: string, branchesOf: BranchesOf): Graph {
  const link = getLink(graph, linkId);
  const allowed = branchesOf(step);
  if (allowed === 'none') throw refused('type', 'an EXIT cannot stand in the middle');
  const branch = typeof allowed === 'object' && !allowed.plain ? (allowed.names[0] ?? null) : null;
  const onward: Link = { ...link, id: onwardId, from: step.id, branch, auto: false };
  const links = graph.links.map((each) => (each.id === linkId ? { ...each, to: step.id, auto: false } : each));
  return addStep({ steps: graph.steps, links: [...links, onward] }, step);
}

/** @throws 404 NOT_FOUND */
export function getLink(graph: Graph, id: string): Link {
  const link = graph.links.find((each) => each.id === id);
  if (!link) throw new AppError('NOT_FOUND', `There is no transition ${id}`);
  return link;
}

export function removeLink(graph: Graph, id: string): Graph {
  const link = getLink(graph, id);
  return { ...graph, links: graph.links.filter((each) => each !== link) };
}

/** The steps without one that leads to them: where a run could never come. */
export const unreached = (graph: Graph): Step[] =>
  graph.steps.filter(({ id, type }) => type !== 'TRIGGER' && linksTo(graph, id).length === 0);

function withinBytes(graph: Graph): Graph {
  if (JSON.stringify(graph).length > graphLimits.bytes)
    throw refused('config', `all steps together may have at most ${graphLimits.bytes} characters`, 'too_big');
  return graph;
}
