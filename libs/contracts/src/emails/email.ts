import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, IsUUID, MaxLength } from 'class-validator';
import type { SourceType } from '../events';
import { fromContactId } from '../ids';
import type { Page } from '../wire/page';
import { PageQuery } from '../wire/page';

/** Every state of an email. */
export const emailStatuses = [
  'QUEUED',
  'SENDING',
  'SENT',
  'DELIVERED',
  'OPENED',
  'CLICKED',
  'BOUNCED',
  'COMPLAINED',
  'FAILED',
  'SUPPRESSED',
  'UNKNOWN',
  'RECEIVED',
] as const;

/** Query of `GET /emails`: newest first. */
export class ListEmails extends PageQuery {
  /** With or without its `cnt_`. */
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? (fromContactId(value) ?? value) : value))
  @IsUUID()
  contactId?: string;

  @IsOptional()
  @IsUUID()
  campaignId?: string;

  @IsOptional()
  @IsIn(emailStatuses)
  status?: (typeof emailStatuses)[number];

  /** Case-insensitive substring of recipient or subject. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  search?: string;
}

/** An email of the ledger. Moments are ISO 8601. */
export class EmailItem {
  id: string;
  contactId: string;
  to: string;
  toName: string | null;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  /** The line that was sent; before hand-over, its template. */
  subject: string;
  status: (typeof emailStatuses)[number];
  /** Why it was not sent, or not yet. */
  reason: string | null;
  sourceType: SourceType;
  templateId: string | null;
  campaignId: string | null;
  requestId: string | null;
  /** The provider's id of the message. */
  messageId: string | null;
  provider: string | null;
  attempts: number;
  /** It was sent once more after an attempt with an unknown outcome. */
  possibleDuplicate: boolean;
  opens: number;
  clicks: number;
  createdAt: string;
  updatedAt: string;
  sentAt: string | null;
  deliveredAt: string | null;
  openedAt: string | null;
  clickedAt: string | null;
  bouncedAt: string | null;
  complainedAt: string | null;
}

export type EmailPage = Page<EmailItem>;

/** One entry of an email's way, oldest first. */
export type TimelineEntry =
  | { at: string; type: 'requested'; requestId: string | null }
  | { at: string; type: 'queued' }
  | { at: string; type: 'received' }
  | { at: string; type: 'suppressed'; reason: string | null }
  | {
      at: string;
      type: 'attempt';
      attempt: number;
      provider: string;
      endedAt: string | null;
      /** Null while it is under way. */
      outcome: string | null;
      detail: string | null;
      /** The step that ended it before the provider was called; null when the provider was. */
      step: string | null;
      messageId: string | null;
    }
  | {
      at: string;
      /** A report of the provider or of our own tracking. */
      type:
        | 'delivery'
        | 'open'
        | 'click'
        | 'bounce'
        | 'complaint'
        | 'delay'
        | 'reject'
        | 'sent'
        | 'rendering_failure'
        /** By a link in this email. */
        | 'unsubscribed';
      /** Bounce: Permanent, Transient or Undetermined. */
      bounceType?: string;
      link?: string;
      reason?: string;
      userAgent?: string;
      /** Why an open or click is a machine's and does not count. */
      machine?: string;
      /** False while it waits to be judged. */
      processed: boolean;
    }
  | { at: string; type: 'not_sent'; reason: string | null }
  /** Why it still waits, beside its turn: what the account with the provider, or the project, may not do now. */
  | { at: string; type: 'waiting'; reason: string; until: string | null }
  | { at: string; type: 'unknown'; reason: string | null };

/** The waybill of one email: its record, its content as given while it is kept, and its whole way. */
export class EmailWaybill extends EmailItem {
  /** Null once it is older than the retention of bodies. */
  content: {
    subject: string;
    previewText: string | null;
    body: string;
    headers: Record<string, string>;
    marketing: boolean;
    attachments: { filename: string; contentType: string; disposition: string; size: number }[];
  } | null;
  timeline: TimelineEntry[];
}

export class ListEmailsOf {
  projectId: string;
  query: ListEmails;
}

export class GetEmail {
  projectId: string;
  id: string;
}
