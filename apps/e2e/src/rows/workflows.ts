import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

/** Makes every wait of an execution due. */
export const endWaits = (system: System, executionId: string) =>
  rows(
    system,
    `WITH aged AS (
       UPDATE workflow.step_execution SET scheduled_for = app.now() - interval '1 second'
       WHERE execution_id = $1 AND status = 'WAITING'
     ) UPDATE workflow.execution SET due_at = app.now() - interval '1 second' WHERE id = $1 AND due_at IS NOT NULL`,
    [executionId],
  );

/** The stored steps of a workflow, and of the definitions that its executions run by, as JSON texts. */
export const storedGraphs = (system: System, workflowId: string) =>
  rows<{ graph: string; definition: string | null }>(
    system,
    `SELECT w.graph::text AS graph, d.graph::text AS definition FROM workflow.workflow w
     LEFT JOIN workflow.definition d ON d.project_id = w.project_id AND d.workflow_id = w.id WHERE w.id = $1`,
    [workflowId],
  );

/** Status and reason of the end of the executions of a project. */
export const executionEnds = (system: System, projectId: string) =>
  rows<{ status: string; reason: string | null }>(
    system,
    'SELECT status, exit_reason AS reason FROM workflow.execution WHERE project_id = $1',
    [projectId],
  );

/** Status of the steps of the executions of a project, in their order. */
export const stepStatuses = async (system: System, projectId: string): Promise<string[]> =>
  (
    await rows<{ status: string }>(
      system,
      'SELECT status FROM workflow.step_execution WHERE project_id = $1 ORDER BY seq',
      [projectId],
    )
  ).map(({ status }) => status);

/** The clock of the database, in whole milliseconds. */
export const databaseTime = async (system: System): Promise<Date> =>
  (await rows<{ now: Date }>(system, `SELECT date_trunc('milliseconds', app.now()) AS now`))[0]!.now;

/** The visits of a project's steps that wait until a time. */
export const timersOf = (system: System, projectId: string) =>
  rows<{ startedAt: Date; scheduledFor: Date; completedAt: Date }>(
    system,
    `SELECT started_at AS "startedAt", scheduled_for AS "scheduledFor", completed_at AS "completedAt"
     FROM workflow.step_execution WHERE project_id = $1 AND scheduled_for IS NOT NULL`,
    [projectId],
  );

/** Webhooks of a project that the simulator took. */
export const caughtWebhooks = (system: System, projectId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.mailbox_webhook WHERE project_id = $1', [projectId]);

/** Rows of a project in one table of the service. */
export const workflowRows = (system: System, table: string, projectId: string): Promise<number> =>
  count(system, `SELECT 1 FROM workflow.${table} WHERE project_id = $1`, [projectId]);

/** The executions of a project. */
export const executionsOf = (system: System, projectId: string) =>
  rows<{ id: string; status: string; workflowId: string }>(
    system,
    'SELECT id, status, workflow_id AS "workflowId" FROM workflow.execution WHERE project_id = $1',
    [projectId],
  );

/** The end of a lease is the only due time of a claimed execution; a timer that was claimed was due. */
export const endExecutionLeases = (system: System, projectId: string) =>
  rows(
    system,
    `UPDATE workflow.execution SET due_at = app.now()
     WHERE project_id = $1 AND claim_token IS NOT NULL AND updated_at < app.now() - interval '4 seconds'`,
    [projectId],
  );

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

/**
 * Rows that no run may leave: each names what is wrong. An execution may fail because its process died while it called a webhook, or
 * because the catcher of the webhooks, which is asked over NATS, was down.
 */
export const wrongRows = (system: System, projectId: string) =>
  rows<{ wrong: string; id: string }>(system, wrongs, [projectId]);
