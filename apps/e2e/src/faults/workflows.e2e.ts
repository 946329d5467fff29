import fc from 'fast-check';
import { eventually } from '@waybill/testing/eventually';
import { System } from '@waybill/testing/system';
import { Customer, newAddress } from '../customer';
import { everythingHandled, publishAgain } from '../stream';
import { LedgerFaults } from './ledger';
import { awaitedEvents, makeWorkflow, randomGraph, type RandomStep } from './random-graph';

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

const query = <T extends object>(sql: string, values: unknown[] = []) => faults.query<T>(sql, values);
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

  /** Waits until every execution has ended: the claims of dead processes end early, timers do not. */
  async ends(): Promise<void> {
    await eventually(
      'every start is an execution, and every execution has ended',
      async () => {
        await this.claimsEnd();
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
      const open = `SELECT 1 FROM delivery.email WHERE project_id = $1 AND status IN ('QUEUED', 'UNKNOWN')`;
      return (await query(open, [this.projectId])).length === 0;
    });
    await everythingHandled(system);
  }

  get projectId(): string {
    return this.customer.project.projectId;
  }

  executions(): Promise<{ id: string; status: string; workflowId: string }[]> {
    return query('SELECT id, status, workflow_id AS "workflowId" FROM workflow.execution WHERE project_id = $1', [
      this.projectId,
    ]);
  }

  private async track(n: number, event: string): Promise<void> {
    const call = () => this.customer.track({ email: this.emails[n], event });
    await eventually('the event is taken', async () => (await call()).status === 200);
  }

  /** The end of a lease is the only due time of a claimed execution; a timer that was taken was due. */
  private claimsEnd(): Promise<unknown> {
    return query(
      `UPDATE workflow.execution SET due_at = app.now()
       WHERE project_id = $1 AND claim_token IS NOT NULL AND updated_at < app.now() - interval '4 seconds'`,
      [this.projectId],
    );
  }
}

/**
 * Rows that no run may leave: each names what is wrong. An execution may fail because its process died while it called a webhook, or
 * because the catcher of the webhooks, which is asked over NATS, was down.
 */
const wrongs = `
  WITH step AS (
    SELECT s.*, g.step ->> 'type' AS type, e.status AS execution_status, e.seq AS last_seq, d.graph
    FROM workflow.step_execution s
    JOIN workflow.execution e ON e.project_id = s.project_id AND e.id = s.execution_id
    JOIN workflow.definition d ON d.project_id = e.project_id AND d.workflow_id = e.workflow_id AND d.version = e.version
    JOIN LATERAL jsonb_array_elements(d.graph -> 'steps') AS g (step) ON g.step ->> 'id' = s.step_id::text
    WHERE s.project_id = $1
  )
  SELECT 'a timer was early' AS wrong, execution_id::text AS id FROM step
  WHERE completed_at < scheduled_for AND status = 'COMPLETED'
    AND (type = 'DELAY' OR output ->> 'waitOutcome' = 'TIMEOUT')
  UNION ALL SELECT 'a step is open after the end', execution_id::text FROM step WHERE completed_at IS NULL
  UNION ALL SELECT 'a step behind a failure', execution_id::text FROM step
  WHERE status <> 'COMPLETED' AND seq < last_seq
  UNION ALL SELECT 'a failed step in an execution that did not fail', execution_id::text FROM step
  WHERE status = 'FAILED' AND execution_status <> 'FAILED'
  UNION ALL SELECT 'a step that no link leads to', b.execution_id::text FROM step b
  JOIN step a ON a.execution_id = b.execution_id AND a.seq = b.seq - 1
  WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(b.graph -> 'links') AS l
    WHERE l ->> 'from' = a.step_id::text AND l ->> 'to' = b.step_id::text)
  UNION ALL SELECT 'steps are missing', e.id::text FROM workflow.execution e WHERE e.project_id = $1
    AND e.seq <> (SELECT count(*) FROM step s WHERE s.execution_id = e.id)
  UNION ALL SELECT 'an ended execution has work', id::text FROM workflow.execution
  WHERE project_id = $1 AND (due_at IS NOT NULL OR wait_event IS NOT NULL OR early IS NOT NULL OR phase <> 'ended'
    OR completed_at IS NULL)
  UNION ALL SELECT 'an execution failed: ' || exit_reason, id::text FROM workflow.execution
  WHERE project_id = $1 AND status = 'FAILED' AND exit_reason NOT IN ('outcome_unknown', 'webhook_unreachable')
  UNION ALL SELECT 'a contact ran twice', contact_id::text FROM workflow.execution WHERE project_id = $1
  GROUP BY workflow_id, contact_id HAVING count(*) > 1
  UNION ALL SELECT 'a webhook was called twice', execution_id::text FROM delivery.mailbox_webhook WHERE project_id = $1
  GROUP BY execution_id, path HAVING count(*) > 1
  UNION ALL SELECT 'a webhook was not called', s.execution_id::text FROM step s
  WHERE type = 'WEBHOOK' AND status = 'COMPLETED' AND NOT EXISTS (SELECT FROM delivery.mailbox_webhook h
    WHERE h.project_id = $1 AND h.execution_id = s.execution_id)
  UNION ALL SELECT 'an email step without its email', s.execution_id::text FROM step s
  LEFT JOIN delivery.email e ON e.project_id = $1 AND e.id = s.email_id
  WHERE type = 'SEND_EMAIL' AND s.status = 'COMPLETED' AND e.id IS NULL
  UNION ALL SELECT 'an email without its step', e.id::text FROM delivery.email e
  WHERE e.project_id = $1 AND NOT EXISTS (SELECT FROM step s WHERE s.email_id = e.id)
  UNION ALL SELECT 'an email left twice', email_id::text FROM delivery.mailbox_message WHERE project_id = $1
  GROUP BY email_id HAVING count(*) > 1
  UNION ALL SELECT concat_ws(' ', 'a counter differs:', measure, counted, 'instead of', is_now), workflow_id::text FROM (
    SELECT workflow_id, measure, coalesce(sum(counted), 0) AS counted, coalesce(sum(is_now), 0) AS is_now FROM (
      SELECT workflow_id, 'entered' AS measure, 0 AS counted, 1 AS is_now FROM step
      UNION ALL SELECT workflow_id, lower(status), 0, 1 FROM (SELECT workflow_id, CASE status WHEN 'COMPLETED' THEN 'done' ELSE status END AS status FROM step) AS s
      UNION ALL SELECT workflow_id, 'sent', 0, 1 FROM step WHERE email_id IS NOT NULL
      UNION ALL SELECT workflow_id, status, 0, 1 FROM workflow.execution WHERE project_id = $1
      UNION ALL SELECT workflow_id, 'started', 0, 1 FROM workflow.execution WHERE project_id = $1
      UNION ALL SELECT workflow_id, measure, count, 0 FROM workflow.stat WHERE project_id = $1
        AND measure IN ('entered', 'done', 'failed', 'skipped', 'sent', 'started', 'RUNNING', 'WAITING', 'COMPLETED',
          'EXITED', 'FAILED', 'CANCELLED')
    ) AS both_sides GROUP BY workflow_id, measure
  ) AS compared WHERE counted <> is_now`;

it('random workflows under random events and faults end legally, without an effect twice or a timer early', async () => {
  const scenario = fc.record({
    graphs: fc.array(randomGraph, { minLength: 3, maxLength: 3 }),
    happenings: fc.array(happening, { minLength: 30, maxLength: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ graphs, happenings }) => {
      const run = await Run.of(graphs);
      for (const each of happenings) await run.let(each);
      await run.let({ kind: 'kill engine' });
      await run.ends();
      expect(await query(wrongs, [run.projectId])).toEqual([]);
    }),
    { numRuns: 2, endOnFailure: true },
  );
  expect(await query('SELECT 1 FROM workflow.dead_letter')).toEqual([]);
});
