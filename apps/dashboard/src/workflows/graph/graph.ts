import type { LinkEnds, Step, Workflow } from '../workflow/workflow.queries';
import { i18n } from '../../text/i18n';

type Link = Workflow['transitions'][number];
/** The part of a step that decides which ways lead out of it. */
export type StepShape = Pick<Step, 'id' | 'type' | 'config'>;

/** A way out of a step, which a link may take; `branch` is null where the step has one only. */
export interface WayOut {
  stepId: string;
  branch: string | null;
}

/** A step that was looked for; a new object each time, so that it is brought into view again. */
export interface Found {
  stepId: string;
}

/** One line of the outline: a step, by which branch it is reached, and what follows it. */
export interface OutlineNode {
  step: Step;
  branch: string | null;
  /** The way that leads here; null for the first step. */
  from: WayOut | null;
  children: OutlineNode[];
  ends: WayOut[];
  /** The step stands in full at another place of the outline. */
  isRepeated: boolean;
}

/** The branches of a step: one that is null for a step with a single way on, none for one that ends the execution. */
export function branchesOf({ type, config }: Pick<Step, 'type' | 'config'>): (string | null)[] {
  if (type === 'EXIT') return [];
  if (type === 'WAIT_FOR_EVENT') return ['event', 'timeout'];
  if (type !== 'CONDITION') return [null];
  if (config['mode'] !== 'multi') return ['yes', 'no'];
  const branches = Array.isArray(config['branches']) ? config['branches'] : [];
  return [...branches.map((branch: { id?: unknown }) => String(branch.id)), 'default'];
}

/** The ends of a step that lead nowhere. A wait whose single link takes both outcomes has none. */
export function openEnds(step: StepShape, links: readonly LinkEnds[]): WayOut[] {
  const taken = links.filter(({ fromStepId }) => fromStepId === step.id).map(({ branch }) => branch);
  if (taken.includes(null)) return [];
  return branchesOf(step)
    .filter((branch) => !taken.includes(branch))
    .map((branch) => ({ stepId: step.id, branch }));
}

/** The graph as a nested list from its trigger on. A step that two ways lead to is written out once. */
export function outlineOf({ steps, transitions }: Pick<Workflow, 'steps' | 'transitions'>): OutlineNode[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const reached = new Set(transitions.map(({ toStepId }) => toStepId));
  const written = new Set<string>();
  const nodeOf = (step: Step, link: Link | null): OutlineNode => {
    const isRepeated = written.has(step.id);
    written.add(step.id);
    const onward = isRepeated ? [] : inOrder(step, transitions);
    const children = onward.flatMap((next) => {
      const target = byId.get(next.toStepId);
      return target ? [nodeOf(target, next)] : [];
    });
    const ends = isRepeated ? [] : openEnds(step, transitions);
    const from = link && { stepId: link.fromStepId, branch: link.branch };
    return { step, branch: link?.branch ?? null, from, children, ends, isRepeated };
  };
  return steps.filter(({ id }) => !reached.has(id)).map((step) => nodeOf(step, null));
}

/** The links of a step in the order of its branches. */
export function inOrder<Each extends LinkEnds>(step: StepShape, links: readonly Each[]): Each[] {
  const order = branchesOf(step);
  const rank = ({ branch }: Each): number => order.indexOf(branch);
  return links.filter(({ fromStepId }) => fromStepId === step.id).sort((a, b) => rank(a) - rank(b));
}

const branchWords: Record<string, string> = {
  yes: i18n.t('Yes'),
  no: i18n.t('No'),
  event: i18n.t('It happened'),
  timeout: i18n.t('It did not'),
  default: i18n.t('Otherwise'),
};

/** A branch in words. */
export const branchWord = (branch: string): string => branchWords[branch] ?? branch;
