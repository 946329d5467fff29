import type { ServiceDefinition } from '@waybill/bootstrap/service-definition';
import { contactsSettings } from './config';
import { ContactsModule } from './contacts.module';

/** A prepared statement that was planned while a table was nearly empty would read all of it as it fills. */
export const keyedAccess = { enable_seqscan: 'off' };

/** Contacts, custom fields and tracked events. */
export const contactsService: ServiceDefinition<typeof contactsSettings> = {
  name: 'contacts',
  settings: contactsSettings,
  databaseSettings: keyedAccess,
  // The counts of contacts follow the contacts: when those are deleted they come to nothing by themselves. A suppressed
  // address stays suppressed.
  keptOnReset: ['stat', 'stat_delta', 'suppression'],
  module: (config) => ContactsModule.forRoot(config),
};
