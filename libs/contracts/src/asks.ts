import type { BillingSetup, GetSetup, MailSetup, WorkflowSetup } from './accounts/setup';
import type { AcceptEmails, AcceptedEmails } from './send/accept';
import type { BillingLimits, Caps, GetBillingLimits, MonthUsage, SetBillingLimitsAsk } from './billing/limits';
import type {
  ContactView,
  DeleteContact,
  FoundContacts,
  GetContact,
  ListContactsAsk,
  LookupContactsAsk,
  SaveContactItem,
  SavedContact,
  UpdateContactAsk,
} from './contacts/contact';
import type {
  ContactFields,
  DeletedField,
  DeleteField,
  FieldAsk,
  FieldUsage,
  FieldValues,
  FieldValuesAsk,
  ListFields,
  References,
} from './contacts/field';
import type { BulkAsk, GetJob, ImportAsk, JobView, QueuedJob } from './contacts/job';
import type { TrackEvent, TrackedEvent } from './contacts/track';
import type { UpsertContact, UpsertedContact } from './contacts/upsert';
import type { AddDomain, DomainCheckView, DomainView, ProjectDomain } from './domains/domain';
import type {
  AddOwnDomain,
  CheckSenderDomains,
  FindReceivers,
  GetSenderUse,
  Receivers,
  SenderDomains,
  SenderUse,
} from './domains/sender';
import type { GetSigningKey, SigningKeyReply } from './domains/signing-key';
import type { AddressReport, VerifyAddress } from './domains/verify-address';
import type {
  DeletedEvents,
  DeleteEvents,
  EventCount,
  EventNameAsk,
  EventNames,
  EventStatsAsk,
  EventUsage,
  EventView,
  ListEventsAsk,
} from './events/event';
import type { DeleteMessages, GetMessage, ListMessages, MailboxMessage, MailboxPage } from './mailbox/mailbox';
import type {
  ChangedSubscription,
  ChangeSubscription,
  GetMailSettings,
  GetSubscription,
  MailSettings,
  SubscriptionView,
} from './subscription/subscription';
import type {
  ChangeTemplate,
  DuplicateTemplate,
  ListTemplatesOf,
  MakeTemplate,
  TemplateKey,
  TemplatePage,
  TemplateUsage,
  TemplateView,
} from './templates/template';
import type { EmailPage, EmailWaybill, GetEmail, ListEmailsOf } from './emails/email';
import type { ProviderMessage, StoredMessage } from './emails/provider-message';
import type { StoredHit, TrackingHit } from './tracking/hit';
import type { Outcome } from './wire/outcome';
import type { Page } from './wire/page';

/**
 * Every question one service asks another: name -> request and answer. The name is `<service>.<verb>`,
 * the subject `ask.<service>.<verb>`, answered by one instance of the queue group `<service>`.
 * A batch ask carries `{items}` and answers `{results}`, one outcome per item, in order.
 */
export interface Asks {
  'contacts.track': { request: Batch<TrackEvent>; reply: BatchReply<TrackedEvent> };
  'contacts.upsert': { request: Batch<UpsertContact>; reply: BatchReply<UpsertedContact> };
  'contacts.list': { request: ListContactsAsk; reply: Page<ContactView> };
  'contacts.get': { request: GetContact; reply: ContactView };
  'contacts.save': { request: SaveContactItem; reply: SavedContact };
  'contacts.update': { request: UpdateContactAsk; reply: ContactView };
  'contacts.delete': { request: DeleteContact; reply: { deleted: true } };
  'contacts.lookup': { request: LookupContactsAsk; reply: FoundContacts };
  'contacts.fields': { request: ListFields; reply: ContactFields };
  'contacts.field-values': { request: FieldValuesAsk; reply: FieldValues };
  'contacts.field-usage': { request: FieldAsk; reply: FieldUsage };
  'contacts.field-delete': { request: DeleteField; reply: DeletedField };
  'contacts.import': { request: ImportAsk; reply: QueuedJob };
  'contacts.bulk': { request: BulkAsk; reply: QueuedJob };
  'contacts.job': { request: GetJob; reply: JobView };
  'contacts.events': { request: ListEventsAsk; reply: Page<EventView> };
  'contacts.event-stats': { request: EventStatsAsk; reply: EventCount[] };
  'contacts.event-names': { request: ListFields; reply: EventNames };
  'contacts.event-usage': { request: EventNameAsk; reply: EventUsage };
  'contacts.event-delete': { request: DeleteEvents; reply: DeletedEvents };
  'segments.field-usage': { request: FieldAsk; reply: References };
  'segments.event-usage': { request: EventNameAsk; reply: References };
  'delivery.field-usage': { request: FieldAsk; reply: References };
  'workflow-engine.field-usage': { request: FieldAsk; reply: References };
  'workflow-engine.event-usage': { request: EventNameAsk; reply: References };
  'contacts.subscription-get': { request: GetSubscription; reply: SubscriptionView };
  'contacts.subscription-change': { request: ChangeSubscription; reply: ChangedSubscription };
  'delivery.template-list': { request: ListTemplatesOf; reply: TemplatePage };
  'delivery.template-create': { request: MakeTemplate; reply: TemplateView };
  'delivery.template-get': { request: TemplateKey; reply: TemplateView };
  'delivery.template-update': { request: ChangeTemplate; reply: TemplateView };
  'delivery.template-delete': { request: TemplateKey; reply: { deleted: true } };
  'delivery.template-duplicate': { request: DuplicateTemplate; reply: TemplateView };
  'delivery.template-usage': { request: TemplateKey; reply: TemplateUsage };
  'delivery.email-list': { request: ListEmailsOf; reply: EmailPage };
  'delivery.email-get': { request: GetEmail; reply: EmailWaybill };
  'delivery.hit': { request: Batch<TrackingHit>; reply: BatchReply<StoredHit> };
  'delivery.provider-message': { request: Batch<ProviderMessage>; reply: BatchReply<StoredMessage> };
  'gateway.mail-settings': { request: GetMailSettings; reply: MailSettings };
  'delivery.send': { request: Batch<AcceptEmails>; reply: BatchReply<AcceptedEmails> };
  'delivery.mailbox-list': { request: ListMessages; reply: MailboxPage };
  'delivery.mailbox-get': { request: GetMessage; reply: MailboxMessage };
  'delivery.mailbox-clear': { request: DeleteMessages; reply: { deleted: number } };
  'delivery.setup': { request: GetSetup; reply: MailSetup };
  'workflow-engine.setup': { request: GetSetup; reply: WorkflowSetup };
  'billing.setup': { request: GetSetup; reply: BillingSetup };
  'delivery.usage': { request: GetBillingLimits; reply: MonthUsage };
  'billing.limits': { request: GetBillingLimits; reply: BillingLimits };
  'billing.limits-set': { request: SetBillingLimitsAsk; reply: BillingLimits };
  'billing.caps': { request: GetBillingLimits; reply: Caps };
  'delivery.sender-use': { request: GetSenderUse; reply: SenderUse };
  'domain-verifier.add': { request: AddDomain & { projectId: string }; reply: DomainView };
  'domain-verifier.list': { request: { projectId: string }; reply: DomainView[] };
  'domain-verifier.check': { request: ProjectDomain; reply: DomainCheckView };
  'domain-verifier.remove': { request: ProjectDomain; reply: { removed: true } };
  'domain-verifier.signing-key': { request: GetSigningKey; reply: SigningKeyReply };
  'domain-verifier.verify-address': { request: VerifyAddress; reply: AddressReport };
  'domain-verifier.add-own': { request: AddOwnDomain; reply: SenderDomains };
  'domain-verifier.receivers': { request: FindReceivers; reply: Receivers };
  'domain-verifier.senders': { request: CheckSenderDomains; reply: SenderDomains };
}

export type AskName = keyof Asks;
export type AskRequest<K extends AskName> = Asks[K]['request'];
export type AskReply<K extends AskName> = Asks[K]['reply'];

/** What arrives at the same moment travels as one message. */
export interface Batch<T> {
  items: T[];
}

/** One answer per item, in the order of the items: a bad item fails alone. */
export interface BatchReply<T> {
  results: Outcome<T>[];
}

/** The asks whose request is a {@link Batch}. */
export type BatchAskName = { [K in AskName]: Asks[K]['request'] extends Batch<unknown> ? K : never }[AskName];
export type BatchItem<K extends BatchAskName> = Asks[K]['request'] extends Batch<infer T> ? T : never;
export type BatchResult<K extends BatchAskName> = Asks[K]['reply'] extends BatchReply<infer T> ? T : never;

/** The NATS subject of an ask; a decorator argument: `@MessagePattern(askSubject('contacts.track'))`. */
export const askSubject = (name: AskName): string => `ask.${name}`;
