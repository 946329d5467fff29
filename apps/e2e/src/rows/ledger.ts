import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

/** Moves the next attempt of an email, for example to `1 hour` from now. */
export const attemptIn = (system: System, emailId: string, interval: string) =>
  rows(system, 'UPDATE delivery.queue SET due_at = app.now() + $2::interval WHERE email_id = $1', [emailId, interval]);

/** An email that waits for its next attempt is due now. */
export const attemptNow = (system: System, emailId: string) => attemptIn(system, emailId, '0');

/** Moves the next attempt of an email that is in the queue and not claimed an hour away; false when there is none. */
export const holdEmail = async (system: System, projectId: string, emailId: string): Promise<boolean> =>
  (
    await rows(
      system,
      `UPDATE delivery.queue SET due_at = app.now() + interval '1 hour'
       WHERE project_id = $1 AND email_id = $2 AND claim_token IS NULL RETURNING 1`,
      [projectId, emailId],
    )
  ).length > 0;

/** The same for all emails of a project. */
export const holdEmails = (system: System, projectId: string) =>
  rows(
    system,
    `UPDATE delivery.queue SET due_at = app.now() + interval '1 hour' WHERE project_id = $1 AND claim_token IS NULL`,
    [projectId],
  );

/** Emails of a project that {@link holdEmails} moved. */
export const heldEmails = (system: System, projectId: string): Promise<number> =>
  count(
    system,
    `SELECT 1 FROM delivery.queue
     WHERE project_id = $1 AND claim_token IS NULL AND due_at > app.now() + interval '50 minutes'`,
    [projectId],
  );

/** All emails of a project that wait are due now. */
export const attemptAllNow = (system: System, projectId: string) =>
  rows(system, 'UPDATE delivery.queue SET due_at = app.now() WHERE project_id = $1', [projectId]);

/** From now on emails are due six seconds after they were accepted. */
export async function delayEmails(system: System): Promise<void> {
  await rows(
    system,
    `CREATE FUNCTION delivery.late() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.due_at := NEW.due_at + interval '6 seconds'; RETURN NEW; END $$`,
  );
  await rows(
    system,
    'CREATE TRIGGER late BEFORE INSERT ON delivery.queue FOR EACH ROW EXECUTE FUNCTION delivery.late()',
  );
}

/** Moves the hand-over of an email into the past. */
export const ageHandOver = (system: System, emailId: string, seconds: number) =>
  rows(system, 'UPDATE delivery.email SET sent_at = sent_at - make_interval(secs => $2) WHERE id = $1', [
    emailId,
    seconds,
  ]);

/** The outcome of an email has been unknown for this long. */
export const unknownFor = (system: System, emailId: string, minutes: number) =>
  rows(system, 'UPDATE delivery.email SET unknown_since = app.now() - make_interval(mins => $2) WHERE id = $1', [
    emailId,
    minutes,
  ]);

/** The ledger's row of an email, with its row of the queue. */
export const emailRow = async (
  system: System,
  projectId: string,
  id: string,
): Promise<Record<string, unknown> | undefined> =>
  (
    await rows<Record<string, unknown>>(
      system,
      'SELECT * FROM delivery.email_state WHERE project_id = $1 AND id = $2',
      [projectId, id],
    )
  )[0];

/** The row of the one email to an address, of any project; undefined when there is none. */
export const emailRowTo = async (
  system: System,
  address: string,
): Promise<(Record<string, unknown> & { id: string }) | undefined> =>
  (
    await rows<Record<string, unknown> & { id: string }>(
      system,
      'SELECT * FROM delivery.email_state WHERE to_address = $1',
      [address],
    )
  )[0];

/** Which of these emails are in the ledger. */
export const storedEmails = (system: System, ids: string[]): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.email WHERE id = ANY ($1)', [ids]);

/** Which of these emails have one of these statuses. */
export const emailsIn = (system: System, ids: string[], statuses: string[]): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.email_state WHERE id = ANY ($1) AND status = ANY ($2)', [ids, statuses]);

/** Those of these emails that are no possible duplicates. */
export const emailsSentOnce = async (system: System, ids: string[]): Promise<string[]> =>
  (
    await rows<{ id: string }>(system, 'SELECT id FROM delivery.email WHERE id = ANY ($1) AND NOT possible_duplicate', [
      ids,
    ])
  ).map(({ id }) => id);

/** The lease of a claimed email ended an hour ago. */
export const endLease = (system: System, emailId: string) =>
  rows(system, `UPDATE delivery.queue SET lease_until = lease_until - interval '1 hour' WHERE email_id = $1`, [
    emailId,
  ]);

/** Copies of an email in the simulator mailbox. */
export const mailboxCopies = (system: System, emailId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.mailbox_message WHERE email_id = $1', [emailId]);

/** Rows of the outbox whose events are not published. */
export const unpublished = (system: System): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.outbox WHERE published_in IS NULL');

/** Messages of a project in the simulator mailbox, by recipient. */
export const mailboxCopiesByRecipient = async (system: System, projectId: string): Promise<Map<string, number>> => {
  const found = await rows<{ to: string; n: number }>(
    system,
    'SELECT to_address AS "to", count(*)::integer AS n FROM delivery.mailbox_message WHERE project_id = $1 GROUP BY 1',
    [projectId],
  );
  return new Map(found.map(({ to, n }) => [to, n]));
};

/** The message of the simulator mailbox that an email became; undefined before it arrived. */
export const mailboxMessageOf = async (system: System, emailId: string): Promise<string | undefined> =>
  (await rows<{ id: string }>(system, 'SELECT id FROM delivery.mailbox_message WHERE email_id = $1', [emailId]))[0]?.id;

/** Outcomes of the attempts of the emails of a project to addresses that begin so. */
export const attemptOutcomes = async (system: System, projectId: string, to: string): Promise<string[]> =>
  (
    await rows<{ outcome: string }>(
      system,
      `SELECT a.outcome FROM delivery.send_attempt a JOIN delivery.email e ON e.id = a.email_id
       WHERE e.project_id = $1 AND starts_with(e.to_address, $2) ORDER BY a.attempt`,
      [projectId, to],
    )
  ).map(({ outcome }) => outcome);

/** Ledger rows of a project. */
export const emailsOf = (system: System, projectId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.email WHERE project_id = $1', [projectId]);

export const deliveredEmailsOf = (system: System, projectId: string): Promise<number> =>
  count(system, `SELECT 1 FROM delivery.email WHERE project_id = $1 AND status = 'DELIVERED'`, [projectId]);

/** Emails of a project that wait or whose outcome is unknown. */
export const openEmails = (system: System, projectId: string): Promise<number> =>
  count(system, `SELECT 1 FROM delivery.email WHERE project_id = $1 AND status IN ('QUEUED', 'UNKNOWN')`, [projectId]);

/** Emails of a project that a provider accepted. */
export const sentEmailsOf = (system: System, projectId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.email WHERE project_id = $1 AND sent_at IS NOT NULL', [projectId]);

/** Emails of a project whose outcome is known. */
export const settledEmailsOf = (system: System, projectId: string): Promise<number> =>
  count(
    system,
    `SELECT 1 FROM delivery.email WHERE project_id = $1 AND status NOT IN ('QUEUED', 'SENDING', 'UNKNOWN')`,
    [projectId],
  );

/** The emails to any of these addresses, of any project. */
export const emailsTo = async (system: System, addresses: string[]): Promise<string[]> =>
  (await rows<{ id: string }>(system, 'SELECT id FROM delivery.email WHERE to_address = ANY ($1)', [addresses])).map(
    ({ id }) => id,
  );

/** Emails of a project in each status. */
export async function emailsByStatus(system: System, projectId: string): Promise<Record<string, number>> {
  const found = await rows<{ status: string; count: number }>(
    system,
    `SELECT status, count(*)::integer AS count FROM delivery.email_state WHERE project_id = $1 GROUP BY status`,
    [projectId],
  );
  return Object.fromEntries(found.map((row) => [row.status, row.count]));
}

/** Ledger rows of a project whose text contains an address in any column. */
export const emailsNaming = (system: System, projectId: string, address: string): Promise<number> =>
  count(system, 'SELECT 1 FROM delivery.email e WHERE project_id = $1 AND position($2 in e::text) > 0', [
    projectId,
    address,
  ]);

/** Removes the content of an email, as retention does. */
export const removeContent = (system: System, emailId: string) =>
  rows(system, 'DELETE FROM delivery.message WHERE id = (SELECT message_id FROM delivery.email WHERE id = $1)', [
    emailId,
  ]);

/** The emails of a project become those of a campaign that was sent at this time. */
export const asCampaign = (system: System, projectId: string, sentAt: string) =>
  rows(
    system,
    `UPDATE delivery.email SET source_type = 'CAMPAIGN', lane = 'campaign', campaign_id = contact_id, sent_at = $2
     WHERE project_id = $1`,
    [projectId, sentAt],
  );

/** Counts this number of further emails of campaigns for the project this month. */
export const useCampaignEmails = (system: System, projectId: string, emails: number) =>
  rows(system, 'UPDATE delivery.monthly_usage SET campaigns = campaigns + $2 WHERE project_id = $1', [
    projectId,
    emails,
  ]);

/** Rows of a project in one table of the service. */
export const deliveryRows = (system: System, table: string, projectId: string): Promise<number> =>
  count(system, `SELECT 1 FROM delivery.${table} WHERE project_id = $1`, [projectId]);

/** Status of a campaign, and why Waybill stopped it. Its project may be disabled. */
export const campaignEnd = async (
  system: System,
  campaignId: string,
): Promise<{ status?: string; reason?: string | null }> =>
  (
    await rows<{ status: string; reason: string | null }>(
      system,
      'SELECT status, reason FROM delivery.campaign WHERE id = $1',
      [campaignId],
    )
  )[0] ?? {};

export interface CampaignEmail {
  id: string;
  to: string;
  status: string;
  reason: string | null;
}

export const emailsOfCampaign = (system: System, campaignId: string): Promise<CampaignEmail[]> =>
  rows<CampaignEmail>(
    system,
    'SELECT id, to_address AS "to", status, reason FROM delivery.email WHERE campaign_id = $1',
    [campaignId],
  );

/** Emails of a campaign in the queue, also those that are being handed over. */
export const queuedEmailsOfCampaign = (system: System, campaignId: string): Promise<number> =>
  count(
    system,
    `SELECT 1 FROM delivery.queue q JOIN delivery.email e ON e.project_id = q.project_id AND e.id = q.email_id
     WHERE e.campaign_id = $1`,
    [campaignId],
  );

/** How many emails of a campaign are queued or in doubt, sent, and ended by its cancel. */
export const campaignEmailCounts = async (
  system: System,
  campaignId: string,
): Promise<{ open: number; sent: number; cancelled: number }> =>
  (
    await rows<{ open: number; sent: number; cancelled: number }>(
      system,
      `SELECT count(*) FILTER (WHERE status IN ('QUEUED', 'UNKNOWN'))::integer AS open,
         count(*) FILTER (WHERE status = 'SENT')::integer AS sent,
         count(*) FILTER (WHERE status = 'FAILED' AND reason = 'campaign_cancelled')::integer AS cancelled
       FROM delivery.email WHERE campaign_id = $1`,
      [campaignId],
    )
  )[0]!;

/** When the worker looks at a campaign again. */
export const campaignDueAt = async (system: System, campaignId: string): Promise<Date | null | undefined> =>
  (await rows<{ at: Date | null }>(system, 'SELECT due_at AS at FROM delivery.campaign WHERE id = $1', [campaignId]))[0]
    ?.at;

/** Emails of campaigns that count against the caps of a project. */
export const campaignUsage = async (system: System, projectId: string): Promise<number | undefined> =>
  (
    await rows<{ n: number }>(
      system,
      'SELECT sum(campaigns)::integer AS n FROM delivery.monthly_usage WHERE project_id = $1',
      [projectId],
    )
  )[0]?.n;

/** Why emails of a campaign failed. */
export const failuresOf = async (system: System, campaignId: string): Promise<string[]> =>
  (
    await rows<{ reason: string }>(
      system,
      `SELECT reason FROM delivery.email WHERE campaign_id = $1 AND status = 'FAILED'`,
      [campaignId],
    )
  ).map(({ reason }) => reason);

/** Makes a counter of a campaign wrong by this number. */
export const miscountSent = (system: System, campaignId: string, by: number) =>
  rows(system, 'UPDATE delivery.campaign_count SET sent = sent + $2 WHERE campaign_id = $1 AND sent > 0', [
    campaignId,
    by,
  ]);

/** Templates whose bodies have 2.1 MB each. */
export const largeTemplates = (system: System, projectId: string, templates: number) =>
  rows(
    system,
    `INSERT INTO delivery.template (project_id, id, name, subject, body, type)
     SELECT $1, gen_random_uuid(), 'large ' || n, 's', repeat('\u4e2d', 700000), 'MARKETING' FROM generate_series(1, $2) AS n`,
    [projectId, templates],
  );

/** Messages of 13 MB in the simulator mailbox, to a@person.example. */
export const largeMailboxMessages = (system: System, projectId: string, from: string, messages: number) =>
  rows(
    system,
    `INSERT INTO delivery.mailbox_message (id, project_id, email_id, attempt, to_address, from_address, subject, raw)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 1, 'a@person.example', $2, 's',
       convert_to(E'Content-Type: text/html\r\n\r\n' || repeat('<p>waybill</p>', 930000), 'UTF8') FROM generate_series(1, $3)`,
    [projectId, from, messages],
  );
