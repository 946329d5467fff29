/** Asks a service for its part of `GET /projects/{id}/setup-state`. */
export class GetSetup {
  projectId: string;
}

/** Setup state by the delivery service. */
export class MailSetup {
  /** When an email of the campaign that was sent last left, ISO 8601; null where none ever did. */
  lastCampaignSentAt: string | null;
}

/** Setup state by the workflow engine. */
export class WorkflowSetup {
  hasEnabledWorkflow: boolean;
}

/** Setup state by the billing service. */
export class BillingSetup {
  /** Is there a subscription at the payment provider? */
  hasSubscription: boolean;
}
