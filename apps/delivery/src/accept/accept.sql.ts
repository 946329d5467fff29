import type { Statement } from '@waybill/database/db';
import { uuidArray } from '@waybill/database/sql-values';
import { moveUsage } from '../usage/usage.sql';
import type { MessageContent } from '../ledger/message-content';
import type { EmailVariables } from '../ledger/email-event';
import type { Lane } from '../ledger/email-state';
import { moveQueued } from '../ledger/queued-count.sql';
import { storableJson } from './storable-json';

/** A ledger row about to be made. */
export interface NewEmail {
  projectId: string;
  id: string;
  messageId: string;
  contactId: string;
  toAddress: string;
  toName: string | null;
  fromAddress: string;
  fromName: string | null;
  replyTo: string | null;
  subject: string;
  variables: EmailVariables;
  sourceType: 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW';
  templateId: string | null;
  campaignId: string | null;
  requestId: string | null;
  /** Trace of the request, W3C Trace Context; null without one. */
  traceparent: string | null;
  lane: Lane;
  status: 'QUEUED' | 'SUPPRESSED';
  reason: string | null;
}

/**
 * Writes contents, ledger rows and their rows of the queue in one statement, and counts them; rows that exist stay as they
 * are (their id is their cause). Answers the moment of the commit.
 */
export const acceptStatement: Statement = {
  name: 'delivery_accept',
  text: `WITH content AS (
      INSERT INTO delivery.message (project_id, id, subject, html, text, preview_text, headers, tracking, attachments,
        marketing)
      SELECT project_id, id, subject, html, text, preview_text, headers, tracking, attachments, marketing FROM ROWS FROM (
        unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $27::text[], $29::text[], $6::boolean[], $7::smallint[],
          $26::boolean[]),
        jsonb_array_elements($5::jsonb)
      ) AS m (project_id, id, subject, html, text, preview_text, tracking, attachments, marketing, headers)
      ON CONFLICT DO NOTHING
    ), row AS (
      INSERT INTO delivery.email (project_id, id, message_id, contact_id, to_address, to_name, from_address, from_name,
        reply_to, subject, variables, source_type, template_id, campaign_id, request_id, traceparent, lane, status,
        reason)
      SELECT project_id, id, message_id, contact_id, to_address, to_name, from_address, from_name,
        reply_to, subject, variables, source_type, template_id, campaign_id, request_id, traceparent, lane, status,
        reason
      FROM ROWS FROM (
        unnest($8::uuid[], $9::uuid[], $10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::text[],
          $16::text[], $17::text[], $19::text[], $20::uuid[], $21::uuid[], $22::uuid[], $28::text[], $23::text[],
          $24::text[], $25::text[]),
        jsonb_array_elements($18::jsonb)
      ) AS e (project_id, id, message_id, contact_id, to_address, to_name, from_address, from_name, reply_to, subject,
        source_type, template_id, campaign_id, request_id, traceparent, lane, status, reason, variables)
      ON CONFLICT DO NOTHING RETURNING project_id, id, lane, source_type, created_at, status
    ), waiting AS (
      INSERT INTO delivery.queue (project_id, email_id, lane)
      SELECT project_id, id, lane FROM row WHERE status = 'QUEUED'
    ), used AS (
      ${moveUsage(`SELECT *, 1 AS change FROM row WHERE status = 'QUEUED'`)}
    ), queued AS (
      ${moveQueued(`SELECT *, 1 AS change FROM row WHERE status = 'QUEUED'`)}
    )
    SELECT app.now() AS at`,
};

/** One file; few emails have any, so each is its own statement in the same transaction. */
export const attachmentStatement: Statement = {
  name: 'delivery_accept_attachment',
  text: `INSERT INTO delivery.message_attachment
           (project_id, message_id, position, filename, content_type, content_id, disposition, content)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
};

/** One list costs both sides less than an array of JSON, whose quotes are escaped. */
const jsonList = (values: string[]): string => `[${values.join(',')}]`;

export function acceptValues(messages: MessageContent[], emails: NewEmail[]): unknown[] {
  const message = <K>(read: (content: MessageContent) => K): K[] => messages.map(read);
  const email = <K>(read: (row: NewEmail) => K): K[] => emails.map(read);
  return [
    uuidArray(message((m) => m.projectId)),
    uuidArray(message((m) => m.id)),
    message((m) => m.subject),
    message((m) => m.html),
    jsonList(message((m) => JSON.stringify(m.headers))),
    message((m) => m.tracking),
    message((m) => m.attachments.length),
    uuidArray(email((e) => e.projectId)),
    uuidArray(email((e) => e.id)),
    uuidArray(email((e) => e.messageId)),
    uuidArray(email((e) => e.contactId)),
    email((e) => e.toAddress),
    email((e) => e.toName),
    email((e) => e.fromAddress),
    email((e) => e.fromName),
    email((e) => e.replyTo),
    email((e) => e.subject),
    jsonList(email((e) => storableJson(e.variables))),
    email((e) => e.sourceType),
    email((e) => e.templateId),
    email((e) => e.campaignId),
    email((e) => e.requestId),
    email((e) => e.lane),
    email((e) => e.status),
    email((e) => e.reason),
    message((m) => m.marketing),
    message((m) => m.text),
    email((e) => e.traceparent),
    message((m) => m.previewText),
  ];
}
