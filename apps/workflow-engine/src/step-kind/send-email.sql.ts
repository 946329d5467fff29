import type { Statement } from '@waybill/database/db';

/** How many emails of workflows contacts (`$1` project, `$2` contact, pairwise) got in the last hour; answers positions. */
export const countEmails: Statement = {
  name: 'workflow_count_emails',
  text: `SELECT k.position, (
           SELECT count(*)::integer FROM workflow.step_execution s
           WHERE s.project_id = k.project_id AND s.contact_id = k.contact_id AND s.started_at > app.now() - interval '1 hour'
         ) AS emails
         FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k (project_id, contact_id, position)`,
};
