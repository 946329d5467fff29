import { Inject, Injectable } from '@nestjs/common';
import { Db } from '@waybill/database/db';
import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config';

/** The secret of this installation, from the configuration or made once and kept in the database for all gateways. */
@Injectable()
export class SessionSecret {
  private root?: Promise<Buffer>;

  constructor(
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly db: Db,
  ) {}

  /** The key for one use: knowing one says nothing about another. */
  async keyFor(use: 'session' | 'mail-token' | 'oauth-state' | 'throttle'): Promise<KeyObject> {
    this.root ??= this.load().catch((error: unknown) => {
      this.root = undefined;
      throw error;
    });
    return createSecretKey(
      createHmac('sha256', await this.root)
        .update(use)
        .digest(),
    );
  }

  private async load(): Promise<Buffer> {
    if (this.config.SESSION_SECRET) return Buffer.from(this.config.SESSION_SECRET);
    await this.db.query(`INSERT INTO identity.secret (name, value) VALUES ('session', $1) ON CONFLICT DO NOTHING`, [
      randomBytes(32),
    ]);
    const rows = await this.db.query<{ value: Buffer }>(`SELECT value FROM identity.secret WHERE name = 'session'`);
    return (rows[0] as { value: Buffer }).value;
  }
}
