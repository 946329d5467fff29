import { leaseSeconds } from '../ledger/claimed-email';
import type { EmailStatus } from '../ledger/email-state';
import type { SourceType } from '@waybill/contracts/events';
import type { Statement } from '@waybill/database/db';
import type { NotificationKind, NotificationPayload } from '../feedback/report/report';

/** A ledger row as the interface shows it. */
export interface EmailRow {
  id: string;
  message_id: string;
  contact_id: string;
  to_address: string;
  to_name: string | null;
  from_address: string;
  from_name: string | null;
  reply_to: string | null;
  subject: string;
  status: EmailStatus;
  reason: string | null;
  source_type: SourceType;
  template_id: string | null;
  campaign_id: string | null;
  request_id: string | null;
  provider_message_id: string | null;
  provider: string | null;
  attempt: number;
  possible_duplicate: boolean;
  opens: number;
  clicks: number;
  created_at: Date;
  updated_at: Date;
  unknown_since: Date | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  opened_at: Date | null;
  clicked_at: Date | null;
  bounced_at: Date | null;
  complained_at: Date | null;
}

export interface AttemptRow {
  attempt: number;
  provider: string;
  started_at: Date;
  ended_at: Date | null;
  outcome: string | null;
  detail: string | null;
  step: string | null;
  provider_message_id: string | null;
}

export interface ReportRow {
  kind: NotificationKind;
  occurred_at: Date;
  payload: NotificationPayload;
  processed_at: Date | null;
  note: string | null;
}

export interface ContentRow {
  subject: string;
  previewText: string | null;
  html: string | null;
  bytes: number;
  headers: Record<string, string>;
  marketing: boolean;
}

export interface FileRow {
  filename: string;
  content_type: string;
  disposition: string;
  size: number;
}

/** An account for which nothing may be claimed now. */
export interface AccountRow {
  account: string;
  shut_why: 'circuit' | 'refused' | 'pause' | 'quota';
  shut_until: Date;
  now: Date;
}

/** Those of the accounts ($1) that are shut, in the given order. */
export const readShutAccounts: Statement = {
  name: 'delivery_waybill_accounts',
  text: `SELECT s.account, s.shut_until, app.now() AS now,
           CASE WHEN s.shut_why = 'circuit' AND a.open_refused THEN 'refused' ELSE s.shut_why END AS shut_why
         FROM delivery.provider_account_state s JOIN delivery.provider_account a ON a.account = s.account
         WHERE s.account = ANY ($1::text[]) AND s.shut_why IS NOT NULL ORDER BY array_position($1::text[], s.account)`,
};

const columns = `id, message_id, contact_id, to_address, to_name, from_address, from_name, reply_to, subject, status, reason,
  source_type, template_id, campaign_id, request_id, provider_message_id, provider, attempt, possible_duplicate, opens,
  clicks, created_at, updated_at, unknown_since, sent_at, delivered_at, opened_at, clicked_at, bounced_at, complained_at`;

/** The filter of a list; every value is a bind parameter. */
export interface EmailFilter {
  projectId: string;
  contactId?: string;
  campaignId?: string;
  status?: string;
  search?: string;
  /** Continue below this id. */
  below?: string;
}

/** The emails that one request looks through at most: a filter without an index never reads a whole ledger. */
export const scanLimit = 20_000;
/** Counting ends here. */
export const countLimit = 10_000;

/** Conditions that an index serves, and those that are read row by row. */
function conditions({ projectId, contactId, campaignId, status, search, below }: EmailFilter) {
  const values: unknown[] = [projectId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const keyed = ['project_id = $1'];
  if (below) keyed.push(`id < ${bind(below)}`);
  if (contactId) keyed.push(`contact_id = ${bind(contactId)}`);
  if (campaignId) keyed.push(`campaign_id = ${bind(campaignId)}`);
  const read = ['true'];
  if (status === 'SENDING') read.push(`e.status = 'QUEUED' AND q.claim_token IS NOT NULL`);
  else if (status === 'QUEUED') read.push(`e.status = 'QUEUED' AND q.claim_token IS NULL`);
  else if (status) read.push(`e.status = ${bind(status)}`);
  if (search) {
    const pattern = bind(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    read.push(`(to_address ILIKE ${pattern} OR subject ILIKE ${pattern})`);
  }
  return { values, keyed: keyed.join(' AND '), read: read.join(' AND ') };
}

/** The queue's columns of an email of the list `e`. */
const queueRow = `LEFT JOIN delivery.queue q ON q.project_id = e.project_id AND q.email_id = e.id AND e.status = 'QUEUED'`;

/** The newest emails that match, among the newest {@link scanLimit} that the index gives. */
export function listQuery(filter: EmailFilter, limit: number): { text: string; values: unknown[] } {
  const { values, keyed, read } = conditions(filter);
  return {
    text: `SELECT e.*, CASE WHEN q.claim_token IS NOT NULL THEN 'SENDING' ELSE e.status END AS status,
             COALESCE(q.attempt, e.attempt) AS attempt, COALESCE(q.account, e.provider) AS provider
           FROM (SELECT project_id, ${columns} FROM delivery.email WHERE ${keyed} ORDER BY id DESC LIMIT ${scanLimit}) AS e
           ${queueRow} WHERE ${read} ORDER BY e.id DESC LIMIT ${limit}`,
    values,
  };
}

/** How many match, up to {@link countLimit}, among those that one request looks through. */
export function countQuery(filter: EmailFilter): { text: string; values: unknown[] } {
  const { values, keyed, read } = conditions(filter);
  return {
    text: `SELECT count(*)::integer AS total FROM (
             SELECT FROM (SELECT project_id, id, status, to_address, subject FROM delivery.email WHERE ${keyed}
                          ORDER BY id DESC LIMIT ${scanLimit}) AS e
             ${filter.status ? queueRow : ''} WHERE ${read} LIMIT ${countLimit}) AS found`,
    values,
  };
}

/** The id at which one request stops looking, if there are that many. */
export function scanEndQuery(filter: EmailFilter): { text: string; values: unknown[] } {
  const { values, keyed } = conditions({ ...filter, status: undefined, search: undefined });
  return {
    text: `SELECT id FROM delivery.email WHERE ${keyed} ORDER BY id DESC OFFSET ${scanLimit - 1} LIMIT 1`,
    values,
  };
}

/** One email; `$1` project, `$2` id. The next four answer what belongs to it, by the same parameters or its message. */
export const readEmail: Statement = {
  name: 'delivery_waybill_email',
  text: `SELECT ${columns} FROM delivery.email_state WHERE project_id = $1 AND id = $2`,
};

/** Those that are over, and the one that is under way. */
export const readAttempts: Statement = {
  name: 'delivery_waybill_attempts',
  text: `SELECT attempt, provider, started_at, ended_at, outcome, detail, step, provider_message_id
         FROM delivery.send_attempt
         WHERE project_id = $1 AND email_id = $2
         UNION ALL
         SELECT attempt, account, lease_until - interval '${leaseSeconds} seconds', NULL, NULL, NULL, NULL, NULL
         FROM delivery.queue WHERE project_id = $1 AND email_id = $2 AND claim_token IS NOT NULL
         ORDER BY attempt`,
};

/** The first reports; a pixel that is fetched a thousand times does not make the waybill endless. */
export const readReports: Statement = {
  name: 'delivery_waybill_reports',
  text: `SELECT kind, occurred_at, payload, processed_at, note FROM delivery.provider_notification
         WHERE project_id = $1 AND email_id = $2 ORDER BY occurred_at, id LIMIT 500`,
};

/** With a body of at most $3 bytes. */
export const readContent: Statement = {
  name: 'delivery_waybill_content',
  text: `SELECT subject, preview_text AS "previewText", CASE WHEN octet_length(html) <= $3 THEN html END AS html, octet_length(html) AS bytes, headers, marketing
         FROM delivery.message WHERE project_id = $1 AND id = $2`,
};

export const readFiles: Statement = {
  name: 'delivery_waybill_files',
  text: `SELECT filename, content_type, disposition, length(content) AS size FROM delivery.message_attachment
         WHERE project_id = $1 AND message_id = $2 ORDER BY position`,
};
