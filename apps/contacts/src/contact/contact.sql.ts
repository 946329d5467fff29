import type { Statement } from '@waybill/database/db';
import { contactColumns as shownColumns } from '@waybill/audience/contact-row';
import { nextUpdatedAtOf, uuidArray } from '@waybill/database/sql-values';
import type { ContactState, DraftEvent, EventRow } from './contact-draft';
import { outboxLines } from '@waybill/messaging/event/outbox';

/** A row that {@link lockContacts} answers. */
export type ContactRow = ContactState;

/**
 * Locks the contacts of `($1 project ids, $2 emails)`, pairwise. Every writer that locks several contacts does it in this
 * order and before it inserts any, so that two never wait for each other. One index look-up for each address, whatever the
 * size of the table was when the plan was kept. The planner must not see how long the lists are: a plan for a short one
 * looks so cheap to it that it plans each time anew, which takes as long as the locking.
 */
export const lockContacts: Statement = { name: 'contacts_lock', text: byAddress('FOR UPDATE') };

/** As {@link lockContacts}, without locks. */
export const readContacts: Statement = { name: 'contacts_read', text: byAddress('') };

function byAddress(lock: '' | 'FOR UPDATE'): string {
  return `
  SELECT c.* FROM (
    SELECT * FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[])) AS u (project_id, email) ORDER BY 1, 2
  ) AS k
  CROSS JOIN LATERAL (
    SELECT project_id AS "projectId", id, email, subscribed, suppressed, data FROM contacts.contact
    WHERE project_id = k.project_id AND email = k.email ${lock}
  ) AS c`;
}

/**
 * Locks the contacts of `($1 project ids, $2 ids)`, pairwise, all of each, in the order of {@link lockContacts}. An address is read first
 * for that order alone: where it is changed meanwhile, the id still leads to the contact.
 */
export const lockContactsById: Statement = {
  name: 'contacts_lock_by_id',
  text: `
  SELECT c.* FROM (
    SELECT u.project_id, u.id FROM unnest((SELECT $1::uuid[]), (SELECT $2::uuid[])) AS u (project_id, id)
    CROSS JOIN LATERAL (
      SELECT email FROM contacts.contact WHERE project_id = u.project_id AND id = u.id OFFSET 0
    ) AS a ORDER BY u.project_id, a.email
  ) AS k
  CROSS JOIN LATERAL (
    SELECT c.project_id AS "projectId", ${shownColumns} FROM contacts.contact c
    WHERE c.project_id = k.project_id AND c.id = k.id FOR UPDATE
  ) AS c`,
};

/** Which of the addresses `($1 project ids, $2 emails)`, pairwise, are suppressed, and why. */
export const suppressionsOf: Statement = {
  name: 'contacts_suppressions_of',
  text: `
  SELECT k.project_id AS "projectId", k.email, s.reason
  FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[])) AS k (project_id, email)
  CROSS JOIN LATERAL (
    SELECT reason FROM contacts.suppression
    WHERE project_id = k.project_id AND address_key = contacts.address_key(k.project_id, k.email)
  ) AS s`,
};

/** Ends the suppression of the addresses `($1 project ids, $2 emails)`, pairwise. */
export const liftSuppressions = `
  DELETE FROM contacts.suppression s USING unnest($1::uuid[], $2::text[]) AS k (project_id, email)
  WHERE s.project_id = k.project_id AND s.address_key = contacts.address_key(k.project_id, k.email)`;

export function addressColumns(addresses: Pick<ContactState, 'projectId' | 'email'>[]): unknown[] {
  return [uuidArray(addresses.map(({ projectId }) => projectId)), addresses.map(({ email }) => email)];
}

/** Contacts from {@link contactColumns}. One JSON list costs both sides less than an array of JSON, whose quotes are escaped. */
const contactRows = `
  ROWS FROM (unnest($1::uuid[], $2::uuid[], $3::text[], $4::bool[], $5::text[]), jsonb_array_elements($6::jsonb))
    AS n (project_id, id, email, subscribed, suppressed, data)`;

/** Inserts new contacts in the order of the locks; fails when another transaction made one of them meanwhile. */
export const insertContacts: Statement = {
  name: 'contacts_insert',
  text: `INSERT INTO contacts.contact (project_id, id, email, subscribed, suppressed, data)
         SELECT * FROM ${contactRows} ORDER BY n.project_id, n.email`,
};

/**
 * Writes changed contacts, which the transaction has locked: each is there, so none is inserted. The primary key finds them,
 * whatever the size of the table was when the plan was kept; an UPDATE that joins the list could be planned to read it all.
 */
export const updateContacts: Statement = {
  name: 'contacts_update',
  text: `INSERT INTO contacts.contact (project_id, id, email, subscribed, suppressed, data)
         SELECT * FROM ${contactRows}
         ON CONFLICT (project_id, id) DO UPDATE SET subscribed = excluded.subscribed, suppressed = excluded.suppressed,
           data = excluded.data, updated_at = app.now()`,
};

/** As {@link updateContacts}, with the address, which may be new; answers the contacts as they are now. */
export const changeContacts: Statement = {
  name: 'contacts_change',
  text: `INSERT INTO contacts.contact AS c (project_id, id, email, subscribed, suppressed, data)
         SELECT * FROM ${contactRows}
         ON CONFLICT (project_id, id) DO UPDATE SET email = excluded.email, subscribed = excluded.subscribed,
           suppressed = excluded.suppressed, data = excluded.data, updated_at = ${nextUpdatedAtOf('c.updated_at')}
         RETURNING c.project_id AS "projectId", ${shownColumns}`,
};

export function contactColumns(contacts: ContactState[]): unknown[] {
  return [
    uuidArray(contacts.map((contact) => contact.projectId)),
    uuidArray(contacts.map((contact) => contact.id)),
    contacts.map((contact) => contact.email),
    contacts.map((contact) => contact.subscribed),
    contacts.map((contact) => contact.suppressed),
    JSON.stringify(contacts.map((contact) => contact.data)),
  ];
}

/** Those of the events `($1 project ids, $2 ids)`, pairwise, that are stored. */
export const storedEvents = `
  SELECT e.id FROM unnest($1::uuid[], $2::uuid[]) AS k (project_id, id)
  JOIN contacts.event e ON e.project_id = k.project_id AND e.id = k.id`;

/**
 * Inserts tracked events and outbox events; answers their time. Fails when an event is stored already: to look whether each one is would
 * cost every event a third of its writing, and only a repeated ask brings one.
 */
export const insertEvents: Statement = {
  name: 'contacts_events',
  text: `WITH tracked AS (
           INSERT INTO contacts.event (project_id, id, contact_id, name, data)
           SELECT * FROM ROWS FROM (
             unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]), jsonb_array_elements($5::jsonb)
           ) AS n (project_id, id, contact_id, name, data)
         ), written AS (
           INSERT INTO contacts.outbox (events, event_count) VALUES ($6, $7)
         ) SELECT app.now() AS now`,
};

export function eventColumns(trackedEvents: EventRow[], events: DraftEvent[]): unknown[] {
  return [
    uuidArray(trackedEvents.map((event) => event.projectId)),
    uuidArray(trackedEvents.map((event) => event.id)),
    uuidArray(trackedEvents.map((event) => event.contactId)),
    trackedEvents.map((event) => event.name),
    `[${trackedEvents.map((event) => event.json).join(',')}]`,
    outboxLines(events.map(({ event }) => event)).join('\n'),
    events.length,
  ];
}
