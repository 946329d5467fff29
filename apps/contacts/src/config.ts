import { wholeNumber, type ConfigOf } from '@waybill/bootstrap/config';

export const contactsSettings = {
  CONTACTS_BATCH: wholeNumber(
    'Most contacts written by one transaction; a send with more recipients is written alone.',
    256,
    1,
    2_000,
  ),
  EVENT_MONTHS_AHEAD: wholeNumber('For how many months ahead the event table has partitions.', 3, 1, 24),
  EVENT_RETENTION_DAYS: wholeNumber(
    'After how many days tracked events are dropped, by whole months; 0 keeps them for ever.',
    0,
    0,
    36_500,
  ),
};

export type ContactsConfig = ConfigOf<typeof contactsSettings>;

/** Injection token of the service's own settings. */
export const CONTACTS_CONFIG = Symbol('contacts config');
