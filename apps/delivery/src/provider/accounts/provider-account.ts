import type { EmailProvider } from '../provider';
import type { SigningKeys } from '../../sender/signing-keys';
import type { LinkMaker } from '../../tracking/email-links';
import type { AccountHealth } from './account-health';

/** An account with a provider, and what an email needs to leave through it: signing and tracking follow the provider. */
export interface ProviderAccount {
  /** Names the account in the ledger, in attempts and in its row of rates; unique in an installation. */
  readonly name: string;
  readonly provider: EmailProvider;
  readonly health: AccountHealth;
  readonly links: LinkMaker;
  /** Absent where the provider signs. */
  readonly keys?: SigningKeys;
}
