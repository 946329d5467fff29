import { Inject, Injectable } from '@nestjs/common';
import type { LinkKey } from '@waybill/contracts/tracking/signed-link';
import { Db } from '@waybill/database/db';
import { randomBytes } from 'node:crypto';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config';

/** Name inside tokens of the key that is kept in the database. */
const keptId = 'db';

/**
 * The keys of links in emails. The first one of LINK_KEYS signs, all of them are good; so is the one kept in the database,
 * which signs where the configuration has none. A link never expires: a key is taken away only to make its links worthless.
 */
@Injectable()
export class LinkKeys {
  private readonly configured: LinkKey[];
  private kept?: Promise<LinkKey>;

  constructor(
    @Inject(GATEWAY_CONFIG) config: GatewayConfig,
    private readonly db: Db,
  ) {
    this.configured = parseKeys(config.LINK_KEYS ?? '');
  }

  /** The key that signs now. */
  async signing(): Promise<LinkKey> {
    return this.configured[0] ?? this.keptKey();
  }

  /** Every key whose links are good. */
  async all(): Promise<LinkKey[]> {
    return [...this.configured, await this.keptKey()];
  }

  private keptKey(): Promise<LinkKey> {
    this.kept ??= this.load().catch((error: unknown) => {
      this.kept = undefined;
      throw error;
    });
    return this.kept;
  }

  private async load(): Promise<LinkKey> {
    await this.db.query(`INSERT INTO identity.secret (name, value) VALUES ('link', $1) ON CONFLICT DO NOTHING`, [
      randomBytes(32),
    ]);
    const rows = await this.db.query<{ value: Buffer }>(`SELECT value FROM identity.secret WHERE name = 'link'`);
    return { id: keptId, secret: (rows[0] as { value: Buffer }).value };
  }
}

/** `id:secret` pairs separated by commas; throws at the start when one is not usable. */
export function parseKeys(text: string): LinkKey[] {
  const keys = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^([A-Za-z0-9_-]{1,16}):(.{16,})$/.exec(part);
      if (!match)
        throw new Error('LINK_KEYS must be id:secret pairs separated by commas, secrets of 16 characters or more');
      return { id: match[1]!, secret: Buffer.from(match[2]!) };
    });
  const ids = new Set([keptId, ...keys.map((key) => key.id)]);
  if (ids.size <= keys.length)
    throw new Error(`LINK_KEYS must have an id of its own for each key, other than ${keptId}`);
  return keys;
}
