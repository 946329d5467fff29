/**
 * Every event on the bus, by subject, with its data. All travel on the JetStream stream EVENTS, published from the owner's
 * outbox. Tenant strings never become subject tokens; a custom event travels on `event.tracked` with its name inside.
 */
export interface EventData {
  /** The provider accepted the email. */
  'email.sent': EmailEventData & { sentAt: string };
  /** The recipient's mail server accepted it. */
  'email.delivery': EmailEventData & { deliveredAt: string };
  /** A person opened it; opens of machines make no event. */
  'email.open': EmailEventData & { openedAt: string; opens: number; isFirstOpen: boolean };
  /** A person clicked a link in it. */
  'email.click': EmailEventData & { link: string; clickedAt: string; clicks: number; isFirstClick: boolean };
  /** The recipient's mail server refused it; after `Permanent` the contact is suppressed. */
  'email.bounce': EmailEventData &
    ({ bounceType: 'Permanent'; bouncedAt: string } | { bounceType: 'Transient'; transientBounce: true });
  /** The recipient marked it as spam; the contact is suppressed. */
  'email.complaint': EmailEventData & { complainedAt: string };
  /** An email arrived for a verified domain of the project. */
  'email.received': ReceivedMail;
  /** The email was not sent, because its address is suppressed or its contact unsubscribed. */
  'email.suppressed': EmailEventData & { reason: string };
  /** A contact became subscribed. */
  'contact.subscribed': { reason?: string };
  /** A contact became unsubscribed; `reason` is `bounce` or `complaint` where a report caused it. */
  'contact.unsubscribed': { reason?: string };
  /** The contact is gone: every service forgets what belongs to the person. */
  'contact.deleted': Record<string, never>;
  /** Fields of a contact changed, or it did something, that a tracked segment of its project depends on. */
  'audience.changed': AudienceChange;
  /** A contact entered the segment whose slug stands in the subject. */
  [entry: `segment.${string}.entry`]: SegmentEventData;
  /** A contact left it. */
  [exit: `segment.${string}.exit`]: SegmentEventData;
  /** The project's data is to be erased, on a reset what does not survive one; `jobId` names the request. */
  'project.erasure': { jobId: string; kind: 'reset' | 'delete' };
  /** A service has erased it. */
  'project.erased': { jobId: string; kind: 'reset' | 'delete'; service: string };
  /** A customer tracked an event with `/v1/track`. */
  'event.tracked': { name: string; data: Record<string, unknown> };
  /** A campaign was scheduled. */
  'campaign.scheduled': CampaignEventData & { scheduledFor: string };
  /** The last email of a campaign was handed over or given up. */
  'campaign.sent': CampaignEventData & { sentCount: number };
  /** An execution of a workflow began. */
  'workflow.started': WorkflowEventData;
  /** An execution of a workflow ended. */
  'workflow.completed': WorkflowEventData;
  /** A sending domain was verified. */
  'domain.verified': DomainEventData;
  /** A verified domain lost its proof: nothing is sent from it any more. */
  'domain.lost': DomainEventData;
}

export type EventSubject = keyof EventData;

/** Filter of a consumer: one subject, or all subjects of a kind. */
export type EventFilter = EventSubject | 'email.*' | 'contact.*' | 'campaign.*' | 'workflow.*' | 'segment.*.*';

/** The subjects that a filter lets through. */
export type SubjectOf<F extends EventFilter> = F extends EventSubject
  ? F
  : F extends `${infer Kind}.${string}`
    ? Extract<EventSubject, `${Kind}.${string}`>
    : never;

/** Two segments may share a slug: the id tells them apart. */
export interface SegmentEventData {
  segmentId: string;
  segmentName: string;
}

/** `keys`: `email`, `subscribed`, `updatedAt`, `data.<key>`, `event.<name>`; `*` for a new contact. */
export interface AudienceChange {
  keys: string[];
}

/** A campaign that was scheduled or has been sent. */
export interface CampaignEventData {
  campaignId: string;
  campaignName: string;
  subject: string;
  audienceType: string;
  segmentId: string | null;
  segmentName: string | null;
  totalRecipients: number;
}

/** An execution of a workflow that began or ended; the contact stands in the envelope. */
export interface WorkflowEventData {
  workflowId: string;
  workflowName: string;
  executionId: string;
  /** RUNNING when it begins; COMPLETED, EXITED, FAILED or CANCELLED when it ends. */
  status: string;
  exitReason: string | null;
}

/** The fields of every `email.*` event. */
export interface EmailEventData {
  subject: string;
  from: string;
  fromName: string;
  /** The id under which the provider took the message. */
  messageId: string;
  /** Equals the email id that `/v1/send` answered. */
  emailId: string;
  templateId: string | null;
  campaignId: string | null;
  sourceType: SourceType;
}

/** An email that arrived at a verified domain of the project. */
export interface ReceivedMail {
  /** The id under which the provider took it. */
  messageId: string;
  /** The sender as the envelope names it. */
  from: string;
  /** The sender as the From header names it. */
  fromHeader: string;
  /** The first of the recipients. */
  to: string;
  subject: string;
  /** When the provider took it, ISO 8601. */
  timestamp: string;
  /** Every address of the project that it was sent to. */
  recipients: string[];
  /** True when the provider sent the content as well; false when it only reported the arrival. */
  hasContent: boolean;
  /** The text of the mail: its text part, else its HTML as text; the first 65,536 characters. */
  body: string;
  /** PASS, FAIL, GRAY, PROCESSING_FAILED or, where the provider did not check, DISABLED. */
  spamVerdict: string;
  virusVerdict: string;
  spfVerdict: string;
  dkimVerdict: string;
  dmarcVerdict: string;
  /** From the arrival at the provider until its report. */
  processingTimeMillis: number;
}

export type SourceType = 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW' | 'INBOUND';

export interface DomainEventData {
  domainId: string;
  /** Lower-case punycode. */
  domain: string;
}

/** The envelope of every event. */
export interface EventEnvelope<S extends EventSubject = EventSubject> {
  /** UUIDv7 of the event: the same on every redelivery. */
  id: string;
  subject: S;
  projectId: string;
  /** ISO 8601 UTC with milliseconds. */
  occurredAt: string;
  /** The request that caused the event, where there was one. */
  requestId: string | null;
  /** Bare UUID of the contact concerned: events of one contact are published in order. */
  contactId: string | null;
  contactEmail: string | null;
  data: EventData[S];
  /** Trace of that request, W3C Trace Context, where it has one that is known. */
  traceparent?: string;
}

/** The JetStream stream of all events and the subjects it takes. */
export const EVENTS_STREAM = {
  name: 'EVENTS',
  subjects: [
    'email.*',
    'contact.*',
    'segment.*.*',
    'audience.*',
    'event.tracked',
    'domain.*',
    'project.*',
    'campaign.*',
    'workflow.*',
  ],
};

/**
 * The durable consumers of Waybill's own services: name `<service>-<purpose>` -> the subject it reads. A name is never reused for
 * another purpose: a new name reads from the oldest event kept. Events stay in their outbox until all of these have passed them.
 */
export const durableConsumers = {
  'contacts-bounce': 'email.bounce',
  'contacts-complaint': 'email.complaint',
  'delivery-contact-deleted': 'contact.deleted',
  'delivery-unsubscribed': 'contact.unsubscribed',
  'delivery-subscribed': 'contact.subscribed',
  'delivery-bounce': 'email.bounce',
  'delivery-complaint': 'email.complaint',
  'delivery-activity-email': 'email.*',
  'delivery-activity-contact': 'contact.*',
  'delivery-activity-segment': 'segment.*.*',
  'delivery-activity-campaign': 'campaign.*',
  'delivery-activity-workflow': 'workflow.*',
  'contacts-erasure': 'project.erasure',
  'delivery-erasure': 'project.erasure',
  'workflow-engine-erasure': 'project.erasure',
  'workflow-engine-tracked': 'event.tracked',
  'workflow-engine-email': 'email.*',
  'workflow-engine-contact': 'contact.*',
  'workflow-engine-segment': 'segment.*.*',
  'segments-changed': 'audience.changed',
  'segments-email': 'email.*',
  'segments-contact-deleted': 'contact.deleted',
  'segments-erasure': 'project.erasure',
  'billing-erasure': 'project.erasure',
  'billing-sent': 'email.sent',
  'billing-received': 'email.received',
  'domain-verifier-erasure': 'project.erasure',
  'gateway-domain-verified': 'domain.verified',
  'gateway-domain-lost': 'domain.lost',
  'gateway-erased': 'project.erased',
  'gateway-sent': 'email.sent',
  'gateway-bounce': 'email.bounce',
  'gateway-complaint': 'email.complaint',
} as const satisfies Record<string, EventFilter>;

export type DurableConsumerName = keyof typeof durableConsumers;

/** Messages to every instance that listens, on core NATS. One may be lost, so that a cached value lives for a short time only. */
export const broadcasts = {
  /** The keys or the state of the project whose id is the message have changed. */
  accessChanged: 'broadcast.access-changed',
  /** The caps of the project whose id is the message have changed. */
  capsChanged: 'broadcast.caps-changed',
} as const;

/** Hints that work is waiting, on core NATS. One may be lost; a poller finds the work anyway. */
export const wakeUps = {
  /** Emails were queued. */
  deliverySend: 'wake.delivery.send',
  /** Provider notifications were stored. */
  deliveryNotification: 'wake.delivery.notification',
} as const;
