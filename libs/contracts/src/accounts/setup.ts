/** Asks a service for its part of `GET /projects/{id}/setup-state` (wire facts, section 8). */
export class GetSetup {
  projectId: string;
}

/** What delivery says. */
export class MailSetup {
  /** When an email of the campaign that was sent last left, ISO 8601; null where none ever did. */
  lastCampaignSentAt: string | null;
}

/** What the workflow engine says. */
export class WorkflowSetup {
  hasEnabledWorkflow: boolean;
}

/** What billing says. */
export class BillingSetup {
  /** Is there a subscription at the payment provider? */
  hasSubscription: boolean;
}
