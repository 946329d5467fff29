import type { BillingSetup, GetSetup, MailSetup, WorkflowSetup } from './accounts/setup';
import type { AcceptEmails, AcceptedEmails } from './send/accept';
import type {
  ActivityPage,
  ActivityStats,
  ActivityStatsOf,
  CountRecent,
  ListActivityOf,
  ListContactEvents,
  ListUpcoming,
  RecentCount,
  Upcoming,
  UpcomingSteps,
  ListUpcomingSteps,
} from './activity/activity';
import type { ContactUpcoming, ListContactUpcoming } from './activity/contact-upcoming';
import type {
  AnalyticsOf,
  CampaignStats,
  Deliverability,
  TimeseriesOf,
  TimeseriesPoint,
  TopCampaign,
  TopCampaignsOf,
  TopEvent,
  TopEventsOf,
} from './analytics/analytics';
import type {
  BillingLimits,
  BillingRecord,
  Caps,
  GetBillingLimits,
  GetBillingRecords,
  MonthUsage,
  SetBillingLimitsAsk,
} from './billing/limits';
import type {
  BillingStatus,
  CheckoutAsk,
  Consumption,
  Invoices,
  PaymentPage,
  PaymentState,
  PortalAsk,
  StripeWebhook,
  UsageWarning,
} from './billing/payments';
import type {
  CampaignFigures,
  CampaignKey,
  CampaignLink,
  CampaignPage,
  CampaignView,
  ChangeCampaign,
  DuplicateCampaign,
  ListCampaignsOf,
  MakeCampaign,
  SendCampaignOf,
  TestCampaignOf,
} from './campaigns/campaign';
import type { CampaignPreflight } from './campaigns/preflight';
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
import type { BulkAsk, ExportAsk, ExportPart, GetPart, GetJob, ImportAsk, JobView, QueuedJob } from './contacts/job';
import type {
  AddedSuppression,
  AddSuppressionAsk,
  LiftSuppressionAsk,
  ListSuppressionsAsk,
  SuppressionView,
} from './contacts/suppression';
import type { TrackEvent, TrackedEvent } from './contacts/track';
import type { UpsertContact, UpsertedContact } from './contacts/upsert';
import type {
  AddDomain,
  DomainCheckView,
  DomainView,
  GetProjectOfDomain,
  ProjectDomain,
  ProjectOfDomain,
} from './domains/domain';
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
import type { CatchWebhook, CaughtAnswer, CaughtWebhook, ListWebhooks } from './mailbox/webhook';
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
import type { RenderedTemplate, RenderTemplateOf } from './templates/render';
import type { EmailPage, EmailWaybill, GetEmail, ListEmailsOf } from './emails/email';
import type { ProviderMessage, StoredMessage } from './emails/provider-message';
import type { StoredHit, TrackingHit } from './tracking/hit';
import type {
  ExecutionDetail,
  ExecutionItem,
  ExecutionKey,
  ExecutionPage,
  ExecutionView,
  ListExecutionsOf,
  StartExecutionOf,
} from './workflows/execution';
import type { ReplaceGraphOf } from './workflows/graph';
import type {
  ChangeStep,
  InsertStep,
  MakeStep,
  MakeTransition,
  RemoveStep,
  StepView,
  TransitionKey,
  TransitionView,
} from './workflows/step';
import type {
  ChangeWorkflow,
  DuplicateWorkflow,
  ListWorkflowsOf,
  MakeWorkflow,
  SimulateWorkflowOf,
  Simulation,
  TemplateReferences,
  WorkflowDetail,
  WorkflowFields,
  WorkflowFieldsOf,
  WorkflowItem,
  WorkflowKey,
  WorkflowStats,
  WorkflowView,
} from './workflows/workflow';
import type {
  AddedMembers,
  AddMembersAsk,
  ComputeAnswer,
  ComputeJobAsk,
  ComputeJobView,
  ConditionCount,
  CountCondition,
  CreateSegmentAsk,
  ExplainAsk,
  RemoveMembersAsk,
  SegmentContacts,
  SegmentContactsAsk,
  SegmentExplanation,
  SegmentKey,
  SegmentUsageAsk,
  SegmentView,
  UpdateSegmentAsk,
  WatchAsk,
} from './segments/segment';
import type { Outcome } from './wire/outcome';
import type { Page } from './wire/page';

/**
 * Every question one service asks another: name -> request and answer. The name is `<service>.<verb>`,
 * the subject `ask.<service>.<verb>`, answered by one instance of the queue group `<service>`.
 * One block per service. A batch ask carries `{items}` and answers `{results}`, one outcome per item, in order.
 */
export interface Asks {
  // gateway
  'gateway.mail-settings': { request: GetMailSettings; reply: MailSettings };
  'gateway.payment-state': { request: PaymentState; reply: { changed: boolean } };
  'gateway.usage-warning': { request: UsageWarning; reply: { noted: true } };

  // contacts
  'contacts.track': { request: Batch<TrackEvent>; reply: BatchReply<TrackedEvent> };
  'contacts.upsert': { request: Batch<UpsertContact>; reply: BatchReply<UpsertedContact> };
  'contacts.list': { request: ListContactsAsk; reply: Page<ContactView> };
  'contacts.get': { request: GetContact; reply: ContactView };
  'contacts.save': { request: SaveContactItem; reply: SavedContact };
  'contacts.update': { request: Batch<UpdateContactAsk>; reply: BatchReply<ContactView> };
  'contacts.delete': { request: DeleteContact; reply: { deleted: true } };
  'contacts.lookup': { request: LookupContactsAsk; reply: FoundContacts };
  'contacts.fields': { request: ListFields; reply: ContactFields };
  'contacts.field-values': { request: FieldValuesAsk; reply: FieldValues };
  'contacts.field-usage': { request: FieldAsk; reply: FieldUsage };
  'contacts.field-delete': { request: DeleteField; reply: DeletedField };
  'contacts.import': { request: ImportAsk; reply: QueuedJob };
  'contacts.bulk': { request: BulkAsk; reply: QueuedJob };
  'contacts.export': { request: ExportAsk; reply: QueuedJob };
  'contacts.export-part': { request: GetPart; reply: ExportPart };
  'contacts.job': { request: GetJob; reply: JobView };
  'contacts.events': { request: ListEventsAsk; reply: Page<EventView> };
  'contacts.event-stats': { request: EventStatsAsk; reply: EventCount[] };
  'contacts.event-names': { request: ListFields; reply: EventNames };
  'contacts.event-usage': { request: EventNameAsk; reply: EventUsage };
  'contacts.event-delete': { request: DeleteEvents; reply: DeletedEvents };
  'contacts.suppression-list': { request: ListSuppressionsAsk; reply: Page<SuppressionView> };
  'contacts.suppression-add': { request: AddSuppressionAsk; reply: AddedSuppression };
  'contacts.suppression-lift': { request: LiftSuppressionAsk; reply: { lifted: true } };
  'contacts.subscription-get': { request: GetSubscription; reply: SubscriptionView };
  'contacts.watch': { request: WatchAsk; reply: { watched: number } };
  'contacts.subscription-change': { request: ChangeSubscription; reply: ChangedSubscription };

  // delivery
  'delivery.field-usage': { request: FieldAsk; reply: References };
  'delivery.template-list': { request: ListTemplatesOf; reply: TemplatePage };
  'delivery.template-create': { request: MakeTemplate; reply: TemplateView };
  'delivery.template-get': { request: TemplateKey; reply: TemplateView };
  'delivery.template-update': { request: ChangeTemplate; reply: TemplateView };
  'delivery.template-delete': { request: TemplateKey; reply: { deleted: true } };
  'delivery.template-duplicate': { request: DuplicateTemplate; reply: TemplateView };
  'delivery.template-render': { request: RenderTemplateOf; reply: RenderedTemplate };
  'delivery.template-usage': { request: TemplateKey; reply: TemplateUsage };
  'delivery.segment-usage': { request: SegmentUsageAsk; reply: References };
  'delivery.campaign-list': { request: ListCampaignsOf; reply: CampaignPage };
  'delivery.campaign-create': { request: MakeCampaign; reply: CampaignView };
  'delivery.campaign-get': { request: CampaignKey; reply: CampaignView };
  'delivery.campaign-update': { request: ChangeCampaign; reply: CampaignView };
  'delivery.campaign-delete': { request: CampaignKey; reply: { deleted: true } };
  'delivery.campaign-duplicate': { request: DuplicateCampaign; reply: CampaignView };
  'delivery.campaign-send': { request: SendCampaignOf; reply: { status: string } };
  'delivery.campaign-cancel': { request: CampaignKey; reply: CampaignView };
  'delivery.campaign-test': { request: TestCampaignOf; reply: { email: string } };
  'delivery.campaign-stats': { request: CampaignKey; reply: CampaignFigures };
  'delivery.campaign-links': { request: CampaignKey; reply: CampaignLink[] };
  'delivery.campaign-preflight': { request: CampaignKey; reply: CampaignPreflight };
  'delivery.activity': { request: ListActivityOf; reply: ActivityPage };
  'delivery.activity-stats': { request: ActivityStatsOf; reply: ActivityStats };
  'delivery.activity-recent': { request: CountRecent; reply: RecentCount };
  'delivery.activity-upcoming': { request: ListUpcoming; reply: Upcoming };
  'delivery.contact-upcoming': { request: ListContactUpcoming; reply: ContactUpcoming };
  'delivery.contact-events': { request: ListContactEvents; reply: Page<EventView> };
  'delivery.timeseries': { request: TimeseriesOf; reply: TimeseriesPoint[] };
  'delivery.top-campaigns': { request: TopCampaignsOf; reply: TopCampaign[] };
  'delivery.campaign-figures': { request: AnalyticsOf; reply: CampaignStats };
  'delivery.top-events': { request: TopEventsOf; reply: TopEvent[] };
  'delivery.deliverability': { request: AnalyticsOf; reply: Deliverability };
  'delivery.template-names': { request: { projectId: string; ids: string[] }; reply: { id: string; name: string }[] };
  'delivery.email-list': { request: ListEmailsOf; reply: EmailPage };
  'delivery.email-get': { request: GetEmail; reply: EmailWaybill };
  'delivery.hit': { request: Batch<TrackingHit>; reply: BatchReply<StoredHit> };
  'delivery.provider-message': { request: Batch<ProviderMessage>; reply: BatchReply<StoredMessage> };
  'delivery.send': { request: Batch<AcceptEmails>; reply: BatchReply<AcceptedEmails> };
  'delivery.mailbox-list': { request: ListMessages; reply: MailboxPage };
  'delivery.mailbox-get': { request: GetMessage; reply: MailboxMessage };
  'delivery.webhook-catch': { request: CatchWebhook; reply: CaughtAnswer };
  'delivery.webhook-list': { request: ListWebhooks; reply: Page<CaughtWebhook> };
  'delivery.webhook-clear': { request: DeleteMessages; reply: { deleted: number } };
  'delivery.mailbox-clear': { request: DeleteMessages; reply: { deleted: number } };
  'delivery.setup': { request: GetSetup; reply: MailSetup };
  'delivery.usage': { request: GetBillingLimits; reply: MonthUsage };
  'delivery.sender-use': { request: GetSenderUse; reply: SenderUse };

  // segments
  'segments.list': { request: { projectId: string }; reply: SegmentView[] };
  'segments.create': { request: CreateSegmentAsk; reply: SegmentView };
  'segments.get': { request: SegmentKey; reply: SegmentView };
  'segments.update': { request: UpdateSegmentAsk; reply: SegmentView };
  'segments.delete': { request: SegmentKey; reply: { deleted: true } };
  'segments.contacts': { request: SegmentContactsAsk; reply: SegmentContacts };
  'segments.members-add': { request: AddMembersAsk; reply: AddedMembers };
  'segments.members-remove': { request: RemoveMembersAsk; reply: { removed: number } };
  'segments.compute': { request: SegmentKey; reply: ComputeAnswer };
  'segments.compute-job': { request: ComputeJobAsk; reply: ComputeJobView };
  'segments.refresh': { request: SegmentKey; reply: { memberCount: number } };
  'segments.count': { request: CountCondition & { projectId: string }; reply: ConditionCount };
  'segments.explain': { request: ExplainAsk; reply: SegmentExplanation };
  'segments.field-usage': { request: FieldAsk; reply: References };
  'segments.event-usage': { request: EventNameAsk; reply: References };

  // workflow-engine
  'workflow-engine.field-usage': { request: FieldAsk; reply: References };
  'workflow-engine.event-usage': { request: EventNameAsk; reply: References };
  'workflow-engine.upcoming': { request: ListUpcomingSteps; reply: UpcomingSteps };
  'workflow-engine.setup': { request: GetSetup; reply: WorkflowSetup };
  'workflow-engine.template-usage': { request: { projectId: string; templateId: string }; reply: TemplateReferences };
  /** `slug` as in the segment's events, null when it emits none. */
  'workflow-engine.segment-usage': {
    request: { projectId: string; segmentId: string; slug: string | null };
    reply: References;
  };
  'workflow-engine.sender-use': { request: GetSenderUse; reply: References };
  'workflow-engine.list': { request: ListWorkflowsOf; reply: Page<WorkflowItem> };
  'workflow-engine.create': { request: MakeWorkflow; reply: WorkflowDetail };
  'workflow-engine.get': { request: WorkflowKey; reply: WorkflowDetail };
  'workflow-engine.update': { request: ChangeWorkflow; reply: WorkflowView };
  'workflow-engine.delete': { request: WorkflowKey; reply: { deleted: true } };
  'workflow-engine.duplicate': { request: DuplicateWorkflow; reply: WorkflowDetail };
  'workflow-engine.bulk-delete': { request: { projectId: string; ids: string[] }; reply: { deleted: number } };
  'workflow-engine.fields': { request: WorkflowFieldsOf; reply: WorkflowFields };
  'workflow-engine.graph-replace': { request: ReplaceGraphOf; reply: WorkflowDetail };
  'workflow-engine.step-add': { request: MakeStep; reply: StepView };
  'workflow-engine.step-update': { request: ChangeStep; reply: StepView };
  'workflow-engine.step-delete': { request: RemoveStep; reply: { deleted: true } };
  'workflow-engine.step-insert': { request: InsertStep; reply: StepView };
  'workflow-engine.transition-add': { request: MakeTransition; reply: TransitionView };
  'workflow-engine.transition-delete': { request: TransitionKey; reply: { deleted: true } };
  'workflow-engine.execution-start': { request: StartExecutionOf; reply: ExecutionView };
  'workflow-engine.execution-list': { request: ListExecutionsOf; reply: ExecutionPage };
  'workflow-engine.execution-get': { request: ExecutionKey; reply: ExecutionDetail };
  'workflow-engine.execution-cancel': { request: ExecutionKey; reply: ExecutionItem };
  'workflow-engine.execution-cancel-all': { request: WorkflowKey; reply: { cancelled: number } };
  'workflow-engine.stats': { request: WorkflowKey; reply: WorkflowStats };
  'workflow-engine.simulate': { request: SimulateWorkflowOf; reply: Simulation };

  // billing
  'billing.setup': { request: GetSetup; reply: BillingSetup };
  'billing.limits': { request: GetBillingLimits; reply: BillingLimits };
  'billing.limits-set': { request: SetBillingLimitsAsk; reply: BillingLimits };
  'billing.records': { request: GetBillingRecords; reply: BillingRecord[] };
  'billing.caps': { request: GetBillingLimits; reply: Caps };
  'billing.status': { request: Record<string, never>; reply: BillingStatus };
  'billing.checkout': { request: CheckoutAsk; reply: PaymentPage };
  'billing.portal': { request: PortalAsk; reply: PaymentPage };
  'billing.consumption': { request: GetBillingLimits; reply: Consumption };
  'billing.invoices': { request: GetBillingLimits; reply: Invoices };
  'billing.stripe-webhook': { request: StripeWebhook; reply: { stored: boolean } };

  // domain-verifier
  'domain-verifier.add': { request: AddDomain & { projectId: string }; reply: DomainView };
  'domain-verifier.list': { request: { projectId: string }; reply: DomainView[] };
  'domain-verifier.check': { request: ProjectDomain; reply: DomainCheckView };
  'domain-verifier.project-of': { request: GetProjectOfDomain; reply: ProjectOfDomain };
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

/** Items of the same turn of the event loop, sent as one message. */
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
