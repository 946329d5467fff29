import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Db } from '@waybill/database/db';
import { LoggedPoller } from '@waybill/messaging/worker';
import { ensureAccount, takeQuotaTurn, writeQuota } from './account.sql';
import type { ProviderAccount } from './provider-account';

const quotaInterval = 60_000;

/** An account with the rate that the configuration gives it; null: none. */
export type ConfiguredAccount = ProviderAccount & { rate: number | null };

/** The accounts of the installation, in the order in which they are used, and what their providers allow. */
export class ProviderAccounts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ProviderAccounts.name);
  private readonly loop = new LoggedPoller('provider-quota', () => this.refresh(), quotaInterval);
  private readonly told = new Map<string, string | undefined>();

  constructor(
    private readonly db: Db,
    readonly list: readonly ConfiguredAccount[],
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Lets calls under way finish, then ends the connections. */
  async close(): Promise<void> {
    await Promise.all(this.list.map(({ provider }) => provider.close()));
  }

  /** Writes the rates of the configuration, and the quota that providers report, read once a minute by one process. */
  async refresh(): Promise<void> {
    for (const account of this.list) {
      await this.db.query(ensureAccount, [account.name, account.rate, !!account.provider.quota]);
      if (account.provider.quota) await this.ask(account);
    }
  }

  /** The configuration can only lower what the provider allows, and counts alone where it does not say. */
  private async ask({ name, rate, provider }: ConfiguredAccount): Promise<void> {
    const [turn] = await this.db.query(takeQuotaTurn, [name]);
    if (!turn) return;
    try {
      const quota = await provider.quota!();
      const perSecond = Math.min(rate ?? Infinity, quota.perSecond ?? Infinity);
      const limit = Number.isFinite(perSecond) ? perSecond : null;
      await this.db.query(writeQuota, [name, limit, quota.dayLeft]);
      if (quota.dayLeft === 0) this.warn(name, 'the quota of 24 hours is used up');
      else this.warn(name, undefined);
    } catch (error) {
      await this.db.query(ensureAccount, [name, rate, false]);
      this.warn(name, `the quota cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Once per cause. */
  private warn(name: string, text: string | undefined): void {
    if (text !== undefined && this.told.get(name) !== text) this.logger.warn(`${name}: ${text}`);
    this.told.set(name, text);
  }
}
