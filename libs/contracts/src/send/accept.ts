import type { Mailbox, SendAttachment } from './send';

/** One `/v1/send` request on its way to the ledger: ids are made by the gateway, so that a repeat hits the same rows. */
export class AcceptEmails {
  projectId: string;
  requestId: string;
  /** UUIDv7 of the content that all recipients share. */
  messageId: string;
  recipients: AcceptRecipient[];
  subject?: string;
  body?: string;
  text?: string;
  templateId?: string;
  from?: Mailbox;
  subscribed?: boolean;
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
  replyTo?: string;
  attachments?: SendAttachment[];
  tracking?: boolean;
  /** Set where a step of a workflow sends. */
  workflow?: WorkflowSend;
}

/** Additions of a workflow to its emails. */
export class WorkflowSend {
  /** Template variables: the context's keys by name, and `event.*`. */
  variables: { event: Record<string, unknown>; context: Record<string, unknown> };
  /** Send a MARKETING template also to a contact who is not subscribed; else its row is SUPPRESSED from the start. */
  toUnsubscribed: boolean;
}

export class AcceptRecipient {
  /** UUIDv7 of the ledger row: the one cause of this email. */
  emailId: string;
  /** UUIDv7 for the contact if it is new. */
  contactId: string;
  email: string;
  name?: string;
}

/** Bare UUIDs in the order of the recipients; ISO 8601 moment of the commit. */
export class AcceptedEmails {
  emails: { emailId: string; contactId: string; email: string }[];
  timestamp: string;
}
