import type { Statement } from '@waybill/database/db';

/** Workflows of project `$1` that name one of `$2`, with their graphs. */
export const findWithTemplate: Statement = {
  name: 'workflow_find_with_template',
  text: `SELECT id, name, graph FROM workflow.workflow WHERE project_id = $1 AND refs && $2::text[]
         ORDER BY name, id LIMIT 100`,
};
