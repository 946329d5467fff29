import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

/** Rows of a project in one table of the service. */
export const segmentRows = (system: System, table: string, projectId: string): Promise<number> =>
  count(system, `SELECT 1 FROM segments.${table} WHERE project_id = $1`, [projectId]);

/** The last heartbeat of each job was an hour ago: its process may have died. */
export const endHeartbeats = (system: System) =>
  rows(system, `UPDATE segments_job.job SET heartbeat_on = app.now() - interval '1 hour' WHERE state = 'active'`);

/** Jobs whose process died stay with it: no other process goes on with them. */
export const holdJobs = (system: System) =>
  rows(system, `UPDATE segments_job.job SET heartbeat_on = app.now() + interval '1 hour' WHERE state = 'active'`);

/** The contacts of a project with a value in a field, by id. */
export const contactsWithValue = async (
  system: System,
  projectId: string,
  key: string,
  value: string,
): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      system,
      'SELECT id FROM contacts.contact WHERE project_id = $1 AND data ->> $2 = $3 ORDER BY id',
      [projectId, key, value],
    )
  ).map(({ id }) => id);

/** The members of a segment, by id. */
export const membersOf = async (system: System, projectId: string, segmentId: string): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      system,
      `SELECT contact_id AS id FROM segments.membership
       WHERE project_id = $1 AND segment_id = $2 AND exited_at IS NULL ORDER BY 1`,
      [projectId, segmentId],
    )
  ).map(({ id }) => id);

/** Runs `work` while a membership cannot be changed: a compute stands still where it would change it. */
export const whileMemberLocked = (
  system: System,
  segmentId: string,
  contactId: string,
  work: () => Promise<void>,
): Promise<void> =>
  system.database.db.transaction(async (tx) => {
    const lock = 'SELECT 1 FROM segments.membership WHERE segment_id = $1 AND contact_id = $2 FOR UPDATE';
    await tx.query(lock, [segmentId, contactId]);
    await work();
  });

/** Memberships of a contact, also those that ended. */
export const membershipsOf = (system: System, contactId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM segments.membership WHERE contact_id = $1', [contactId]);

/** Members and rechecks of a segment, and computes of it that are not over. */
export const rowsOfSegment = (system: System, segmentId: string): Promise<number> =>
  count(
    system,
    `SELECT 1 FROM segments.membership WHERE segment_id = $1
     UNION ALL SELECT 1 FROM segments.recheck WHERE segment_id = $1
     UNION ALL SELECT 1 FROM segments.compute WHERE segment_id = $1 AND state IN ('waiting', 'active')`,
    [segmentId],
  );

/** The entries and exits of a segment that are in the outbox, in their order. */
export const segmentEvents = (system: System, segmentId: string) =>
  rows<{ id: string; subject: string; contactId: string }>(
    system,
    `SELECT payload::jsonb ->> 'id' AS id, subject, payload::jsonb ->> 'contactId' AS "contactId" FROM segments.outbox_event
     WHERE payload::jsonb #>> '{data,segmentId}' = $1 ORDER BY seq, position`,
    [segmentId],
  );

/** Events of all segments that are in the outbox. */
export const allSegmentEvents = (system: System): Promise<number> =>
  count(system, 'SELECT 1 FROM segments.outbox_event');

/** Computes of a segment that are not over. */
export const openComputes = (system: System, segmentId: string): Promise<number> =>
  count(system, `SELECT 1 FROM segments.compute WHERE segment_id = $1 AND state IN ('waiting', 'active')`, [segmentId]);

export const newestSegment = async (system: System, projectId: string): Promise<string | undefined> =>
  (
    await rows<{ id: string }>(
      system,
      'SELECT id FROM segments.segment WHERE project_id = $1 ORDER BY created_at DESC LIMIT 1',
      [projectId],
    )
  )[0]?.id;

export const lastCompute = async (system: System, segmentId: string) =>
  (
    await rows<{ state: string; progress: number; added: number; removed: number }>(
      system,
      `SELECT state, progress, added::int, removed::int FROM segments.compute
       WHERE segment_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [segmentId],
    )
  )[0];
