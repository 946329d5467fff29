import { Module, type DynamicModule } from '@nestjs/common';
import { JobsModule } from '@waybill/database/jobs.module';
import { ConditionService } from './condition/condition.service';
import { CONTACTS_CONFIG, type ContactsConfig } from './config';
import { ContactController } from './contact/contact.controller';
import { ContactWriter } from './contact/contact-writer';
import { ContactEraser } from './contact/contact-eraser';
import { ContactListService } from './contact/contact-list.service';
import { ContactChanges } from './contact/contact-changes';
import { ContactService } from './contact/contact.service';
import { EventPartitions } from './event/event-partitions';
import { EventRetention } from './event/event-retention';
import { EventController } from './event/event.controller';
import { EventService } from './event/event.service';
import { FeedbackConsumer } from './feedback/feedback.consumer';
import { FieldController } from './field/field.controller';
import { FieldService } from './field/field.service';
import { StatWorker } from './field/stat.worker';
import { BulkSteps } from './job/bulk-steps';
import { ImportSteps } from './job/import-steps';
import { ExportSteps } from './job/export-steps';
import { JobController } from './job/job.controller';
import { JobWorker } from './job/job.worker';
import { JobService } from './job/job.service';
import { JobRecords } from './job/job-record.service';
import { RemovalSteps } from './job/removal-steps';
import { SubscriptionPageController } from './subscription-page/subscription-page.controller';
import { SubscriptionPageService } from './subscription-page/subscription-page.service';
import { SuppressionController } from './suppression/suppression.controller';
import { SuppressionService } from './suppression/suppression.service';
import { WatchController } from './watch/watch.controller';

/** The whole service on one page. */
@Module({})
export class ContactsModule {
  static forRoot(config: ContactsConfig): DynamicModule {
    return {
      module: ContactsModule,
      imports: [JobsModule.forRoot('contacts_job')],
      controllers: [
        ContactController,
        FieldController,
        JobController,
        EventController,
        SubscriptionPageController,
        SuppressionController,
        WatchController,
      ],
      providers: [
        { provide: CONTACTS_CONFIG, useValue: config },
        ConditionService,
        ContactWriter,
        ContactListService,
        ContactChanges,
        ContactService,
        ContactEraser,
        FieldService,
        StatWorker,
        JobRecords,
        JobService,
        ImportSteps,
        BulkSteps,
        ExportSteps,
        RemovalSteps,
        JobWorker,
        EventService,
        EventPartitions,
        EventRetention,
        FeedbackConsumer,
        SubscriptionPageService,
        SuppressionService,
      ],
    };
  }
}
