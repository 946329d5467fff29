import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

/** Forgets circuits, rates and quotas of all provider accounts. */
export const forgetProviderAccounts = (system: System) => rows(system, 'DELETE FROM delivery.provider_account');

/** Bodies that providers sent. */
export const providerMessages = (system: System): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.provider_message');

/** Inbound emails that are stored and not imported yet. */
export const inboundWaiting = (system: System): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.provider_message WHERE inbound AND processed_at IS NULL');

/** They are imported now; a worker that ended had a minute for each. */
export const importInboundNow = (system: System) =>
  rows(system, 'UPDATE delivery.provider_message SET due_at = app.now() WHERE inbound AND processed_at IS NULL');

/** Bodies and reports that have not been read. */
export const unreadReports = (system: System): Promise<number> =>
  count(
    system,
    `SELECT 1 FROM delivery.provider_notification WHERE processed_at IS NULL
     UNION ALL SELECT 1 FROM delivery.provider_message WHERE processed_at IS NULL`,
  );

/** The reports of one email of a kind, and what each led to. */
export const reportsOf = (system: System, emailId: string, kind: string) =>
  rows<{ note: string | null; done: boolean }>(
    system,
    `SELECT note, processed_at IS NOT NULL AS done FROM delivery.provider_notification
     WHERE email_id = $1 AND kind = $2 ORDER BY id`,
    [emailId, kind],
  );

/** No report of a provider is due. */
export const noReportDue = async (system: System): Promise<boolean> =>
  (await count(system, 'SELECT 1 FROM delivery.provider_ingress WHERE owed_since IS NULL')) === 1;

/** A report has been due for five minutes more; false when none is. */
export const ageDueReport = async (system: System): Promise<boolean> =>
  (
    await rows(
      system,
      `UPDATE delivery.provider_ingress SET owed_since = owed_since - interval '5 minutes',
         heard_at = heard_at - interval '6 minutes', steady_since = steady_since - interval '1 day'
       WHERE owed_since IS NOT NULL RETURNING 1`,
    )
  ).length === 1;

/** A body that was given up after its last attempt. */
export const giveUpMessage = (system: System, topicArn: string, content: object) =>
  rows(
    system,
    `INSERT INTO delivery.provider_message (id, provider, source, content, published_at, attempts, processed_at, note)
     VALUES ('given-up', 'ses', $1, $2, app.now(), 8, app.now(), 'failed: a bug')`,
    [topicArn, Buffer.from(JSON.stringify(content))],
  );

/** A click of an email that was given up after its last attempt; returns the id of the report. */
export async function giveUpClick(system: System, projectId: string, emailId: string): Promise<string> {
  const [report] = await rows<{ id: string }>(
    system,
    `INSERT INTO delivery.provider_notification (id, provider, project_id, email_id, kind, occurred_at, dedup_key, attempts,
       processed_at, note)
     VALUES (gen_random_uuid(), 'ses', $1, $2, 'Click', app.now() + interval '1 minute', 'given-up', 8, app.now(), 'failed: another')
     RETURNING id`,
    [projectId, emailId],
  );
  return report!.id;
}
