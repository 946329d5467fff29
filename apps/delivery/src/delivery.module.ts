import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { bells, tells } from '@waybill/contracts/events';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask-client';
import { Bells } from '@waybill/messaging/bells';
import { Broadcast } from '@waybill/messaging/broadcast';
import { Outbox } from '@waybill/messaging/outbox';
import { AccountHealth } from './account/account-health';
import { ProviderAccounts } from './account/provider-accounts';
import { CapGuard } from './cap/cap.guard';
import { CapsReader } from './cap/caps.reader';
import { MonthUsageController } from './cap/usage.controller';
import { UsageRetention } from './cap/usage.retention';
import { ContactErasureConsumer } from './contact/contact-erasure.consumer';
import { UsageController } from './contact/usage.controller';
import { DELIVERY_CONFIG, resendSources, type DeliveryConfig } from './config';
import { AcceptService } from './email/accept.service';
import { EmailClaims } from './email/email.claims';
import { EmailController } from './email/email.controller';
import { LeaseSweeper } from './email/lease.sweeper';
import { Ledger } from './email/ledger';
import { paced } from './email/paced';
import { QueueDepth } from './email/queue-depth';
import { PartitionKeeper } from './email/partition.keeper';
import { SendWorker } from './email/send.worker';
import { Settler } from './email/settler';
import { InboundWorker, type InboundAsks } from './inbound/inbound.worker';
import { MailboxController } from './mailbox/mailbox.controller';
import { MailboxService } from './mailbox/mailbox.service';
import { MessageRetention } from './message/message.retention';
import { MessageStore } from './message/message.store';
import { NotificationProcessor } from './notification/notification.processor';
import { Outgoing } from './outgoing/outgoing';
import { outgoingSteps } from './outgoing/outgoing-steps';
import { GivenUpMessages } from './provider-message/given-up.messages';
import { Ingress } from './provider-message/ingress';
import { ProviderMessageController } from './provider-message/provider-message.controller';
import { ProviderMessageProcessor } from './provider-message/provider-message.processor';
import { ProviderMessageStore } from './provider-message/provider-message.store';
import { chooseProviders } from './provider/choose-provider';
import { SenderDomainChecks } from './sender/sender-domains';
import { SigningKeys } from './sender/signing-keys';
import { SetupController } from './setup/setup.controller';
import { SuppressionConsumer } from './suppression/suppression.consumer';
import { TemplateController } from './template/template.controller';
import { TemplateReader } from './template/template.reader';
import { TemplateService } from './template/template.service';
import { TemplateWork } from './template-work/template-work';
import { LinkMaker } from './tracking/email-links';
import { HitController } from './tracking/hit.controller';
import { HitService } from './tracking/hit.service';
import { MailSettingsReader } from './tracking/mail-settings.reader';
import { WaybillController } from './waybill/waybill.controller';
import { WaybillService } from './waybill/waybill.service';

/** The whole delivery service on one page. */
@Module({})
export class DeliveryModule {
  static forRoot(config: DeliveryConfig): DynamicModule {
    return {
      module: DeliveryModule,
      controllers: [
        EmailController,
        MailboxController,
        HitController,
        TemplateController,
        WaybillController,
        UsageController,
        SetupController,
        MonthUsageController,
        ProviderMessageController,
      ],
      providers: [
        { provide: DELIVERY_CONFIG, useValue: config },
        ContactErasureConsumer,
        GivenUpMessages,
        SuppressionConsumer,
        {
          provide: MailboxService,
          useFactory: (db: Db) => new MailboxService(db, config.EMAIL_PROVIDER === 'simulator'),
          inject: [Db],
        },
        { provide: TemplateReader, useFactory: (db: Db) => new TemplateReader(db), inject: [Db] },
        TemplateService,
        { provide: TemplateWork, useFactory: createTemplateWork },
        {
          provide: WaybillService,
          useFactory: (db: Db, accounts: ProviderAccounts) =>
            new WaybillService(
              db,
              accounts.list.map(({ name }) => name),
            ),
          inject: [Db, ProviderAccounts],
        },
        { provide: MessageStore, useFactory: (db: Db) => new MessageStore(db), inject: [Db] },
        {
          provide: SenderDomainChecks,
          useFactory: (asks: AskClient) =>
            new SenderDomainChecks((request) => asks.ask('domain-verifier.senders', request)),
          inject: [AskClient],
        },
        {
          provide: NotificationProcessor,
          useFactory: (db: Db, outbox: Outbox) => new NotificationProcessor(db, outbox),
          inject: [Db, Outbox],
        },
        {
          provide: MailSettingsReader,
          useFactory: createSettings,
          inject: [AskClient, Broadcast],
        },
        { provide: CapGuard, useFactory: createCaps, inject: [Db, AskClient, Broadcast] },
        { provide: ProviderAccounts, useFactory: createAccounts(config), inject: [...accountNeeds] },
        {
          provide: Outgoing,
          useFactory: (
            messages: MessageStore,
            settings: MailSettingsReader,
            domains: SenderDomainChecks,
            caps: CapGuard,
            templateWork: TemplateWork,
          ) => new Outgoing(outgoingSteps({ messages, settings, domains, caps, templateWork })),
          inject: [MessageStore, MailSettingsReader, SenderDomainChecks, CapGuard, TemplateWork],
        },
        { provide: HitService, useFactory: createHits, inject: [...hitNeeds] },
        { provide: Ingress, useFactory: (db: Db) => new Ingress(db, 'ses'), inject: [Db] },
        {
          provide: ProviderMessageProcessor,
          useFactory: (db: Db, notifications: NotificationProcessor, inbound: InboundWorker) =>
            new ProviderMessageProcessor(db, { reports: () => notifications.wake(), mail: () => inbound.wake() }),
          inject: [Db, NotificationProcessor, InboundWorker],
        },
        { provide: InboundWorker, useFactory: createInbound, inject: [Db, Outbox, AskClient, CapGuard] },
        { provide: ProviderMessageStore, useFactory: createMessageStore, inject: [...messageStoreNeeds] },
        { provide: SendWorker, useFactory: createWorker(config), inject: [...workerNeeds] },
        { provide: AcceptService, useFactory: createAcceptance(config), inject: [...acceptanceNeeds] },
        {
          provide: LeaseSweeper,
          useFactory: (db: Db, worker: SendWorker) =>
            new LeaseSweeper(db, {
              unknownWaitSeconds: config.UNKNOWN_WAIT_SECONDS,
              silenceWaitSeconds: config.UNKNOWN_SILENCE_SECONDS,
              resend: resendSources(config),
              queued: () => worker.wakeAll(),
            }),
          inject: [Db, SendWorker],
        },
        { provide: UsageRetention, useFactory: (db: Db) => new UsageRetention(db), inject: [Db] },
        { provide: PartitionKeeper, useFactory: (db: Db) => new PartitionKeeper(db), inject: [Db] },
        {
          provide: MessageRetention,
          useFactory: (db: Db) => new MessageRetention(db, config.BODY_RETENTION_DAYS),
          inject: [Db],
        },
      ],
    };
  }
}

/** Milliseconds between two wake-ups of the outbox relay and the notifications while emails are settled all the time. */
const wakeInterval = 30;

/** Its thread is bundled beside this service. */
const createTemplateWork = (): TemplateWork => new TemplateWork({ file: join(__dirname, 'template.thread.js') });

function createSettings(asks: AskClient, broadcast: Broadcast): MailSettingsReader {
  const settings = new MailSettingsReader((request) => asks.ask('gateway.mail-settings', request));
  broadcast.overhear(tells.accessChanged, (projectId) => settings.forget(projectId));
  return settings;
}

/** Milliseconds: no email waits longer for an outage of billing, which stops none. */
const capsTimeout = 500;

function createCaps(db: Db, asks: AskClient, broadcast: Broadcast): CapGuard {
  const caps = new CapsReader((request) => asks.ask('billing.caps', request, { timeout: capsTimeout }));
  broadcast.overhear(tells.capsChanged, (projectId) => caps.forget(projectId));
  return new CapGuard(db, caps);
}

function createInbound(db: Db, outbox: Outbox, asks: AskClient, caps: CapGuard): InboundWorker {
  const others: InboundAsks = {
    receivers: (domains) => asks.ask('domain-verifier.receivers', { domains }),
    upsert: (request) => asks.askOne('contacts.upsert', request),
  };
  return new InboundWorker(db, outbox, others, caps);
}

const accountNeeds = [Db, AskClient, MailSettingsReader] as const;

function createAccounts(config: DeliveryConfig) {
  return (db: Db, asks: AskClient, settings: MailSettingsReader): ProviderAccounts => {
    const keys = new SigningKeys((request) => asks.ask('domain-verifier.signing-key', request));
    const accounts = chooseProviders(config, db).map(({ name, provider }, index) => ({
      name,
      provider,
      health: new AccountHealth(db, name, provider.name !== 'simulator'),
      // Amazon SES tracks by itself, with the events of its configuration set, and signs with the keys of the records.
      links: new LinkMaker(settings, provider.name !== 'ses'),
      keys: provider.name === 'ses' ? undefined : keys,
      rate: index === 0 ? config.SEND_RATE_PER_SECOND || null : null,
    }));
    return new ProviderAccounts(db, accounts);
  };
}

const hitNeeds = [Db, Bells, NotificationProcessor] as const;

function createHits(db: Db, doorbells: Bells, notifications: NotificationProcessor): HitService {
  return new HitService(db, () => {
    notifications.wake();
    doorbells.ring(bells.deliveryNotification);
  });
}

const messageStoreNeeds = [Db, Ingress, ProviderMessageProcessor] as const;

function createMessageStore(db: Db, ingress: Ingress, processor: ProviderMessageProcessor): ProviderMessageStore {
  return new ProviderMessageStore(db, () => {
    ingress.heard();
    processor.wake();
  });
}

const workerNeeds = [
  Db,
  Outbox,
  Bells,
  MessageStore,
  Outgoing,
  ProviderAccounts,
  NotificationProcessor,
  Ingress,
] as const;

function createWorker(config: DeliveryConfig) {
  return (
    db: Db,
    outbox: Outbox,
    doorbells: Bells,
    messages: MessageStore,
    outgoing: Outgoing,
    accounts: ProviderAccounts,
    notifications: NotificationProcessor,
    ingress: Ingress,
  ): SendWorker => {
    const settled = paced(() => {
      outbox.wake();
      // Its reports lie there before the email is settled; a real provider's come later, with a bell.
      if (config.EMAIL_PROVIDER === 'simulator') notifications.wake();
    }, wakeInterval);
    const claims = new EmailClaims(db, messages, accounts.list, { projectRate: config.PROJECT_SEND_RATE_PER_SECOND });
    const settler = new Settler(db, { settled, taken: (provider) => ingress.taken(provider) });
    const worker = new SendWorker(claims, outgoing, settler, {
      slots: {
        transactional: config.SEND_CONCURRENCY_TRANSACTIONAL,
        workflow: config.SEND_CONCURRENCY_WORKFLOW,
        campaign: config.SEND_CONCURRENCY_CAMPAIGN,
      },
      overflow: () => doorbells.ring(bells.deliverySend),
      close: () => accounts.close(),
    });
    doorbells.onRing(bells.deliverySend, () => worker.wakeAll());
    doorbells.onRing(bells.deliveryNotification, () => notifications.wake());
    return worker;
  };
}

const acceptanceNeeds = [
  Db,
  AskClient,
  TemplateReader,
  MessageStore,
  SenderDomainChecks,
  SendWorker,
  CapGuard,
  TemplateWork,
] as const;

function createAcceptance(config: DeliveryConfig) {
  return (
    db: Db,
    asks: AskClient,
    templates: TemplateReader,
    messages: MessageStore,
    domains: SenderDomainChecks,
    worker: SendWorker,
    caps: CapGuard,
    templateWork: TemplateWork,
  ): AcceptService => {
    const depth = new QueueDepth(db, config.MAX_QUEUED_PER_PROJECT);
    const acceptance = new AcceptService(
      templates,
      domains,
      (request) => asks.askOne('contacts.upsert', request),
      new Ledger(db),
      {
        maxAttachmentBytes: config.MAX_ATTACHMENTS_MB * 1024 * 1024,
        checkCap: ({ projectId, recipients }) =>
          caps.check(projectId, 'TRANSACTIONAL', recipients.length, recipients[0]!.emailId),
        templateWork,
        checkRoom: (projectId, emails) => depth.check(projectId, emails),
        queued: (message) => {
          // Where it has to wait, keeping it until then costs the collector more than reading it.
          if (!worker.isBehind('transactional')) messages.keep(message);
          worker.wake('transactional');
        },
      },
    );
    worker.giveWayTo(() => acceptance.rush.isOn);
    return acceptance;
  };
}
