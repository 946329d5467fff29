import type { Statement } from '@waybill/database/db';

/** An execution to be started, as the statement reads it. */
export interface StartRow {
  project_id: string;
  id: string;
  workflow_id: string;
  contact_id: string;
  contact_email: string;
  event_name: string | null;
  event: Record<string, unknown>;
  context: Record<string, unknown>;
  source_event_id: string | null;
  /** The execution that caused the event, if one did. */
  cause_id: string | null;
}

/**
 * Starts executions of enabled workflows (`$1`), with the version as it is now. One that is not allowed to start is left out: the
 * event started it before, the contact is under way in it, or ran through it and may not again.
 */
export const startExecutions: Statement = {
  name: 'workflow_start',
  text: `WITH given AS (
      SELECT * FROM jsonb_to_recordset($1::jsonb) AS g (project_id uuid, id uuid, workflow_id uuid, contact_id uuid,
        contact_email text, event_name text, event jsonb, context jsonb, source_event_id uuid, cause_id uuid)
    ), wanted AS (
      SELECT g.*, w.version, w.name, w.allow_reentry, (w.graph #>> '{steps,0,id}')::uuid AS step_id,
        least(coalesce(c.depth + 1, 0), 1000) AS depth,
        NOT EXISTS (SELECT FROM workflow.execution e WHERE e.project_id = g.project_id
          AND e.workflow_id = g.workflow_id AND e.contact_id = g.contact_id AND e.is_first) AS is_first
      FROM given g
      JOIN workflow.workflow w ON w.project_id = g.project_id AND w.id = g.workflow_id AND w.enabled
      LEFT JOIN workflow.execution c ON c.project_id = g.project_id AND c.id = g.cause_id
    ), defined AS (
      INSERT INTO workflow.definition (project_id, workflow_id, version, name, graph)
      SELECT w.project_id, w.id, w.version, w.name, w.graph FROM workflow.workflow w
      WHERE (w.project_id, w.id) IN (SELECT project_id, workflow_id FROM wanted)
        AND NOT EXISTS (SELECT FROM workflow.definition d
          WHERE d.project_id = w.project_id AND d.workflow_id = w.id AND d.version = w.version)
      ON CONFLICT DO NOTHING
    ), started AS (
      INSERT INTO workflow.execution (project_id, id, workflow_id, version, contact_id, contact_email, status,
        current_step_id, seq, phase, event_name, event, context, source_event_id, depth, due_at, is_first, started_at,
        updated_at)
      SELECT project_id, id, workflow_id, version, contact_id, contact_email, 'RUNNING', step_id, 1, 'ready', event_name,
        event, context, source_event_id, depth, app.now(), is_first, date_trunc('milliseconds', app.now()), app.now()
      FROM wanted WHERE is_first OR allow_reentry
      ORDER BY id
      ON CONFLICT DO NOTHING
      RETURNING project_id, id, workflow_id, contact_id, contact_email
    ), counted AS (
      INSERT INTO workflow.stat AS t (project_id, workflow_id, step_id, measure, count)
      SELECT s.project_id, s.workflow_id, s.workflow_id, m.measure, count(*)
      FROM started s CROSS JOIN (VALUES ('started'), ('RUNNING')) AS m (measure)
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (project_id, workflow_id, step_id, measure) DO UPDATE SET count = t.count + excluded.count
    )
    SELECT s.project_id AS "projectId", s.id, s.workflow_id AS "workflowId", w.name AS "workflowName",
      s.contact_id AS "contactId", s.contact_email AS "contactEmail"
    FROM started s JOIN wanted w ON w.id = s.id`,
};

/**
 * Which of these events (`$1` project, `$2` contact, `$3` name) a workflow waits for, or an execution that waits or runs towards a
 * wait; answers their positions.
 */
export const awaitedEvents: Statement = {
  name: 'workflow_awaited',
  text: `SELECT k.position FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY
           AS k (project_id, contact_id, name, position)
         WHERE EXISTS (SELECT FROM workflow.workflow w
             WHERE w.project_id = k.project_id AND w.event_name = k.name AND w.enabled)
           OR EXISTS (SELECT FROM workflow.execution e
             WHERE e.project_id = k.project_id AND e.contact_id = k.contact_id AND e.wait_event = k.name)
           OR EXISTS (SELECT FROM workflow.execution e
             JOIN workflow.definition d
               ON d.project_id = e.project_id AND d.workflow_id = e.workflow_id AND d.version = e.version
            WHERE e.project_id = k.project_id AND e.contact_id = k.contact_id AND k.name = ANY (d.awaits)
              AND (e.status = 'RUNNING' OR e.status = 'WAITING' AND (e.claim_token IS NOT NULL OR e.waited IS NOT NULL)))`,
};

/** Enabled workflows that events start: `$1` project, `$2` name; answers the position of the event with each. */
export const triggeredWorkflows: Statement = {
  name: 'workflow_triggered',
  text: `SELECT k.position, w.id AS "workflowId" FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY
           AS k (project_id, name, position)
         JOIN workflow.workflow w ON w.project_id = k.project_id AND w.event_name = k.name AND w.enabled
         ORDER BY k.position, w.id`,
};

/**
 * The executions under way of these contacts (`$1` project, `$2` contact, pairwise) whose steps wait for one of the events `$3`, as
 * they are now, locked.
 */
export const lockAwaiting: Statement = {
  name: 'workflow_lock_awaiting',
  text: `SELECT e.project_id AS "projectId", e.id, e.contact_id AS "contactId", e.status, e.phase,
           e.claim_token IS NOT NULL AS "isClaimed", e.wait_event AS "waitEvent", e.waited, e.early,
           e.source_event_id AS "sourceEventId", d.awaits
         FROM workflow.execution e
         JOIN workflow.definition d
           ON d.project_id = e.project_id AND d.workflow_id = e.workflow_id AND d.version = e.version
         WHERE (e.project_id, e.contact_id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
           AND e.status IN ('RUNNING', 'WAITING') AND d.awaits && $3::text[]
         ORDER BY e.project_id, e.id FOR UPDATE OF e`,
};

/** Writes what events changed of locked executions (`$1`: project_id, id, wait_event, waited, early). One whose wait is over is due. */
export const writeReached: Statement = {
  name: 'workflow_write_reached',
  text: `UPDATE workflow.execution e
         SET waited = g.waited, wait_event = g.wait_event, early = g.early, updated_at = app.now(),
           due_at = CASE WHEN g.waited IS NOT NULL AND e.waited IS NULL THEN app.now() ELSE e.due_at END
         FROM jsonb_to_recordset($1::jsonb)
           AS g (project_id uuid, id uuid, wait_event text, waited jsonb, early jsonb)
         WHERE e.project_id = g.project_id AND e.id = g.id`,
};

/** Counts first opens and clicks of emails (`$1` project, `$2` email, `$3` measure) at their steps. */
export const countOpens: Statement = {
  name: 'workflow_count_opens',
  text: `INSERT INTO workflow.stat AS t (project_id, workflow_id, step_id, measure, count)
         SELECT s.project_id, s.workflow_id, s.step_id, k.measure, count(*)
         FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS k (project_id, email_id, measure)
         JOIN workflow.step_execution s ON s.project_id = k.project_id AND s.email_id = k.email_id
         GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
         ON CONFLICT (project_id, workflow_id, step_id, measure) DO UPDATE SET count = t.count + excluded.count`,
};

/** Which of the contacts (`$1` project, `$2` contact) have executions; answers positions. */
export const contactsWithExecutions: Statement = {
  name: 'workflow_contacts_with_executions',
  text: `SELECT k.position FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k (project_id, contact_id, position)
         WHERE EXISTS (SELECT FROM workflow.execution e WHERE e.project_id = k.project_id AND e.contact_id = k.contact_id)`,
};

/**
 * Forgets a deleted contact (`$1` project, `$2` contact): what is under way fails, and what any execution knew of the person goes.
 * That the executions were there stays.
 */
export const forgetContact: Statement = {
  name: 'workflow_forget_contact',
  text: `WITH open AS (
      SELECT project_id, id, workflow_id, status, current_step_id, seq FROM workflow.execution
      WHERE project_id = $1 AND contact_id = $2 FOR UPDATE
    ), executions AS (
      UPDATE workflow.execution e SET
        status = CASE WHEN e.status IN ('RUNNING', 'WAITING') THEN 'FAILED' ELSE e.status END,
        exit_reason = CASE WHEN e.status IN ('RUNNING', 'WAITING') THEN 'contact_deleted' ELSE e.exit_reason END,
        completed_at = coalesce(e.completed_at, app.now()), phase = 'ended', wait_event = NULL, waited = NULL, early = NULL, due_at = NULL,
        claim_token = NULL, contact_email = NULL, event = '{}', context = '{}', updated_at = app.now()
      FROM open o WHERE e.project_id = o.project_id AND e.id = o.id
    ), steps AS (
      UPDATE workflow.step_execution s SET
        output = NULL, input = NULL,
        status = CASE WHEN s.completed_at IS NULL THEN 'FAILED' ELSE s.status END,
        error = CASE WHEN s.completed_at IS NULL THEN 'the contact was deleted' END,
        completed_at = coalesce(s.completed_at, app.now())
      FROM open o WHERE s.project_id = o.project_id AND s.execution_id = o.id
    ), changes AS (
      SELECT workflow_id, workflow_id AS step_id, status AS measure, -1 AS change FROM open
      WHERE status IN ('RUNNING', 'WAITING')
      UNION ALL
      SELECT workflow_id, workflow_id, 'FAILED', 1 FROM open WHERE status IN ('RUNNING', 'WAITING')
      UNION ALL
      SELECT o.workflow_id, s.step_id, 'failed', 1 FROM open o
      JOIN workflow.step_execution s ON s.project_id = $1 AND s.execution_id = o.id AND s.completed_at IS NULL
    )
    INSERT INTO workflow.stat AS t (project_id, workflow_id, step_id, measure, count)
    SELECT $1, workflow_id, step_id, measure, sum(change) FROM changes GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (project_id, workflow_id, step_id, measure) DO UPDATE SET count = t.count + excluded.count`,
};
