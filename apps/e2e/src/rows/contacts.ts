import type { System } from '@waybill/testing/system';
import { count, rows } from './rows';

export interface EventRow {
  id: string;
  contact_id: string;
  name: string;
  data: Record<string, unknown>;
}

export interface ContactRow {
  id: string;
  subscribed: boolean;
  suppressed: string | null;
  data: Record<string, unknown>;
}

/** The contact of an address as it is stored; undefined when there is none. */
export const contactRow = async (system: System, projectId: string, email: string): Promise<ContactRow | undefined> =>
  (
    await rows<ContactRow>(
      system,
      'SELECT id, subscribed, suppressed, data FROM contacts.contact WHERE project_id = $1 AND email = $2',
      [projectId, email],
    )
  )[0];

/** The tracked events of an address, the oldest first. */
export const eventsOfAddress = (system: System, projectId: string, email: string): Promise<EventRow[]> =>
  rows<EventRow>(
    system,
    `SELECT e.id, e.contact_id, e.name, e.data FROM contacts.event e JOIN contacts.contact c
       ON c.project_id = e.project_id AND c.id = e.contact_id
     WHERE c.project_id = $1 AND c.email = $2 ORDER BY e.id`,
    [projectId, email],
  );

export const eventsOfContact = (system: System, projectId: string, contactId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM contacts.event WHERE project_id = $1 AND contact_id = $2', [projectId, contactId]);

export const eventsOfProject = (system: System, projectId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM contacts.event WHERE project_id = $1', [projectId]);

export const contactsOf = (system: System, projectId: string): Promise<number> =>
  count(system, 'SELECT 1 FROM contacts.contact WHERE project_id = $1', [projectId]);

/** Contacts with any of these addresses, of any project. */
export const contactsWith = (system: System, addresses: string[]): Promise<number> =>
  count(system, 'SELECT 1 FROM contacts.contact WHERE email = ANY ($1)', [addresses]);

/** Contacts with any of these addresses that bounced. */
export const bouncedContacts = (system: System, addresses: string[]): Promise<number> =>
  count(system, `SELECT 1 FROM contacts.contact WHERE email = ANY ($1) AND suppressed = 'bounce'`, [addresses]);

/** Which of these tracked events are stored. */
export const storedEvents = (system: System, ids: string[]): Promise<number> =>
  count(system, 'SELECT 1 FROM contacts.event WHERE id = ANY ($1)', [ids]);

/** Contacts that were made before computers were. */
export const contactsOf1970 = (system: System): Promise<number> =>
  count(system, `SELECT 1 FROM contacts.contact WHERE created_at < '1971-01-01'`);

export const contactIds = async (system: System, projectId: string): Promise<string[]> =>
  (await rows<{ id: string }>(system, 'SELECT id FROM contacts.contact WHERE project_id = $1', [projectId])).map(
    ({ id }) => id,
  );

/** The address bounced or complained. */
export const suppress = (system: System, email: string, reason: string) =>
  rows(system, 'UPDATE contacts.contact SET subscribed = false, suppressed = $1 WHERE email = $2', [reason, email]);

/** 100 contacts with 60 KB of data each. */
export const largeContacts = (system: System, projectId: string) =>
  rows(
    system,
    `INSERT INTO contacts.contact (project_id, id, email, subscribed, data)
     SELECT $1, gen_random_uuid(), 'large' || n || '@example.com', true, jsonb_build_object('text', repeat('x', 60000))
     FROM generate_series(1, 100) AS n`,
    [projectId],
  );

/** Changes of statistics of a project that are not added up yet. */
export const openSums = (system: System, projectId: string): Promise<number> =>
  count(
    system,
    `SELECT 1 FROM contacts.stat_delta WHERE project_id = $1
     UNION ALL SELECT 1 FROM contacts.event_count_delta WHERE project_id = $1`,
    [projectId],
  );

/** Rows of the outbox whose events are not published. */
export const unpublishedChanges = (system: System): Promise<number> =>
  count(system, 'SELECT 1 FROM contacts.outbox WHERE published_in IS NULL');

export const jobs = (system: System): Promise<number> => count(system, 'SELECT 1 FROM contacts.job');

/** Imports that wait and that no worker knows of; returns their ids. */
export const makeJobs = async (system: System, projectId: string, number: number): Promise<string[]> =>
  (
    await rows<{ id: string }>(
      system,
      `INSERT INTO contacts.job (project_id, id, kind, request_id) SELECT $1, gen_random_uuid(), 'import', gen_random_uuid()
       FROM generate_series(1, $2) RETURNING id`,
      [projectId, number],
    )
  ).map(({ id }) => id);

/** The last heartbeat of each job was an hour ago: no process works on it. Called while none does. */
export const endHeartbeats = (system: System) =>
  rows(system, `UPDATE contacts_job.job SET heartbeat_on = app.now() - interval '1 hour' WHERE state = 'active'`);

/** A job of a project was changed 25 hours ago. */
export const ageJob = (system: System, projectId: string, id: string) =>
  rows(
    system,
    `UPDATE contacts.job SET updated_at = updated_at - interval '25 hours' WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  );

export const completeJob = (system: System, id: string) =>
  rows(system, `UPDATE contacts.job SET state = 'completed' WHERE id = $1`, [id]);

/** Runs `work` while the contacts of a project are locked. */
export const whileContactsAreLocked = <T>(system: System, projectId: string, work: () => Promise<T>): Promise<T> =>
  system.database.db.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM contacts.contact WHERE project_id = $1 FOR UPDATE', [projectId]);
    return work();
  });

/** Makes the partition of a month, from `begin` to `end`, with one event `ancient` of a contact on its second day. */
export async function pastMonth(system: System, projectId: string, contactId: string, [begin, end]: [string, string]) {
  const part = `contacts.event_${begin.slice(0, 7).replace('-', '_')}`;
  await rows(system, `CREATE TABLE ${part} (LIKE contacts.event INCLUDING ALL)`);
  await rows(
    system,
    `DO $$ BEGIN EXECUTE format('ALTER TABLE contacts.event ATTACH PARTITION ${part} FOR VALUES FROM (%L) TO (%L)',
       contacts.id_floor('${begin}'::timestamptz), contacts.id_floor('${end}'::timestamptz)); END $$`,
  );
  await rows(
    system,
    `INSERT INTO contacts.event (project_id, id, contact_id, name, created_at)
     VALUES ($1, contacts.id_floor($3::timestamptz + interval '1 day'), $2, 'ancient', $3::timestamptz + interval '1 day')`,
    [projectId, contactId, begin],
  );
}

/** Whether the partition of the month of a date exists. */
export async function hasMonth(system: System, begin: string): Promise<boolean> {
  const part = `contacts.event_${begin.slice(0, 7).replace('-', '_')}`;
  const [found] = await rows<{ name: string | null }>(system, 'SELECT to_regclass($1)::text AS name', [part]);
  return found!.name !== null;
}
