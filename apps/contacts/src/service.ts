import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { contactsSettings } from './config';
import { ContactsModule } from './contacts.module';

/** Contacts, custom fields and tracked events. */
export const contactsService: ServiceDefinition<typeof contactsSettings> = {
  name: 'contacts',
  settings: contactsSettings,
  module: (config) => ContactsModule.forRoot(config),
};
