import type { Statement } from '@waybill/database/db';

/** Emails of workflows that a contact (`$2`) of project `$1` got in the last hour. */
export const countEmails: Statement = {
  name: 'workflow_count_emails',
  text: `SELECT count(*)::integer AS emails FROM workflow.step_execution
         WHERE project_id = $1 AND contact_id = $2 AND started_at > app.now() - interval '1 hour'`,
};
