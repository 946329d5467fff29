import type { Graph, GraphStep, LinkEnds, Step, Workflow } from '../workflow/workflow.queries';
import { branchesOf, branchWord, inOrder, openEnds, type WayOut } from './graph';
import { restorable } from './graph-history';
import { i18n } from '../../text/i18n';

/** The graph after an edit, or a sentence that says why it is not done. */
export type Edit = { graph: Graph } | { refused: string };

/** A workflow takes no more (docs/limits.md). */
export const maxSteps = 100;

export const graphOf = ({ steps, transitions }: Pick<Workflow, 'steps' | 'transitions'>): Graph => ({
  steps: steps.map(({ id, type, name, config, templateId, position }) => {
    return { id, type, name, config, templateId, position };
  }),
  links: transitions.map(({ fromStepId, toStepId, branch }) => ({ fromStepId, toStepId, branch })),
});

const isOf =
  ({ stepId, branch }: WayOut) =>
  (link: LinkEnds): boolean =>
    link.fromStepId === stepId && link.branch === branch;

/** The ids of the steps that can be reached from a step, itself included. */
export function reachable(links: readonly LinkEnds[], from: string): Set<string> {
  const seen = new Set([from]);
  for (const id of seen) for (const link of links) if (link.fromStepId === id) seen.add(link.toStepId);
  return seen;
}

/** Puts a new step on a way out: into the link that takes it, or behind it where it leads nowhere. */
export const addStep = (graph: Graph, way: WayOut, step: GraphStep): Edit =>
  addSteps(graph, way, { steps: [step], links: [] });

/** Puts steps on a way out, of which the first leads to all others; in the middle their first open end leads on. */
export function addSteps({ steps, links }: Graph, way: WayOut, added: Graph): Edit {
  const root = added.steps[0];
  if (!root) return { refused: i18n.t('Nothing is copied.') };
  if (steps.length + added.steps.length > maxSteps)
    return { refused: i18n.t('A workflow has at most {maxSteps} steps.', { maxSteps }) };
  const taken = links.find(isOf(way));
  const into: LinkEnds = { fromStepId: way.stepId, branch: way.branch, toStepId: root.id };
  const all = [...steps, ...added.steps];
  if (!taken) return { graph: { steps: all, links: [...links, into, ...added.links] } };
  const end = firstEnd(added);
  if (!end) return { refused: i18n.t('An end cannot stand in the middle of a way.') };
  const onward: LinkEnds = { fromStepId: end.stepId, branch: end.branch, toStepId: taken.toStepId };
  const before = links.map((link) => (link === taken ? into : link));
  return { graph: { steps: all, links: [...before, ...added.links, onward] } };
}

/** The way out on which steps in the middle go on; behind a wait without links one link takes both outcomes. */
function firstEnd({ steps, links }: Graph): WayOut | undefined {
  const [end] = steps.flatMap((step) => openEnds(step, links));
  const step = steps.find(({ id }) => id === end?.stepId);
  const isWhole = step?.type === 'WAIT_FOR_EVENT' && !links.some(({ fromStepId }) => fromStepId === step.id);
  return end && isWhole ? { ...end, branch: null } : end;
}

/** A step, alone or with all that follow it, as it is kept to be put at another place. */
export function copyOf({ steps, links }: Graph, id: string, withFollowing: boolean): Edit {
  const root = steps.find((step) => step.id === id);
  if (!root) return { refused: i18n.t('The step is gone already.') };
  if (root.type === 'TRIGGER') return { refused: i18n.t('The start is not copied: every workflow has its own.') };
  const ids = withFollowing ? reachable(links, id) : new Set([id]);
  return {
    graph: {
      steps: [root, ...steps.filter((step) => step !== root && ids.has(step.id))],
      links: withFollowing ? links.filter(({ fromStepId }) => ids.has(fromStepId)) : [],
    },
  };
}

/** The copied steps as new ones, with ids of their own; the layout places them, and masked secrets stay behind. */
export function renewed(copied: Graph, newId: () => string): Graph {
  const ids = new Map(copied.steps.map(({ id }) => [id, newId()]));
  const { steps } = restorable(copied, { steps: [], links: [] });
  return tidied({
    steps: steps.map((step) => ({ ...step, id: ids.get(step.id)! })),
    links: copied.links.map(({ fromStepId, toStepId, branch }) => {
      return { fromStepId: ids.get(fromStepId)!, toStepId: ids.get(toStepId)!, branch };
    }),
  });
}

/**
 * Takes a step out and links the steps before it to the one behind it. Of a step with branches the first one that leads on is
 * kept; the steps that only the others led to go with it.
 */
export function removeStep({ steps, links }: Graph, id: string): Edit {
  const step = steps.find((each) => each.id === id);
  if (!step) return { refused: i18n.t('The step is gone already.') };
  if (step.type === 'TRIGGER') return { refused: i18n.t('The start stays: delete the workflow instead.') };
  const next = inOrder(step, links)[0]?.toStepId;
  const spliced = links
    .filter(({ fromStepId, toStepId }) => fromStepId !== id && (toStepId !== id || next !== undefined))
    .map((link) => (link.toStepId === id ? { ...link, toStepId: next! } : link));
  const behind = reachable(links, id);
  const kept = new Set<string>();
  const roots = steps.filter((each) => !behind.has(each.id)).map((each) => each.id);
  for (const root of next === undefined ? roots : [...roots, next]) {
    for (const reached of reachable(spliced, root)) kept.add(reached);
  }
  return {
    graph: {
      steps: steps.filter((each) => kept.has(each.id)),
      links: spliced.filter(({ fromStepId, toStepId }) => kept.has(fromStepId) && kept.has(toStepId)),
    },
  };
}

/** Links two steps. */
export function connect({ steps, links }: Graph, link: LinkEnds): Edit {
  const from = steps.find(({ id }) => id === link.fromStepId);
  const to = steps.find(({ id }) => id === link.toStepId);
  if (!from || !to) return { refused: i18n.t('The step is gone.') };
  const refused = endsProblem(links, from, to) ?? branchProblem(links, from, link.branch);
  return refused === null ? { graph: { steps, links: [...links, link] } } : { refused };
}

function endsProblem(links: readonly LinkEnds[], from: GraphStep, to: GraphStep): string | null {
  if (from.id === to.id) return i18n.t('A step cannot lead to itself.');
  if (to.type === 'TRIGGER') return i18n.t('Nothing leads to the start.');
  if (from.type === 'EXIT') return i18n.t('Nothing follows an end.');
  if (reachable(links, to.id).has(from.id)) return i18n.t('This would close a loop: a workflow only leads forward.');
  return null;
}

function branchProblem(links: readonly LinkEnds[], from: GraphStep, branch: string | null): string | null {
  const taken = links.filter(({ fromStepId }) => fromStepId === from.id).map((link) => link.branch);
  const isWait = from.type === 'WAIT_FOR_EVENT';
  if (!branchesOf(from).includes(branch) && !(isWait && branch === null)) return i18n.t('The step has no such branch.');
  if (taken.includes(null)) return i18n.t('The step leads on already: take that link away first.');
  if (branch === null) return taken.length > 0 ? i18n.t('The step has links of its branches: name a branch.') : null;
  return taken.includes(branch)
    ? i18n.t('The branch “{branch}” has a link already.', { branch: branchWord(branch) })
    : null;
}

/** Takes the link of a way out away. Steps behind it stay, without a way that leads to them. */
export const disconnect = ({ steps, links }: Graph, way: WayOut): Edit => {
  const isCut = isOf(way);
  return { graph: { steps, links: links.filter((link) => !isCut(link)) } };
};

/** Where a card stands, as seen from the start; undefined where the layout places it. */
export function placeOf({ config }: Pick<Step, 'config'>): { x: number; y: number } | undefined {
  const { x, y } = (config['ui'] ?? {}) as Record<string, unknown>;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined;
}

/** Keeps the place of a card, as seen from the start. Nothing else of the step changes. */
export function moveStep({ steps, links }: Graph, id: string, place: { x: number; y: number }): Edit {
  const ui = { x: Math.round(place.x), y: Math.round(place.y) };
  const moved = steps.map((step) => (step.id === id ? { ...step, config: { ...step.config, ui } } : step));
  return { graph: { steps: moved, links } };
}

/** Forgets the places of all cards, so that the layout places them. */
export const tidy = (graph: Graph): Edit => ({ graph: tidied(graph) });

function tidied({ steps, links }: Graph): Graph {
  const placed = steps.map((step) => {
    if (!('ui' in step.config)) return step;
    const { ui: _, ...config } = step.config;
    return { ...step, config };
  });
  return { steps: placed, links };
}

/** Everything that the API would refuse about a graph; none is the aim. */
export function problemsOf({ steps, links }: Graph): string[] {
  const problems: string[] = [];
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) problems.push('two steps have one id');
  if (steps.filter(({ type }) => type === 'TRIGGER').length !== 1) problems.push('it has not one start');
  if (steps.length > maxSteps) problems.push('it has too many steps');
  const before: LinkEnds[] = [];
  for (const link of links) {
    const edit = connect({ steps, links: before }, link);
    if ('refused' in edit) problems.push(`${link.fromStepId} to ${link.toStepId}: ${edit.refused}`);
    before.push(link);
  }
  return problems;
}
