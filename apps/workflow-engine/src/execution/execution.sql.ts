import type { Statement } from '@waybill/database/db';

const columns = `e.id, e.workflow_id AS "workflowId", e.version, e.contact_id AS "contactId", e.contact_email AS "contactEmail",
  e.status, e.current_step_id AS "currentStepId", e.exit_reason AS "exitReason", e.context,
  e.source_event_id AS "sourceEventId", e.started_at AS "startedAt", e.completed_at AS "completedAt",
  e.updated_at AS "updatedAt"`;

/**
 * Executions of a workflow (`$1` project, `$2` workflow), newest start first: `$3` status or null, `$4` contact or null, `$5` id to
 * go on behind or null, `$6` how many.
 */
export const listExecutions: Statement = {
  name: 'workflow_list_executions',
  text: `SELECT ${columns} FROM workflow.execution e
         WHERE e.project_id = $1 AND e.workflow_id = $2 AND ($3::text IS NULL OR e.status = $3)
           AND ($4::uuid IS NULL OR e.contact_id = $4) AND ($5::uuid IS NULL OR e.id < $5)
         ORDER BY e.id DESC LIMIT $6`,
};

/** How many there are of them; at most 10,000 are counted. */
export const countExecutions: Statement = {
  name: 'workflow_count_list',
  text: `SELECT count(*)::integer AS total FROM (
           SELECT FROM workflow.execution e
           WHERE e.project_id = $1 AND e.workflow_id = $2 AND ($3::text IS NULL OR e.status = $3)
             AND ($4::uuid IS NULL OR e.contact_id = $4) LIMIT 10000
         ) AS found`,
};

export const getExecution: Statement = {
  name: 'workflow_get_execution',
  text: `SELECT ${columns} FROM workflow.execution e WHERE e.project_id = $1 AND e.workflow_id = $2 AND e.id = $3`,
};

/** The step history of an execution (`$1` project, `$2` id), in order. */
export const listSteps: Statement = {
  name: 'workflow_list_steps',
  text: `SELECT id, seq, step_id AS "stepId", status, input, output, error, scheduled_for AS "scheduledFor",
           started_at AS "startedAt", completed_at AS "completedAt"
         FROM workflow.step_execution WHERE project_id = $1 AND execution_id = $2 ORDER BY seq`,
};

/** The contact of a manual start: `$1` project, `$2` id. */
export const findContact: Statement = {
  name: 'workflow_find_contact',
  text: `SELECT id, email FROM contacts.contact WHERE project_id = $1 AND id = $2`,
};

/**
 * Cancels executions under way (`$1` project, `$2` workflow, `$3` one execution or null for all, `$4` how many at most): the open
 * step is SKIPPED, and a process that works on one can write nothing more of it. Answers those cancelled.
 */
export const cancelExecutions: Statement = {
  name: 'workflow_cancel',
  text: `WITH open AS (
      SELECT project_id, id, workflow_id, status, current_step_id, seq FROM workflow.execution
      WHERE project_id = $1 AND workflow_id = $2 AND ($3::uuid IS NULL OR id = $3) AND status IN ('RUNNING', 'WAITING')
      ORDER BY id LIMIT $4 FOR UPDATE
    ), cancelled AS (
      UPDATE workflow.execution e SET status = 'CANCELLED', exit_reason = 'cancelled', phase = 'ended', due_at = NULL,
        wait_event = NULL, waited = NULL, early = NULL, claim_token = NULL, completed_at = app.now(), updated_at = app.now()
      FROM open o WHERE e.project_id = o.project_id AND e.id = o.id
      RETURNING e.id, e.contact_id, e.contact_email
    ), steps AS (
      UPDATE workflow.step_execution s SET status = 'SKIPPED', completed_at = app.now()
      FROM open o WHERE s.project_id = o.project_id AND s.execution_id = o.id AND s.completed_at IS NULL
      RETURNING s.workflow_id, s.step_id
    ), counted AS (
      INSERT INTO workflow.stat AS t (project_id, workflow_id, step_id, measure, count)
      SELECT $1, workflow_id, step_id, measure, sum(change) FROM (
        SELECT workflow_id, workflow_id AS step_id, status AS measure, -1 AS change FROM open
        UNION ALL SELECT workflow_id, workflow_id, 'CANCELLED', 1 FROM open
        UNION ALL SELECT workflow_id, step_id, 'skipped', 1 FROM steps
      ) AS changes GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT (project_id, workflow_id, step_id, measure) DO UPDATE SET count = t.count + excluded.count
    )
    SELECT id, contact_id AS "contactId", contact_email AS "contactEmail" FROM cancelled`,
};

/** Counters of a workflow: `$1` project, `$2` workflow. */
export const readStats: Statement = {
  name: 'workflow_read_stats',
  text: `SELECT step_id AS "stepId", measure, count::integer FROM workflow.stat
         WHERE project_id = $1 AND workflow_id = $2`,
};

const upcoming = `SELECT e.id AS "executionId", e.workflow_id AS "workflowId", d.name AS "workflowName", d.graph,
    e.contact_id AS "contactId", e.contact_email AS "contactEmail", e.current_step_id AS "stepId", e.due_at AS at,
    e.wait_event AS "waitsFor"
  FROM workflow.execution e
  JOIN workflow.definition d ON d.project_id = e.project_id AND d.workflow_id = e.workflow_id AND d.version = e.version`;

/** Waiting executions of project `$1` with a time before `$2`, soonest first; `$3` at most. */
export const listUpcoming: Statement = {
  name: 'workflow_upcoming',
  text: `${upcoming}
         WHERE e.project_id = $1 AND e.due_at < $2 AND e.status = 'WAITING' ORDER BY e.due_at LIMIT $3`,
};

/** The same of contact `$4`, with those that wait for an event alone, at last. */
export const listUpcomingOfContact: Statement = {
  name: 'workflow_upcoming_of_contact',
  text: `${upcoming}
         WHERE e.project_id = $1 AND (e.due_at < $2 OR e.due_at IS NULL) AND e.status = 'WAITING' AND e.contact_id = $4
         ORDER BY e.due_at LIMIT $3`,
};
