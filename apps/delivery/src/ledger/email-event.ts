import type { EmailEventData, SourceType } from '@waybill/contracts/events';
import { toContactId } from '@waybill/contracts/ids';

/** The recipient's template variables, stored with the row so that a later change has no effect. */
export interface EmailVariables {
  data: Record<string, unknown>;
  subscribed: boolean;
  /** Of a workflow's email: the event that began the execution, and its variables. */
  workflow?: { event: Record<string, unknown>; context: Record<string, unknown> };
}

/** The columns of a ledger row that every `email.*` event carries. */
export interface EmailEventColumns {
  id: string;
  project_id: string;
  contact_id: string;
  to_address: string;
  from_address: string;
  from_name: string | null;
  template_id: string | null;
  campaign_id: string | null;
  source_type: SourceType;
  request_id: string | null;
}

/** The base fields of an `email.*` event. */
export function emailEvent(email: EmailEventColumns, subject: string, messageId: string): EmailEventData {
  return {
    subject,
    from: email.from_address,
    fromName: email.from_name ?? '',
    messageId,
    emailId: email.id,
    templateId: email.template_id,
    campaignId: email.campaign_id,
    sourceType: email.source_type,
  };
}

/** The envelope of an event about an email. */
export function aboutEmail(email: EmailEventColumns) {
  return {
    projectId: email.project_id,
    requestId: email.request_id,
    contactId: email.contact_id,
    contactEmail: email.to_address,
  };
}

/**
 * The contact's values as templates see them: by key and under `data.`; over them the variables of the workflow that sends; id
 * and address on top.
 */
export function templateVariables(email: EmailEventColumns & { variables: EmailVariables }) {
  const { data, subscribed, workflow } = email.variables;
  return {
    ...data,
    ...workflow?.context,
    ...workflow,
    data,
    id: toContactId(email.contact_id),
    email: email.to_address,
    subscribed,
  };
}
