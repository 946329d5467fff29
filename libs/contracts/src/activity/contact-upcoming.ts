/** Why a contact would not get an email: the address is suppressed, it is unsubscribed, or the audience does not include it. */
export type ExclusionReason = 'suppressed' | 'unsubscribed' | 'not_in_audience';

export const contactUpcomingTypes = ['workflow.step.scheduled', 'email.scheduled', 'campaign.scheduled'] as const;

/** One thing that is due for a contact. */
export class ContactUpcomingItem {
  /** Of the execution, the email or the campaign. */
  id: string;
  type: (typeof contactUpcomingTypes)[number];
  /** ISO 8601; null for an execution that waits for an event without a time limit. */
  timestamp: string | null;
  /** Does it concern the contact as it is now? False only for a campaign that would not reach it. */
  included: boolean;
  /** Why not; empty when `included`. */
  reasons: ExclusionReason[];
  /** By type: names and ids of workflow, step, email or campaign; `waitsFor` is the name of an event. */
  metadata: Record<string, unknown>;
}

/** Answer of `GET /contacts/{id}/upcoming`: the next 30 days, soonest first, at last what has no time. */
export class ContactUpcoming {
  data: ContactUpcomingItem[];
}

export class ListContactUpcoming {
  projectId: string;
  /** With or without `cnt_`. */
  contactId: string;
}
