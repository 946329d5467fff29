import { eventually } from '@waybill/testing/eventually';
import type { ServiceProcess } from '@waybill/testing/process/service-process';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { databaseTime, timersOf } from '../rows/workflows';
import { workflowActions } from '../workflows.fixture';

jest.setTimeout(300_000);

const hourMs = 3_600_000;
const waitSeconds = 3;

/** Sets the clock of a process of Node, as its host would: what measures time apart from the clock goes on as before. */
function clockAhead(ms: number): Record<string, string> {
  const program = `const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { if (given.length > 0) super(...given); else super(Real.now() + ${ms}); }
      static now = () => Real.now() + ${ms};
    };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`, LOG_LEVEL: 'info' };
}

let system: System;
let fast: ServiceProcess;
let slow: ServiceProcess;

beforeAll(async () => {
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'workflow-engine'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' }, 'workflow-engine': clockAhead(hourMs) },
  });
  fast = system.service('workflow-engine');
  slow = await system.addInstance('workflow-engine', 'slow engine', clockAhead(-hourMs));
});
afterAll(() => system?.stop());

/** How far its clock is from that of this process, by the lines that it prints: milliseconds. */
function skewOf({ output }: ServiceProcess): number {
  const times = output.split('\n').flatMap((line) => /"time":"([^"]+)"/.exec(line)?.[1] ?? []);
  return Date.parse(times.at(-1) ?? '') - Date.now();
}

it('engines whose clocks are an hour fast and an hour slow wait as long as the database says, also for each other', async () => {
  expect(skewOf(fast)).toBeGreaterThan(hourMs / 2);
  expect(skewOf(slow)).toBeLessThan(-hourMs / 2);
  const customer = await Customer.join(system);
  const { projectId } = customer.project;
  const { chain, executions } = workflowActions(() => customer);
  const delayed = await chain([['DELAY', { amount: waitSeconds, unit: 'seconds' }], ['EXIT']]);
  const eventName = delayed.eventName as string;
  const timed = await chain([['WAIT_FOR_EVENT', { eventName: 'never', timeout: waitSeconds }], ['EXIT']], {
    eventName,
  });
  const both = async (status: string): Promise<number> => {
    const lists = await Promise.all([delayed, timed].map((workflow) => executions(workflow, `?status=${status}`)));
    return lists.flat().length;
  };
  /** On a machine that is slower than the wait they have ended instead; `count` is of all so far. */
  const waits = (count: number) =>
    eventually('they wait', async () => (await both('WAITING')) + (await both('EXITED')) === count);
  const end = (count: number) => eventually('they have ended', async () => (await both('EXITED')) === count, 30_000);
  const start = () => customer.track({ email: newAddress(), event: eventName });
  const begun = await databaseTime(system);

  // Those that the fast one lets wait go on in the slow one, and the other way round.
  await slow.stop();
  await start();
  await waits(2);
  await fast.stop();
  await slow.start();
  await end(2);
  await start();
  await waits(4);
  await slow.stop();
  await fast.start();
  await end(4);
  await slow.start();
  await Promise.all(Array.from({ length: 10 }, start));
  await end(24);

  const ended = await databaseTime(system);
  const timers = await timersOf(system, projectId);
  expect(timers).toHaveLength(24);
  for (const { startedAt, scheduledFor, completedAt } of timers) {
    expect(startedAt.getTime()).toBeGreaterThanOrEqual(begun.getTime());
    expect(scheduledFor.getTime() - startedAt.getTime()).toBe(waitSeconds * 1_000);
    expect(completedAt.getTime()).toBeGreaterThanOrEqual(scheduledFor.getTime());
    expect(completedAt.getTime()).toBeLessThanOrEqual(ended.getTime());
  }
});
