import fc from 'fast-check';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { everythingHandled, publishAgain, redeliverSoon } from '../stream';
import { LedgerFaults } from './ledger';
import { awaitedEvents, makeWorkflow, randomGraph, type RandomStep } from './random-graph';
import { openEmails } from '../rows/ledger';
import { deadLetters } from '../rows/tables';
import { caughtWebhooks, endExecutionLeases, executionsOf, wrongRows } from '../rows/workflows';
import { workflowActions } from '../workflows.fixture';

// Processes start and end many times: a machine that does other work too needs longer than for other tests.
jest.setTimeout(300_000);

let system: System;
let faults: LedgerFaults;

beforeAll(async () => {
  system = await System.start({
    services: ['gateway', 'contacts', 'delivery', 'domain-verifier', 'workflow-engine'],
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' } },
  });
  faults = new LedgerFaults(system);
});
afterAll(() => system?.stop());

const engine = () => system.service('workflow-engine');

/** What happens in a run, in this order. */
type Happening =
  | { kind: 'start'; person: number }
  | { kind: 'event'; person: number; event: number }
  | { kind: 'kill engine' | 'die before write' | 'die after write' | 'restart NATS' | 'lose NATS' | 'deliver again' };

const people = 8;
const person = fc.nat({ max: people - 1 });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('start' as const), person }) },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('event' as const), person, event: fc.nat({ max: 1 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'kill engine',
        'die before write',
        'die after write',
        'restart NATS',
        'lose NATS',
        'deliver again',
      ),
    }),
  },
);

/** One project with random workflows that run while things happen. */
class Run {
  readonly emails = Array.from({ length: people }, newAddress);
  private readonly startEvent = `begin ${crypto.randomUUID()}`;
  private readonly started = new Set<number>();
  private workflows: string[] = [];

  private constructor(readonly customer: Customer) {}

  static async of(graphs: RandomStep[][]): Promise<Run> {
    const run = new Run(await Customer.join(system));
    const { secret, from } = run.customer;
    const template = { name: 'T', subject: 'Hello', body: '<p>Hello</p>', from, type: 'TRANSACTIONAL' };
    const { body } = await secret.post('/templates', template);
    for (const [n, email] of run.emails.entries()) {
      await secret.post('/contacts', { email, subscribed: true, data: { side: n % 2 === 0 ? 'left' : 'right' } });
    }
    const about = { eventName: run.startEvent, templateId: body.id as string };
    run.workflows = await Promise.all(graphs.map((graph) => makeWorkflow(secret, graph, about)));
    return run;
  }

  async let(happening: Happening): Promise<void> {
    switch (happening.kind) {
      case 'start':
        this.started.add(happening.person);
        return this.track(happening.person, this.startEvent);
      case 'event':
        return this.track(happening.person, awaitedEvents[happening.event]!);
      case 'kill engine':
        await engine().kill();
        return void (await engine().start());
      case 'die before write':
      case 'die after write':
        await engine().kill();
        return engine().startToCrash(
          `workflow-engine.${happening.kind === 'die before write' ? 'before' : 'after'}-write`,
        );
      case 'restart NATS':
        await system.nats.kill();
        return system.restartNats({ emptied: false });
      case 'lose NATS':
        return system.restartNats({ emptied: true });
      case 'deliver again':
        return void (await publishAgain(system, ['event.tracked', 'email.*', 'contact.*']));
    }
  }

  /** Waits until every execution has ended. What a dead process held is taken over early: claims and events; timers do not end early. */
  async ends(): Promise<void> {
    await eventually(
      'every start is an execution, and every execution has ended',
      async () => {
        await this.claimsEnd();
        await redeliverSoon(system);
        const rows = await this.executions();
        return (
          rows.length === this.started.size * this.workflows.length &&
          rows.every(({ status }) => !['RUNNING', 'WAITING'].includes(status))
        );
      },
      40_000,
    );
    await eventually('every email has ended', async () => {
      await faults.anHourLater();
      return (await openEmails(system, this.projectId)) === 0;
    });
    await everythingHandled(system);
  }

  get projectId(): string {
    return this.customer.project.projectId;
  }

  executions(): Promise<{ id: string; status: string; workflowId: string }[]> {
    return executionsOf(system, this.projectId);
  }

  private async track(n: number, event: string): Promise<void> {
    const call = () => this.customer.track({ email: this.emails[n], event });
    await eventually('the event is taken', async () => (await call()).status === 200);
  }

  private claimsEnd(): Promise<unknown> {
    return endExecutionLeases(system, this.projectId);
  }
}

const scenario = fc.record({
  graphs: fc.array(randomGraph, { minLength: 3, maxLength: 3 }),
  happenings: fc.array(happening, { minLength: 30, maxLength: 40 }),
});

/** Random runs end with every execution in a legal state, no effect twice and no timer early. */
async function endsLegally(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ graphs, happenings }) => {
      const run = await Run.of(graphs);
      for (const each of happenings) await run.let(each);
      await run.let({ kind: 'kill engine' });
      await run.ends();
      expect(await wrongRows(system, run.projectId)).toEqual([]);
    }),
    { numRuns, endOnFailure: true },
  );
  expect(await deadLetters(system, 'workflow')).toEqual([]);
}

it('random workflows under random events and faults end legally, without an effect twice or a timer early', () =>
  endsLegally(2));

it('a webhook whose engine is killed during the call is called once, and nothing behind it is done', async () => {
  const customer = await Customer.join(system);
  const { chain, executions, reached } = workflowActions(() => customer);
  const target = crypto.randomUUID();
  const workflow = await chain([
    ['WEBHOOK', { url: `http://hooks.simulator.test/slow/8/${target}` }],
    ['UPDATE_CONTACT', { updates: { called: true } }],
  ]);
  const email = newAddress();
  await customer.track({ email, event: workflow.eventName });
  const { projectId } = customer.project;
  await eventually('the call has begun', async () => (await caughtWebhooks(system, projectId)) === 1);
  await engine().kill();
  await engine().start();
  await eventually(
    'the execution has ended',
    async () => {
      await endExecutionLeases(system, projectId);
      return (await executions(workflow, '?status=FAILED')).length === 1;
    },
    30_000,
  );
  const failed = await reached(workflow, 'FAILED');
  expect(failed).toMatchObject({ exitReason: 'outcome_unknown' });
  expect(failed.stepExecutions.map(({ status }: any) => status)).toEqual(['COMPLETED', 'FAILED']);
  expect(await caughtWebhooks(system, projectId)).toBe(1);
  expect((await customer.secret.get(`/contacts/${(await customer.contact(email))!.id}`)).body.data).toEqual({});
});

describe('beside a second engine', () => {
  beforeAll(() => system.addInstance('workflow-engine', 'second engine'));

  it('random workflows under the same faults end legally, too', () => endsLegally(1));
});
