import { Module, type DynamicModule } from '@nestjs/common';
import { bells } from '@waybill/contracts/events';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask-client';
import { Bells } from '@waybill/messaging/bells';
import { Outbox } from '@waybill/messaging/outbox';
import { ContactErasureConsumer } from './contact/contact-erasure.consumer';
import { UsageController } from './contact/usage.controller';
import { DELIVERY_CONFIG, resendSources, type DeliveryConfig } from './config';
import { AcceptService } from './email/accept.service';
import { EmailClaims } from './email/email.claims';
import { EmailController } from './email/email.controller';
import { LeaseSweeper } from './email/lease.sweeper';
import { Ledger } from './email/ledger';
import { Outgoing } from './email/outgoing';
import { paced } from './email/paced';
import { PartitionKeeper } from './email/partition.keeper';
import { SendWorker } from './email/send.worker';
import { Settler } from './email/settler';
import { MailboxController } from './mailbox/mailbox.controller';
import { MailboxService } from './mailbox/mailbox.service';
import { MessageRetention } from './message/message.retention';
import { MessageStore } from './message/message.store';
import { NotificationProcessor } from './notification/notification.processor';
import { chooseProvider } from './provider/choose-provider';
import { SenderDomainChecks } from './sender/sender-domains';
import { SigningKeys } from './sender/signing-keys';
import { TemplateController } from './template/template.controller';
import { TemplateReader } from './template/template.reader';
import { TemplateService } from './template/template.service';
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
      ],
      providers: [
        { provide: DELIVERY_CONFIG, useValue: config },
        ContactErasureConsumer,
        {
          provide: MailboxService,
          useFactory: (db: Db) => new MailboxService(db, config.EMAIL_PROVIDER === 'simulator'),
          inject: [Db],
        },
        { provide: TemplateReader, useFactory: (db: Db) => new TemplateReader(db), inject: [Db] },
        TemplateService,
        WaybillService,
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
        { provide: Outgoing, useFactory: createOutgoing(config), inject: [...outgoingNeeds] },
        { provide: HitService, useFactory: createHits(config), inject: [...hitNeeds] },
        { provide: SendWorker, useFactory: createWorker(config), inject: [...workerNeeds] },
        { provide: AcceptService, useFactory: createAcceptance(config), inject: [...acceptanceNeeds] },
        {
          provide: LeaseSweeper,
          useFactory: (db: Db, worker: SendWorker) =>
            new LeaseSweeper(db, {
              unknownWaitSeconds: config.UNKNOWN_WAIT_SECONDS,
              resend: resendSources(config),
              queued: () => worker.wakeAll(),
            }),
          inject: [Db, SendWorker],
        },
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

const outgoingNeeds = [Db, AskClient, SenderDomainChecks] as const;

function createOutgoing(config: DeliveryConfig) {
  return (db: Db, asks: AskClient, domains: SenderDomainChecks): Outgoing => {
    const settings = new MailSettingsReader((request) => asks.ask('gateway.mail-settings', request));
    // Amazon SES tracks by itself, with the events of its configuration set.
    const links = new LinkMaker(settings, config.EMAIL_PROVIDER !== 'ses');
    // Amazon SES signs by itself, with the keys whose records the domain carries.
    const keys =
      config.EMAIL_PROVIDER === 'ses'
        ? undefined
        : new SigningKeys((request) => asks.ask('domain-verifier.signing-key', request));
    return new Outgoing(domains, chooseProvider(config, db), links, keys);
  };
}

const hitNeeds = [Db, Bells, NotificationProcessor] as const;

function createHits(config: DeliveryConfig) {
  return (db: Db, doorbells: Bells, notifications: NotificationProcessor): HitService =>
    new HitService(db, {
      provider: config.EMAIL_PROVIDER,
      stored: () => {
        notifications.wake();
        doorbells.ring(bells.deliveryNotification);
      },
    });
}

const workerNeeds = [Db, Outbox, Bells, MessageStore, Outgoing, NotificationProcessor] as const;

function createWorker(config: DeliveryConfig) {
  return (
    db: Db,
    outbox: Outbox,
    doorbells: Bells,
    messages: MessageStore,
    outgoing: Outgoing,
    notifications: NotificationProcessor,
  ): SendWorker => {
    const { provider } = outgoing;
    const settled = paced(() => {
      outbox.wake();
      // Its reports lie there before the email is settled; a real provider's come later, with a bell.
      if (provider.name === 'simulator') notifications.wake();
    }, wakeInterval);
    const settler = new Settler(db, { provider: provider.name, settled });
    const worker = new SendWorker(new EmailClaims(db, messages, provider.name), outgoing, settler, {
      slots: {
        transactional: config.SEND_CONCURRENCY_TRANSACTIONAL,
        workflow: config.SEND_CONCURRENCY_WORKFLOW,
        campaign: config.SEND_CONCURRENCY_CAMPAIGN,
      },
      overflow: () => doorbells.ring(bells.deliverySend),
    });
    doorbells.onRing(bells.deliverySend, () => worker.wakeAll());
    doorbells.onRing(bells.deliveryNotification, () => notifications.wake());
    return worker;
  };
}

const acceptanceNeeds = [Db, AskClient, TemplateReader, MessageStore, SenderDomainChecks, SendWorker] as const;

function createAcceptance(config: DeliveryConfig) {
  return (
    db: Db,
    asks: AskClient,
    templates: TemplateReader,
    messages: MessageStore,
    domains: SenderDomainChecks,
    worker: SendWorker,
  ): AcceptService =>
    new AcceptService(
      templates,
      domains,
      (request) => asks.askOne('contacts.upsert', request),
      new Ledger(db, messages),
      {
        maxAttachmentBytes: config.MAX_ATTACHMENTS_MB * 1024 * 1024,
        queued: () => worker.wake('transactional'),
      },
    );
}
