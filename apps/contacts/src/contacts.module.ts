import { Module, type DynamicModule } from '@nestjs/common';
import { CONTACTS_CONFIG, type ContactsConfig } from './config';
import { ContactController } from './contact/contact.controller';
import { ContactWriter } from './contact/contact-writer';
import { EventPartitions } from './event/event-partitions';
import { FeedbackConsumer } from './feedback/feedback.consumer';
import { SubscriptionPageController } from './subscription-page/subscription-page.controller';
import { SubscriptionPageService } from './subscription-page/subscription-page.service';

/** The whole service on one page. */
@Module({})
export class ContactsModule {
  static forRoot(config: ContactsConfig): DynamicModule {
    return {
      module: ContactsModule,
      controllers: [ContactController, SubscriptionPageController],
      providers: [
        { provide: CONTACTS_CONFIG, useValue: config },
        ContactWriter,
        EventPartitions,
        FeedbackConsumer,
        SubscriptionPageService,
      ],
    };
  }
}
