import type { Statement } from '@waybill/database/db';
import type { Audience } from '../audience/audience';

/** An email that waits for a moment. */
export interface DueEmail {
  id: string;
  dueAt: Date;
  contactId: string;
  contactEmail: string;
  subject: string;
  sourceType: string;
}

const dueEmails = `
  SELECT e.id, q.due_at AS "dueAt", e.contact_id AS "contactId", e.to_address AS "contactEmail", e.subject,
    e.source_type AS "sourceType"
  FROM delivery.queue q JOIN delivery.email e ON e.project_id = q.project_id AND e.id = q.email_id
  WHERE q.project_id = $1 AND q.claim_token IS NULL AND q.due_at > app.now() AND q.due_at < $2`;

/** Emails that are due later than now, soonest first: `($1 project, $2 before, $3 limit)`. */
export const readDueEmails: Statement = {
  name: 'delivery_upcoming_emails',
  text: `${dueEmails} ORDER BY q.due_at LIMIT $3`,
};

/** The same of contact `$4`. */
export const readDueEmailsOf: Statement = {
  name: 'delivery_upcoming_emails_of',
  text: `${dueEmails} AND e.contact_id = $4 ORDER BY q.due_at LIMIT $3`,
};

/** A campaign that is scheduled. */
export interface ScheduledCampaign extends Audience {
  id: string;
  at: Date;
  campaignName: string;
  subject: string;
  totalRecipients: number;
}

/** Scheduled campaigns, soonest first: `($1 project, $2 before, $3 limit)`. */
export const readScheduledCampaigns: Statement = {
  name: 'delivery_upcoming_campaigns',
  text: `SELECT id, scheduled_at AS at, name AS "campaignName", subject, audience_type AS "audienceType",
           total_recipients AS "totalRecipients", segment_id AS "segmentId", audience_filter AS "audienceFilter"
         FROM delivery.campaign WHERE project_id = $1 AND status = 'SCHEDULED' AND scheduled_at < $2
         ORDER BY scheduled_at LIMIT $3`,
};

/** The fields of a contact that decide whether a campaign may reach it. */
export interface Recipient {
  subscribed: boolean;
  suppressed: string | null;
}

/** `($1 project, $2 contact)`. */
export const readRecipient: Statement = {
  name: 'delivery_upcoming_recipient',
  text: 'SELECT subscribed, suppressed FROM contacts.contact WHERE project_id = $1 AND id = $2',
};
