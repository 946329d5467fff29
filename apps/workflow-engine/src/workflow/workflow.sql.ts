import type { Statement } from '@waybill/database/db';

/** How many executions the workflows `$2` of project `$1` have ever had. */
export const countExecutions: Statement = {
  name: 'workflow_count_executions',
  text: `SELECT workflow_id AS "workflowId", count::integer AS executions FROM workflow.stat
         WHERE project_id = $1 AND workflow_id = ANY ($2::uuid[]) AND step_id = workflow_id AND measure = 'started'`,
};

/** Workflows `$2` of project `$1` that have executions under way. */
export const findActive: Statement = {
  name: 'workflow_find_active',
  text: `SELECT DISTINCT workflow_id AS id FROM workflow.execution
         WHERE project_id = $1 AND workflow_id = ANY ($2::uuid[]) AND status IN ('RUNNING', 'WAITING')`,
};

/** Workflows of project `$1` that name `$2`, by name. */
export const findReferences: Statement = {
  name: 'workflow_find_references',
  text: `SELECT id, name FROM workflow.workflow WHERE project_id = $1 AND refs && $2::text[] ORDER BY name, id LIMIT 100`,
};

/** Removes everything of the workflows `$2` of project `$1` but themselves, a chunk at a time; answers how many rows. */
export const deleteExecutions: Statement = {
  name: 'workflow_delete_executions',
  text: `WITH gone AS (
      SELECT project_id, id FROM workflow.execution WHERE project_id = $1 AND workflow_id = ANY ($2::uuid[]) LIMIT $3
    ), steps AS (
      DELETE FROM workflow.step_execution s USING gone g WHERE s.project_id = g.project_id AND s.execution_id = g.id
    )
    DELETE FROM workflow.execution e USING gone g WHERE e.project_id = g.project_id AND e.id = g.id RETURNING 1`,
};

/** Removes counters and versions of the workflows `$2` of project `$1`. */
export const deleteRest: Statement = {
  name: 'workflow_delete_rest',
  text: `WITH stats AS (
      DELETE FROM workflow.stat WHERE project_id = $1 AND workflow_id = ANY ($2::uuid[])
    )
    DELETE FROM workflow.definition WHERE project_id = $1 AND workflow_id = ANY ($2::uuid[])`,
};

/** Is a workflow of project `$1` enabled? */
export const hasEnabled: Statement = {
  name: 'workflow_has_enabled',
  text: `SELECT EXISTS (SELECT FROM workflow.workflow WHERE project_id = $1 AND enabled) AS "hasEnabledWorkflow"`,
};

/** The latest data of an event's name (`$2`) among the newest events of project `$1`. */
export const latestEventData: Statement = {
  name: 'workflow_latest_event_data',
  text: `SELECT data FROM contacts.event WHERE project_id = $1 AND name = $2 ORDER BY id DESC LIMIT 100`,
};
