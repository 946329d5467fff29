import { Inject, Injectable } from '@nestjs/common';
import { parseAddress } from '@waybill/contracts/address';
import { Db } from '@waybill/database/db';
import { AskClient } from '@waybill/messaging/ask/ask-client';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';

/** The project from which the service itself sends; it has no members and no keys. */
@Injectable()
export class SystemProject {
  readonly id: string;
  readonly sender: string;
  private isReady = false;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly db: Db,
    private readonly asks: AskClient,
  ) {
    this.id = config.SYSTEM_PROJECT_ID;
    this.sender = config.SYSTEM_SENDER;
  }

  /** Makes the project and gives it its sender domain, unless that has been done since this process started. */
  async ensure(): Promise<void> {
    if (this.isReady) return;
    const domain = parseAddress(this.sender)?.domain;
    if (!domain) throw new Error('SYSTEM_SENDER is not an email address');
    await this.db.query(`INSERT INTO identity.project (id, name) VALUES ($1, 'System') ON CONFLICT DO NOTHING`, [
      this.id,
    ]);
    await this.asks.ask('domain-verifier.add-own', { projectId: this.id, domain });
    this.isReady = true;
  }
}
