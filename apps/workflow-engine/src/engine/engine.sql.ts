import type { Statement } from '@waybill/database/db';

/** Seconds after which a claim of a dead process is over. A webhook takes ten, and waits for its turn at most as long. */
export const leaseSeconds = 60;

/** Claims due executions: `$1` token, `$2` how many. Their due time is the end of the lease until they are written again. */
export const claimExecutions: Statement = {
  name: 'workflow_claim',
  text: `WITH due AS (
      SELECT ctid AS place FROM workflow.execution WHERE due_at <= app.now()
      ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED
    )
    UPDATE workflow.execution e
    SET claim_token = $1, due_at = app.now() + interval '${leaseSeconds} seconds'
    FROM due d WHERE e.ctid = d.place
    RETURNING e.project_id AS "projectId", e.id, e.workflow_id AS "workflowId", e.version,
      e.contact_id AS "contactId", e.contact_email AS "contactEmail", e.status, e.current_step_id AS "stepId", e.seq,
      e.phase, e.event_name AS "eventName", e.event, e.context, e.source_event_id AS "sourceEventId", e.depth,
      e.wait_event AS "waitEvent", e.waited, e.attempts, e.started_at AS "startedAt",
      (SELECT s.scheduled_for FROM workflow.step_execution s
       WHERE s.project_id = e.project_id AND s.execution_id = e.id AND s.seq = e.seq) AS "until"`,
};

/**
 * Writes where executions are now, what their steps did and the counters they move, in one statement; a row whose claim is lost
 * is not written, and neither are its steps. A claim that goes on keeps its due time until half of its lease is over: a row none of
 * whose indexed columns change is written without its indexes. A wait for an event that came before it was written is over at once. `$1`: executions, `$2`: step records, `$3`: counters, `$4` and `$5`: the outbox row.
 * Answers the ids of those written.
 */
export const writeExecutions: Statement = {
  name: 'workflow_write',
  text: `WITH given AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (project_id uuid, id uuid, token uuid, status text, step_id uuid,
        seq integer, phase text, exit_reason text, context jsonb, wait_event text, until timestamptz, held boolean,
        ended boolean)
    ), written AS (
      UPDATE workflow.execution e SET
        status = g.status, current_step_id = g.step_id, seq = g.seq, phase = g.phase, exit_reason = g.exit_reason,
        context = g.context, attempts = 0,
        wait_event = CASE WHEN workflow.early_event(e.early, g.wait_event) IS NULL THEN g.wait_event END,
        waited = workflow.early_event(e.early, g.wait_event),
        early = CASE WHEN g.held THEN e.early ELSE workflow.early_rest(e.early, g.wait_event) END,
        due_at = CASE WHEN g.ended THEN NULL
          WHEN g.held THEN CASE WHEN e.due_at > app.now() + interval '${leaseSeconds / 2} seconds' THEN e.due_at
            ELSE app.now() + interval '${leaseSeconds} seconds' END
          WHEN workflow.early_event(e.early, g.wait_event) IS NOT NULL THEN app.now() ELSE g.until END,
        claim_token = CASE WHEN g.held THEN e.claim_token END,
        completed_at = CASE WHEN g.ended THEN app.now() END,
        updated_at = app.now()
      FROM given g WHERE e.project_id = g.project_id AND e.id = g.id AND e.claim_token = g.token
      RETURNING e.project_id, e.id
    ), steps AS (
      INSERT INTO workflow.step_execution (project_id, execution_id, seq, id, workflow_id, step_id, status, output, error,
        scheduled_for, contact_id, email_id, started_at, completed_at)
      SELECT s.project_id, s.execution_id, s.seq, s.id, s.workflow_id, s.step_id, s.status, s.output, s.error,
        s.scheduled_for, s.contact_id, s.email_id, coalesce(s.started_at, app.now()), s.completed_at
      FROM jsonb_to_recordset($2::jsonb) AS s (project_id uuid, execution_id uuid, seq integer, id uuid, workflow_id uuid,
        step_id uuid, status text, output jsonb, error text, scheduled_for timestamptz, contact_id uuid, email_id uuid,
        started_at timestamptz, completed_at timestamptz)
      JOIN written w ON w.project_id = s.project_id AND w.id = s.execution_id
      ON CONFLICT (project_id, execution_id, seq) DO UPDATE SET
        status = excluded.status, output = coalesce(step_execution.output, '{}') || coalesce(excluded.output, '{}'),
        error = excluded.error, scheduled_for = coalesce(excluded.scheduled_for, step_execution.scheduled_for),
        contact_id = coalesce(excluded.contact_id, step_execution.contact_id),
        email_id = coalesce(excluded.email_id, step_execution.email_id), completed_at = excluded.completed_at
    ), counted AS (
      INSERT INTO workflow.stat AS t (project_id, workflow_id, step_id, measure, count)
      SELECT c.project_id, c.workflow_id, c.step_id, c.measure, sum(c.change)
      FROM jsonb_to_recordset($3::jsonb) AS c (execution_id uuid, project_id uuid, workflow_id uuid, step_id uuid,
        measure text, change bigint)
      JOIN written w ON w.project_id = c.project_id AND w.id = c.execution_id
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (project_id, workflow_id, step_id, measure) DO UPDATE SET count = t.count + excluded.count
    )
    SELECT id FROM written`,
};

/** Which of these executions (`$1` project, `$2` id, `$3` token, pairwise) are still claimed so; answers their ids. */
export const heldClaims: Statement = {
  name: 'workflow_held_claims',
  text: `SELECT e.id FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k (project_id, id, token)
         JOIN workflow.execution e ON e.project_id = k.project_id AND e.id = k.id AND e.claim_token = k.token`,
};

/** Gives a claim back: `$1` project, `$2` execution, `$3` token, `$4` milliseconds until it is due again. */
export const releaseExecution: Statement = {
  name: 'workflow_release',
  text: `UPDATE workflow.execution
         SET due_at = app.now() + make_interval(secs => $4::double precision / 1000), claim_token = NULL,
           attempts = least(attempts + $5::integer, 1000)
         WHERE project_id = $1 AND id = $2 AND claim_token = $3`,
};
