import type { Statement } from '@waybill/database/db';

/** A row of the feed, as it is written. */
export interface ActivityRow {
  projectId: string;
  id: string;
  type: string;
  contactId: string | null;
  emailId: string | null;
  data: Record<string, unknown>;
  sendingDomain: string | null;
  recipientDomain: string | null;
}

/** A row of the feed with what it is about, as it is read. */
export interface FeedRow {
  id: string;
  type: string;
  contactId: string | null;
  emailId: string | null;
  data: Record<string, unknown>;
  contactEmail: string | null;
  subject: string | null;
  from: string | null;
  fromName: string | null;
  replyTo: string | null;
  toName: string | null;
  sourceType: string | null;
}

/** Writes rows that are not there yet and answers their ids. Arrays of equal length: one value per row. */
export const insertActivity: Statement = {
  name: 'delivery_activity_insert',
  text: `INSERT INTO delivery.activity (project_id, id, type, contact_id, email_id, data, sending_domain, recipient_domain)
         SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::jsonb[], $7::text[], $8::text[])
         ON CONFLICT DO NOTHING RETURNING id`,
};

/** Removes what the feed keeps of deleted contacts beside the ids of their emails: `($1 projects, $2 contacts)`. */
export const forgetSubscriptions: Statement = {
  name: 'delivery_activity_forget_subscriptions',
  text: `DELETE FROM delivery.activity a USING unnest($1::uuid[], $2::uuid[]) AS gone (project_id, contact_id)
         WHERE a.project_id = gone.project_id AND a.contact_id = gone.contact_id AND a.email_id IS NULL`,
};

/** Removes the details of the emails of deleted contacts, such as the link of a click: `($1 projects, $2 contacts)`. */
export const forgetDetails: Statement = {
  name: 'delivery_activity_forget_details',
  text: `UPDATE delivery.activity a SET data = '{}'
         FROM unnest($1::uuid[], $2::uuid[]) AS gone (project_id, contact_id)
         WHERE a.project_id = gone.project_id AND a.contact_id = gone.contact_id AND a.data <> '{}'`,
};

// The email and the contact of each row of a page. Both are read by key, at most a hundred times.
const withDetails = (page: string): string => `
  SELECT p.id, p.type, p."contactId", p."emailId", p.data, coalesce(c.email, e.to_address) AS "contactEmail", e.subject,
         e.from_address AS "from", e.from_name AS "fromName", e.reply_to AS "replyTo", e.to_name AS "toName",
         e.source_type AS "sourceType"
  FROM (${page}) AS p
  LEFT JOIN delivery.email e ON e.project_id = $1 AND e.id = p."emailId"
  LEFT JOIN contacts.contact c ON c.project_id = $1 AND c.id = p."contactId"
  ORDER BY p.id DESC`;

/**
 * A page of the feed, newest first: `($1 project, $2 types, $3 first id, $4 id after the last, $5 limit, $6 with tracked events)`.
 * Each type is read from its own place in the index, so that a rare type among frequent ones costs the same.
 */
export const readFeed: Statement = {
  name: 'delivery_activity_feed',
  text: withDetails(`
    SELECT * FROM (
      (SELECT a.* FROM unnest($2::text[]) AS wanted (type) CROSS JOIN LATERAL (
         SELECT id, type, contact_id AS "contactId", email_id AS "emailId", data FROM delivery.activity
         WHERE project_id = $1 AND type = wanted.type AND id >= $3::uuid AND id < $4::uuid ORDER BY id DESC LIMIT $5
       ) AS a ORDER BY a.id DESC LIMIT $5)
      UNION ALL
      (SELECT id, 'event.triggered', contact_id, NULL, jsonb_build_object('eventName', name, 'eventData', data)
       FROM contacts.event
       WHERE project_id = $1 AND $6::boolean AND id >= $3::uuid AND id < $4::uuid ORDER BY id DESC LIMIT $5)
    ) AS merged ORDER BY id DESC LIMIT $5`),
};

/** As {@link readFeed}, of one contact: `$7`. Here the type is a filter on the contact's own rows. */
export const readContactFeed: Statement = {
  name: 'delivery_activity_contact_feed',
  text: withDetails(`
    SELECT * FROM (
      (SELECT id, type, contact_id AS "contactId", email_id AS "emailId", data FROM delivery.activity
       WHERE project_id = $1 AND contact_id = $7::uuid AND type = ANY ($2::text[]) AND id >= $3::uuid AND id < $4::uuid
       ORDER BY id DESC LIMIT $5)
      UNION ALL
      (SELECT id, 'event.triggered', contact_id, NULL, jsonb_build_object('eventName', name, 'eventData', data)
       FROM contacts.event
       WHERE project_id = $1 AND contact_id = $7::uuid AND $6::boolean AND id >= $3::uuid AND id < $4::uuid
       ORDER BY id DESC LIMIT $5)
    ) AS merged ORDER BY id DESC LIMIT $5`),
};

/** How many items there are, up to `$5`; the other parameters are those of {@link readFeed}. */
export const countFeed: Statement = {
  name: 'delivery_activity_count',
  text: `SELECT least($5::integer, (
           SELECT coalesce(sum(counted.items), 0) FROM unnest($2::text[]) AS wanted (type) CROSS JOIN LATERAL (
             SELECT count(*) AS items FROM (
               SELECT FROM delivery.activity
               WHERE project_id = $1 AND type = wanted.type AND id >= $3::uuid AND id < $4::uuid LIMIT $5) AS a
           ) AS counted) + (
           SELECT count(*) FROM (
             SELECT FROM contacts.event WHERE project_id = $1 AND $6::boolean AND id >= $3::uuid AND id < $4::uuid LIMIT $5
           ) AS b))::integer AS total`,
};

/** As {@link countFeed}, of one contact: `$7`. */
export const countContactFeed: Statement = {
  name: 'delivery_activity_contact_count',
  text: `SELECT least($5::integer, (
           SELECT count(*) FROM (
             SELECT FROM delivery.activity WHERE project_id = $1 AND contact_id = $7::uuid AND type = ANY ($2::text[])
               AND id >= $3::uuid AND id < $4::uuid LIMIT $5) AS a) + (
           SELECT count(*) FROM (
             SELECT FROM contacts.event WHERE project_id = $1 AND contact_id = $7::uuid AND $6::boolean
               AND id >= $3::uuid AND id < $4::uuid LIMIT $5) AS b))::integer AS total`,
};

/** Does the project have this contact? `($1 project, $2 contact)` */
export const findContact: Statement = {
  name: 'delivery_activity_contact',
  text: `SELECT email FROM contacts.contact WHERE project_id = $1 AND id = $2`,
};
