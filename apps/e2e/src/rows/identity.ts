import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

export const endSession = (system: System, id: string) =>
  rows(system, 'UPDATE identity.session SET expires_at = app.now() WHERE id = $1', [id]);

/** An hour passes for all tokens that were sent by mail. */
export const ageTokens = (system: System) =>
  rows(system, `UPDATE identity.token SET expires_at = expires_at - interval '1 hour'`);

/** Mails of Waybill itself that are still to be made. */
export const waitingAccountMails = (system: System): Promise<number> =>
  count(system, 'SELECT 1 FROM identity.account_mail');

/** Subjects of the mails to an address in the mailbox. */
export const mailSubjectsTo = async (system: System, address: string): Promise<string[]> =>
  (
    await rows<{ subject: string }>(system, 'SELECT subject FROM delivery.mailbox_message WHERE to_address = $1', [
      address,
    ])
  ).map(({ subject }) => subject);

/** Adds the row of a picture of this size to the project, without a file. */
export const countPicture = (system: System, projectId: string, bytes: number) =>
  rows(
    system,
    `INSERT INTO identity.upload (project_id, name, size, content_type)
     VALUES ($1, gen_random_uuid()::text, $2, 'image/png')`,
    [projectId, bytes],
  );

/** Forgets how often actions were attempted lately. */
export const forgetAttempts = (system: System) => rows(system, 'DELETE FROM identity.throttle');

/** Forgets the failed log-ins over SMTP. */
export const forgetSmtpAttempts = (system: System) =>
  rows(system, `DELETE FROM identity.throttle WHERE key LIKE 'smtp-login:%'`);

/** Disables a project, for example with `MANUAL`, or enables it with null. */
export const disableProject = (system: System, projectId: string, reason: string | null = 'MANUAL') =>
  rows(
    system,
    `UPDATE identity.project SET disabled_at = CASE WHEN $2::text IS NOT NULL THEN app.now() END, disabled_reason = $2
     WHERE id = $1`,
    [projectId, reason],
  );

/** The project is 40 days older. */
export const ageProject = (system: System, projectId: string) =>
  rows(system, `UPDATE identity.project SET created_at = created_at - interval '40 days' WHERE id = $1`, [projectId]);

export const hasProject = async (system: System, projectId: string): Promise<boolean> =>
  (await count(system, 'SELECT 1 FROM identity.project WHERE id = $1', [projectId])) > 0;

/** Makes projects of an account. */
export const makeProjects = (system: System, userId: string, projects: number) =>
  rows(
    system,
    `WITH made AS (INSERT INTO identity.project (id, name) SELECT gen_random_uuid(), 'One of many'
                   FROM generate_series(1, $2) RETURNING id)
     INSERT INTO identity.membership (project_id, user_id, role) SELECT id, $1, 'OWNER' FROM made`,
    [userId, projects],
  );

/** All that is stored of the keys of all projects. */
export const storedKeys = async (system: System): Promise<string[]> =>
  (await rows<{ text: string }>(system, 'SELECT k::text AS text FROM identity.api_key k')).map(({ text }) => text);

/** Changes the row of an idempotency key. */
export const alterIdempotencyKey = (system: System, key: string, set: string) =>
  rows(system, `UPDATE identity.idempotency_key SET ${set} WHERE key = $1`, [key]);

/** Moves all counted hours of a project eight days into the past. */
export const ageReputation = (system: System, projectId: string) =>
  rows(
    system,
    `UPDATE identity.reputation SET hour_at = hour_at - interval '8 days'
     WHERE project_id = $1 AND hour_at > '-infinity'`,
    [projectId],
  );

/** A project whose reputation is to be judged; `due_at` is Infinity while it has too few emails. */
export interface ReputationCheck {
  harm: object | null;
  due_at: Date | number;
}

export const reputationCheck = async (system: System, projectId: string): Promise<ReputationCheck | undefined> =>
  (
    await rows<ReputationCheck>(system, 'SELECT harm, due_at FROM identity.reputation_check WHERE project_id = $1', [
      projectId,
    ])
  )[0];

/** Writes events as the delivery service does: `lines` are `id subject payload`. */
export const writeEvents = (system: System, lines: string[]) =>
  rows(system, 'INSERT INTO delivery.outbox (events, event_count) VALUES ($1, $2)', [lines.join('\n'), lines.length]);

/** Runs `work` while the gateway that counts sent emails waits at the event with this id. */
export const whileSentEventsWait = <T>(system: System, eventId: string, work: () => Promise<T>): Promise<T> =>
  system.database.db.transaction(async (tx) => {
    await tx.query(`INSERT INTO identity.inbox (consumer, message_id) VALUES ('waybill-gateway-sent', $1)`, [eventId]);
    const done = await work();
    await tx.query('DELETE FROM identity.inbox WHERE message_id = $1', [eventId]);
    return done;
  });
