import type { EmailFact, SourceType } from '@waybill/contracts/events';
import { toContactId } from '@waybill/contracts/ids';

/** The columns of a ledger row that every `email.*` event tells. */
export interface FactColumns {
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

/** The base fields of an `email.*` event (specification, Event data by type). */
export function emailFact(email: FactColumns, subject: string, messageId: string): EmailFact {
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
export function aboutEmail(email: FactColumns) {
  return {
    projectId: email.project_id,
    requestId: email.request_id,
    contactId: email.contact_id,
    contactEmail: email.to_address,
  };
}

/** The contact's values as templates see them: by key and under `data.`, with id and address on top. */
export function templateVariables(email: FactColumns & { variables: { data: object; subscribed: boolean } }) {
  const { data, subscribed } = email.variables;
  return { ...data, data, id: toContactId(email.contact_id), email: email.to_address, subscribed };
}
