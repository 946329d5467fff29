import type { Db } from '@waybill/database/db';
import type { DeliveryConfig } from '../../config';
import type { MailSettingsReader } from '../../sender/mail-settings';
import type { SigningKeys } from '../../sender/signing-keys';
import { LinkMaker } from '../../tracking/email-links';
import { AccountHealth } from './account-health';
import { chooseProviders } from './choose-provider';
import { ProviderAccounts } from './provider-accounts';

/** The accounts with the providers that the configuration names. Amazon SES tracks and signs by itself. */
export function createAccounts(
  db: Db,
  config: DeliveryConfig,
  keys: SigningKeys,
  settings: MailSettingsReader,
): ProviderAccounts {
  const accounts = chooseProviders(config, db).map(({ name, provider }, index) => ({
    name,
    provider,
    health: new AccountHealth(db, name, provider.name !== 'simulator'),
    links: new LinkMaker(settings, provider.name !== 'ses'),
    keys: provider.name === 'ses' ? undefined : keys,
    rate: index === 0 ? config.SEND_RATE_PER_SECOND || null : null,
  }));
  return new ProviderAccounts(db, accounts);
}
