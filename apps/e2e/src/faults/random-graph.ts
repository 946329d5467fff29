import fc from 'fast-check';
import type { ApiClient } from '@waybill/testing/api-client';

/** A step of a random graph; `next` leads from each of its branches to a later step, by its place in the list, or nowhere. */
export interface RandomStep {
  type: string;
  config: Record<string, unknown>;
  next: [branch: string | null, place: number | null][];
}

/** The host at which the simulator keeps the webhooks. */
const catcher = 'http://hooks.simulator.test';

const kinds = ['DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'SEND_EMAIL', 'UPDATE_CONTACT', 'EXIT'] as const;

/** The events that the steps of a random graph wait for. */
export const awaitedEvents = ['alpha', 'beta'];

/** What the choices of one step decide: its kind, two free numbers, and where its branches lead. */
const choices = fc.record({
  kind: fc.constantFrom(...kinds),
  number: fc.nat({ max: 3 }),
  isLong: fc.boolean(),
  leaps: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
});

/** Acyclic graphs of two to seven steps: each branch leads to one of the next steps, seldom nowhere. */
export const randomGraph: fc.Arbitrary<RandomStep[]> = fc.array(choices, { minLength: 2, maxLength: 7 }).map((steps) =>
  steps.map(({ kind, number, isLong, leaps }, place) => {
    const { config, branches } = stepOf(kind, number, isLong, place);
    const next = branches.map((branch, n): [string | null, number | null] => {
      // A step that every run passes leads to the next one, so that runs get far.
      const to = place + 1 + (branches.length > 1 ? leaps[n % 2]! : 0);
      return [branch, to < steps.length ? to : null];
    });
    return { type: kind, config, next };
  }),
);

function stepOf(kind: (typeof kinds)[number], number: number, isLong: boolean, place: number) {
  switch (kind) {
    case 'DELAY':
      return { config: { amount: 1 + (number % 2), unit: 'seconds' }, branches: [null] };
    case 'WAIT_FOR_EVENT':
      return { config: { eventName: awaitedEvents[number % 2]!, timeout: 1 + number }, branches: ['event', 'timeout'] };
    case 'CONDITION':
      return { config: { field: 'data.side', operator: 'equals', value: 'left' }, branches: ['yes', 'no'] };
    case 'WEBHOOK':
      return {
        config: { url: `${catcher}${isLong ? '/slow/1' : '/hook'}?step=${place}`, method: 'POST' },
        branches: [null],
      };
    case 'UPDATE_CONTACT':
      return { config: { updates: { [`mark${place}`]: number } }, branches: [null] };
    case 'EXIT':
      return { config: { reason: `exit ${place}` }, branches: [] };
    case 'SEND_EMAIL':
      return { config: {}, branches: [null] };
  }
}

/** Makes an enabled workflow of a random graph; answers its id. */
export async function makeWorkflow(
  client: ApiClient,
  graph: RandomStep[],
  { eventName, templateId }: { eventName: string; templateId: string },
): Promise<string> {
  const call = async (method: 'post' | 'patch', path: string, body: object, status: number): Promise<any> => {
    const answer = await client[method](path, body);
    expect({ path, status: answer.status, error: answer.body.error }).toEqual({ path, status, error: undefined });
    return answer.body;
  };
  const workflow = await call('post', '/workflows', { name: 'Random', eventName }, 201);
  const path = `/workflows/${workflow.id}`;
  const ids: string[] = [];
  for (const { type, config } of graph) {
    const template = type === 'SEND_EMAIL' ? { templateId } : {};
    ids.push((await call('post', `${path}/steps`, { type, config, autoConnect: false, ...template }, 201)).id);
  }
  const links = graph.flatMap(({ next }, from) => next.map(([branch, to]) => ({ from: ids[from]!, branch, to })));
  await call('post', `${path}/transitions`, { fromStepId: workflow.steps[0].id, toStepId: ids[0] }, 201);
  for (const { from, branch, to } of links) {
    if (to === null) continue;
    const link = { fromStepId: from, toStepId: ids[to], ...(branch === null ? {} : { branch }) };
    await call('post', `${path}/transitions`, link, 201);
  }
  await call('patch', path, { enabled: true }, 200);
  return workflow.id as string;
}
