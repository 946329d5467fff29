import type { Graph, GraphStep, Step } from '../workflow/workflow.queries';

/** The graphs before and after the one that is shown, the nearest last. */
export interface History {
  past: readonly Graph[];
  future: readonly Graph[];
}

export const noHistory: History = { past: [], future: [] };

/** As many edits can be taken back. */
const depth = 50;

/** After an edit: `before` can be gone back to, and what was taken back is forgotten. */
export const recorded = ({ past }: History, before: Graph): History => ({
  past: [...past, before].slice(-depth),
  future: [],
});

/** The graph that an undo brings back, and the history after it; null when there is none. */
export function undone({ past, future }: History, present: Graph): { graph: Graph; history: History } | null {
  const before = past.at(-1);
  if (!before) return null;
  return { graph: restorable(before, present), history: { past: past.slice(0, -1), future: [...future, present] } };
}

/** The same for a redo. */
export function redone({ past, future }: History, present: Graph): { graph: Graph; history: History } | null {
  const after = future.at(-1);
  if (!after) return null;
  return { graph: restorable(after, present), history: { past: [...past, present], future: future.slice(0, -1) } };
}

/** How the API shows a secret of a webhook. It stands for the secret that the step has now. */
const mask = '••••••••';
const isMasked = (value: unknown): boolean => typeof value === 'string' && value.startsWith(mask);

/**
 * An earlier graph as it can be saved now: a masked secret becomes the one that the step has now. Where the step has none any more
 * it is left out, because a mask is no secret.
 */
export function restorable(earlier: Graph, present: Graph): Graph {
  const steps = earlier.steps.map((step) => {
    if (step.type !== 'WEBHOOK') return step;
    return { ...step, config: withSecretsOf(step, present.steps.find(({ id }) => id === step.id)?.config ?? {}) };
  });
  return { steps, links: earlier.links };
}

function withSecretsOf({ config }: GraphStep, now: Step['config']): Step['config'] {
  const { signingSecret, headers, ...rest } = config;
  const own = (headers ?? {}) as Record<string, unknown>;
  const there = (now['headers'] ?? {}) as Record<string, unknown>;
  const kept = Object.entries(own)
    .map(([name, value]) => [name, isMasked(value) ? there[name] : value] as const)
    .filter(([, value]) => value !== undefined);
  const sign = isMasked(signingSecret) ? now['signingSecret'] : signingSecret;
  return {
    ...rest,
    ...(headers === undefined || headers === null ? {} : { headers: Object.fromEntries(kept) }),
    ...(sign === undefined ? {} : { signingSecret: sign }),
  };
}
