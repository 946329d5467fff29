/**
 * Every fact on the bus: subject -> payload. All travel on the JetStream stream EVENTS, published from the owner's
 * outbox. Tenant strings never become subject tokens; a custom event travels on `event.tracked` with its name inside.
 */
export interface EventData {
  'email.sent': EmailFact & { sentAt: string };
  'email.delivery': EmailFact & { deliveredAt: string };
  'email.open': EmailFact & { openedAt: string; opens: number; isFirstOpen: boolean };
  'email.click': EmailFact & { link: string; clickedAt: string; clicks: number; isFirstClick: boolean };
  'email.bounce': EmailFact &
    ({ bounceType: 'Permanent'; bouncedAt: string } | { bounceType: 'Transient'; transientBounce: true });
  'email.complaint': EmailFact & { complainedAt: string };
  'email.received': ReceivedMail;
  'contact.subscribed': { reason?: string };
  'contact.unsubscribed': { reason?: string };
  /** The contact is gone: every service forgets what belongs to the person. */
  'contact.deleted': Record<string, never>;
  /** The project's data is to be erased, on a reset what does not survive one; `jobId` names the request. */
  'project.erasure': { jobId: string; kind: 'reset' | 'delete' };
  /** A service has erased it. */
  'project.erased': { jobId: string; kind: 'reset' | 'delete'; service: string };
  'event.tracked': { name: string; data: Record<string, unknown> };
  'domain.verified': DomainFact;
  /** A verified domain lost its proof: nothing is sent from it any more. */
  'domain.lost': DomainFact;
}

export type EventSubject = keyof EventData;

/** The fields of every `email.*` event (specification, Event data by type). */
export interface EmailFact {
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

/** Mail that arrived at a verified domain of the project (specification, Event data by type). */
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
  /** Did the provider hand the mail over as well, or only tell of it? */
  hasContent: boolean;
  /** The text of the mail: its text part, else its HTML as text; the first 65,536 characters. */
  body: string;
  /** PASS, FAIL, GRAY, PROCESSING_FAILED or, where nobody looked, DISABLED. */
  spamVerdict: string;
  virusVerdict: string;
  spfVerdict: string;
  dkimVerdict: string;
  dmarcVerdict: string;
  /** From the arrival at the provider until it told us. */
  processingTimeMillis: number;
}

export type SourceType = 'TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW' | 'INBOUND';

export interface DomainFact {
  domainId: string;
  /** Lower-case punycode. */
  domain: string;
}

/** What every payload carries around its data. */
export interface EventEnvelope<S extends EventSubject = EventSubject> {
  /** UUIDv7 of the fact: the same on every redelivery. */
  id: string;
  subject: S;
  projectId: string;
  /** ISO 8601 UTC. */
  occurredAt: string;
  /** The request that caused the fact, where there was one. */
  requestId: string | null;
  /** Bare UUID of the contact concerned: facts of one contact are published in order. */
  contactId: string | null;
  contactEmail: string | null;
  data: EventData[S];
}

/** The JetStream stream of all facts and the subjects it takes. */
export const EVENTS_STREAM = {
  name: 'EVENTS',
  subjects: ['email.*', 'contact.*', 'segment.*.*', 'event.tracked', 'domain.*', 'project.*'],
};

/**
 * The durables of Waybill's own services: name `<service>-<purpose>` -> the subject it reads. A name is never reused for
 * another purpose: a new name reads from the oldest fact kept. Facts stay in their outbox until all of these have passed them.
 */
export const durables = {
  'contacts-bounce': 'email.bounce',
  'contacts-complaint': 'email.complaint',
  'delivery-contact-deleted': 'contact.deleted',
  'delivery-unsubscribed': 'contact.unsubscribed',
  'delivery-subscribed': 'contact.subscribed',
  'delivery-bounce': 'email.bounce',
  'delivery-complaint': 'email.complaint',
  'contacts-erasure': 'project.erasure',
  'delivery-erasure': 'project.erasure',
  'workflow-engine-erasure': 'project.erasure',
  'segments-erasure': 'project.erasure',
  'billing-erasure': 'project.erasure',
  'domain-verifier-erasure': 'project.erasure',
  'gateway-domain-verified': 'domain.verified',
  'gateway-domain-lost': 'domain.lost',
  'gateway-erased': 'project.erased',
  'gateway-sent': 'email.sent',
  'gateway-bounce': 'email.bounce',
  'gateway-complaint': 'email.complaint',
} as const satisfies Record<string, EventSubject>;

export type DurableName = keyof typeof durables;

/** Told to every instance that listens, on core NATS: may be lost, so what is remembered is believed for a short time only. */
export const tells = {
  /** The keys or the state of the project whose id is the message have changed. */
  accessChanged: 'tell.gateway.access-changed',
  /** The caps of the project whose id is the message have changed. */
  capsChanged: 'tell.billing.caps-changed',
} as const;

/** Doorbells: core NATS, may be lost; a sweep finds the work anyway. */
export const bells = {
  /** Emails were queued. */
  deliverySend: 'bell.delivery.send',
  /** Provider notifications were stored. */
  deliveryNotification: 'bell.delivery.notification',
} as const;
