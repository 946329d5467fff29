import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Db } from '@waybill/database/db';
import { ActivityConsumer } from './activity/activity.consumer';
import { ActivityController } from './activity/activity.controller';
import { ActivityRetentionWorker } from './activity/activity-retention.worker';
import { ActivityService } from './activity/activity.service';
import { UpcomingService } from './activity/upcoming.service';
import { AnalyticsController } from './analytics/analytics.controller';
import { AnalyticsService } from './analytics/analytics.service';
import { AudienceService } from './audience/audience.service';
import { CampaignCheck } from './campaign/campaign-check.service';
import { CampaignFiguresService } from './campaign/campaign-figures.service';
import { CampaignHealth } from './campaign/campaign-health';
import { CampaignStart } from './campaign/campaign-start.service';
import { CampaignUsageController } from './campaign/campaign-usage.controller';
import { CampaignController } from './campaign/campaign.controller';
import { Campaign } from './campaign/campaign.entity';
import { CampaignService } from './campaign/campaign.service';
import { CampaignWorker } from './campaign/campaign.worker';
import { createAccounts } from './provider/accounts/create-accounts';
import { ProviderAccounts } from './provider/accounts/provider-accounts';
import { CapGuard } from './usage/cap-check';
import { CapsReader } from './usage/caps-reader';
import { MonthUsageController } from './usage/usage.controller';
import { UsageRetention } from './usage/usage-retention.worker';
import { ContactErasureConsumer } from './ledger/contact-erasure.consumer';
import { DELIVERY_CONFIG, type DeliveryConfig } from './config';
import { AcceptChecks } from './accept/accept-checks';
import { AcceptService } from './accept/accept.service';
import { EmailClaims } from './queue/email-claims';
import { EmailController } from './accept/accept.controller';
import { LeaseSweeper } from './queue/lease.worker';
import { Ledger } from './accept/accepted-emails';
import { QueueMetrics } from './queue/queue-metrics';
import { QueuedCount } from './queue/queued-count';
import { PartitionKeeper } from './ledger/partition.worker';
import { SendWorker } from './queue/send.worker';
import { Settler } from './outgoing/settler';
import { InboundWorker } from './feedback/inbound/inbound.worker';
import { MailboxController } from './emails/mailbox.controller';
import { MailboxService } from './emails/mailbox.service';
import { MessageRetention } from './ledger/message-retention.worker';
import { MessageService } from './ledger/message.service';
import { NotificationProcessor } from './feedback/report/report.worker';
import { Outgoing } from './outgoing/outgoing';
import { OutgoingSteps } from './outgoing/outgoing-steps';
import { GivenUpMessages } from './feedback/provider-message/given-up-messages.worker';
import { Ingress } from './feedback/provider-message/ingress';
import { ProviderMessageController } from './feedback/provider-message/provider-message.controller';
import { ProviderMessageProcessor } from './feedback/provider-message/provider-message.worker';
import { ProviderMessageService } from './feedback/provider-message/provider-message.service';
import { SenderDomainChecks } from './sender/sender-domains';
import { SigningKeys } from './sender/signing-keys';
import { SetupController } from './emails/setup.controller';
import { SuppressionConsumer } from './feedback/suppression/suppression.consumer';
import { TemplateController } from './template/template.controller';
import { TemplateReader } from './template/template-reader';
import { TemplateService } from './template/template.service';
import { PreviewController } from './preview/preview.controller';
import { PreviewService } from './preview/preview.service';
import { TEMPLATE_THREAD, TemplateWork } from './template/template-work';
import { HitController } from './tracking/hit.controller';
import { HitService } from './tracking/hit.service';
import { MailSettingsReader } from './sender/mail-settings';
import { WebhookCatcherController } from './emails/webhook-catcher.controller';
import { WebhookCatcherService } from './emails/webhook-catcher.service';
import { WaybillController } from './emails/waybill.controller';
import { WaybillService } from './emails/waybill.service';

/** Acceptance of emails: checks, caps and the rows of the ledger. */
const accepting = [AcceptChecks, AcceptService, CapGuard, CapsReader, Ledger, UsageRetention];

/** The queue and the steps of a claimed email to its settlement. */
const sending = [
  EmailClaims,
  LeaseSweeper,
  MailSettingsReader,
  Outgoing,
  OutgoingSteps,
  QueueMetrics,
  QueuedCount,
  SendWorker,
  SenderDomainChecks,
  Settler,
  SigningKeys,
];

/** The ledger and its content: partitions, retention, erasure. */
const storing = [ContactErasureConsumer, MessageRetention, MessageService, PartitionKeeper];

/** Reports of providers, inbound emails, opens and clicks. */
const feedback = [
  GivenUpMessages,
  HitService,
  InboundWorker,
  Ingress,
  NotificationProcessor,
  ProviderMessageProcessor,
  ProviderMessageService,
  SuppressionConsumer,
];

/** Campaigns and their audiences. */
const campaigns = [
  AudienceService,
  CampaignService,
  CampaignStart,
  CampaignCheck,
  CampaignFiguresService,
  CampaignHealth,
  CampaignWorker,
];

/** Templates, their rendering and previews. */
const templates = [PreviewService, TemplateReader, TemplateService, TemplateWork];

/** Views of what happened: waybill, mailbox, activity, analytics. */
const reading = [
  ActivityConsumer,
  ActivityRetentionWorker,
  ActivityService,
  AnalyticsService,
  MailboxService,
  UpcomingService,
  WaybillService,
  WebhookCatcherService,
];

const controllers = [
  CampaignController,
  EmailController,
  MailboxController,
  WebhookCatcherController,
  HitController,
  TemplateController,
  PreviewController,
  ActivityController,
  AnalyticsController,
  WaybillController,
  CampaignUsageController,
  SetupController,
  MonthUsageController,
  ProviderMessageController,
];

/** The whole delivery service on one page. */
@Module({})
export class DeliveryModule {
  static forRoot(config: DeliveryConfig): DynamicModule {
    return {
      module: DeliveryModule,
      imports: [TypeOrmModule.forFeature([Campaign])],
      controllers,
      providers: [
        { provide: DELIVERY_CONFIG, useValue: config },
        { provide: TEMPLATE_THREAD, useValue: { file: join(__dirname, 'template.thread.js') } },
        {
          provide: ProviderAccounts,
          useFactory: createAccounts,
          inject: [Db, DELIVERY_CONFIG, SigningKeys, MailSettingsReader],
        },
        ...accepting,
        ...sending,
        ...storing,
        ...feedback,
        ...campaigns,
        ...templates,
        ...reading,
      ],
    };
  }
}
