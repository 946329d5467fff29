/** `timers`: a million waiting executions, some of which come due each second; how late they start and what a claim costs. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { peakBytes } from '../figures/proc.ts';
import { megabytes } from '../figures/report.ts';
import { below, exactly, judged } from '../figures/result.ts';
import type { Row } from '../figures/result.ts';
import { StatementCount } from '../figures/statements.ts';
import { UsageMeter } from '../figures/usage-meter.ts';
import { Api } from '../system/api.ts';
import { SEND_AND_TRACK, startSystem } from '../system/system.ts';
import type { BenchSystem, Place } from '../system/system.ts';
import { loadContacts, queryValue } from './contacts-load.ts';

const WAITING = 1_000_000;
/** Of these, so many come due each second while it is measured; the others wait for days. */
const DUE_PER_SECOND = 100;
const SECONDS = 60;
/** From the end of the load until the first one is due. */
const LEAD_MS = 5_000;
const CHUNK = 50_000;
const LIMIT_MS = 120_000;
const EVENT = 'bench waits';

export async function timersCase(place: Place, waiting = WAITING): Promise<Row[]> {
  const url = place.stores.postgres.url;
  const system = await startSystem(place, [...SEND_AND_TRACK, 'workflow-engine']);
  const api = new Api(system);
  try {
    const workflowId = await waitingWorkflow(api);
    const model = await modelExecution(url, api, workflowId);
    const due = DUE_PER_SECOND * SECONDS;
    console.error(`loads ${waiting} waiting executions`);
    await loadContacts(url, system.demo.projectId, due);
    await loadExecutions(url, model, waiting);
    await setDue(url, system, workflowId, due);
    const statements = await StatementCount.begin(url);
    const meter = new UsageMeter(system.parts);
    meter.start();
    await ended(url, workflowId, due);
    const usage = meter.stop();
    const claim = await statements.of('%FROM workflow.execution WHERE due_at <= app.now()%SKIP LOCKED%');
    await statements.end();
    const late = await lateness(url, workflowId);
    const left = await queryValue<number>(url, LEFT, [workflowId]);
    const peak = megabytes(peakBytes(system.parts.get('workflow-engine') ?? 0));
    const figures = {
      waiting: left,
      started: late.started,
      'late p50 ms': late.p50,
      'late p99 ms': late.p99,
      early: late.early,
      claims: claim.calls,
      'claim ms': claim.ms,
      'claim most ms': claim.mostMs,
      'blocks/claim': claim.blocks,
      'peak MB': peak,
    };
    const goals = [
      below('late p99 ms', late.p99, 1_000),
      below('claim ms', claim.ms, 10),
      below('peak MB', peak, 250),
      exactly('started', late.started, due),
      exactly('early', late.early, 0),
      exactly('waiting', left, waiting - due),
    ];
    const variant = `${waiting.toLocaleString('en-US')} waiting, ${DUE_PER_SECOND} due a second`;
    console.error(`${variant}: ${JSON.stringify(figures)}`);
    return [{ case: 'timers', variant, figures, goals: judged(goals, usage), usage }];
  } finally {
    api.close();
    await system.stop();
  }
}

/** A workflow whose executions wait for thirty days. */
async function waitingWorkflow(api: Api): Promise<string> {
  const { id } = await api.call<{ id: string }>('POST', '/workflows', { name: 'Bench', eventName: EVENT });
  const step = { type: 'DELAY', config: { amount: 30, unit: 'days' } };
  await api.call('POST', `/workflows/${id}/steps`, step);
  await api.call('POST', `/workflows/${id}/steps`, { type: 'EXIT', config: {} });
  await api.call('PATCH', `/workflows/${id}`, { enabled: true });
  return id;
}

/** An execution that came to its wait on the usual way: the others are copies of its rows. */
async function modelExecution(url: string, api: Api, workflowId: string): Promise<string> {
  await api.burst('/v1/track', { email: 'model@bench.example', event: EVENT });
  for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await delay(100)) {
    const id = await queryValue<string | undefined>(url, MODEL, [workflowId]);
    if (id) return id;
  }
  throw new Error('no execution came to its wait');
}

/** Copies the rows of the model until there are as many waiting executions; they come due in two to thirty days. */
async function loadExecutions(url: string, model: string, waiting: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (let start = 1; start < waiting; start += CHUNK) {
      const values = [model, start, Math.min(start + CHUNK, waiting) - 1];
      await client.query(COPY_EXECUTIONS, values);
      await client.query(COPY_STEPS, values);
    }
    await client.query('VACUUM (ANALYZE) workflow.execution, workflow.step_execution');
  } finally {
    await client.end();
  }
}

/** The first `due` of the copies get a loaded contact each, and come due one after the other. */
async function setDue(url: string, { demo }: BenchSystem, workflowId: string, due: number): Promise<void> {
  await queryValue(url, SET_DUE, [demo.projectId, workflowId, due, DUE_PER_SECOND, LEAD_MS / 1_000]);
}

async function ended(url: string, workflowId: string, due: number): Promise<void> {
  await delay(LEAD_MS + SECONDS * 1_000);
  for (const limit = Date.now() + LIMIT_MS; Date.now() < limit; await delay(500)) {
    if ((await queryValue<number>(url, ENDED, [workflowId])) >= due) return;
  }
}

interface Lateness {
  started: number;
  early: number;
  p50: number;
  p99: number;
}

/** Milliseconds from the time of each timer until its execution went on, by the database's clock. */
function lateness(url: string, workflowId: string): Promise<Lateness> {
  return queryValue<Lateness>(url, LATENESS, [workflowId]);
}

const MODEL = `SELECT id FROM workflow.execution WHERE workflow_id = $1 AND status = 'WAITING'`;

/** SQL for the id of a copy, and for that of its contact. */
const copyId = `overlay(model.id::text PLACING substr(md5(n::text), 1, 12) FROM 25)::uuid`;
const dueAt = `app.now() + interval '2 days' + interval '28 days' * (n::bigint * 7919 % 1000003 / 1000003.0)`;

const COPY_EXECUTIONS = `
  INSERT INTO workflow.execution
  SELECT copy.* FROM workflow.execution AS model, generate_series($2::integer, $3::integer) AS n,
    LATERAL jsonb_populate_record(model, jsonb_build_object('id', ${copyId}, 'contact_id', md5('c' || n)::uuid,
      'contact_email', 'person' || n || '@bench.example', 'source_event_id', md5('e' || n)::uuid,
      'due_at', ${dueAt})) AS copy
  WHERE model.id = $1`;

const COPY_STEPS = `
  INSERT INTO workflow.step_execution
  SELECT copy.* FROM workflow.step_execution AS model,
    (SELECT id FROM workflow.execution WHERE id = $1) AS of, generate_series($2::integer, $3::integer) AS n,
    LATERAL jsonb_populate_record(model, jsonb_build_object('id', md5(model.seq || 's' || n)::uuid,
      'execution_id', overlay(of.id::text PLACING substr(md5(n::text), 1, 12) FROM 25)::uuid) ||
      CASE WHEN model.status = 'WAITING' THEN jsonb_build_object('scheduled_for', ${dueAt}) ELSE '{}' END) AS copy
  WHERE model.execution_id = $1`;

const SET_DUE = `
  WITH person AS (
    SELECT id, email, row_number() OVER () AS n FROM (
      SELECT id, email FROM contacts.contact WHERE project_id = $1 AND email <> 'model@bench.example' LIMIT $3
    ) AS picked
  ), copy AS (
    SELECT id, row_number() OVER () AS n FROM (
      SELECT id FROM workflow.execution
      WHERE project_id = $1 AND workflow_id = $2 AND contact_email <> 'model@bench.example' LIMIT $3
    ) AS picked
  ), due AS (
    UPDATE workflow.execution e SET contact_id = p.id, contact_email = p.email,
      due_at = date_trunc('milliseconds', app.now() + make_interval(secs => $5::float8 + c.n::float8 / $4::float8))
    FROM copy c JOIN person p ON p.n = c.n WHERE e.project_id = $1 AND e.id = c.id RETURNING e.id, e.due_at
  ), scheduled AS (
    UPDATE workflow.step_execution s SET scheduled_for = due.due_at FROM due
    WHERE s.project_id = $1 AND s.execution_id = due.id AND s.status = 'WAITING' RETURNING 1
  )
  SELECT count(*)::int FROM scheduled`;

const ENDED = `SELECT count(*)::int FROM workflow.execution WHERE workflow_id = $1 AND status = 'EXITED'`;
const LEFT = `SELECT count(*)::int FROM workflow.execution WHERE workflow_id = $1 AND status = 'WAITING' AND due_at > app.now()`;

const LATENESS = `
  SELECT jsonb_build_object('started', count(*), 'early', count(*) FILTER (WHERE late < 0),
    'p50', round(percentile_disc(0.5) WITHIN GROUP (ORDER BY late)), 'p99', round(percentile_disc(0.99) WITHIN GROUP (ORDER BY late)))
  FROM (
    SELECT extract(epoch FROM completed_at - scheduled_for) * 1000 AS late FROM workflow.step_execution
    WHERE workflow_id = $1 AND scheduled_for IS NOT NULL AND status = 'COMPLETED'
  ) AS timer`;
