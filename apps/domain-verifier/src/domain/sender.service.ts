import { Injectable } from '@nestjs/common';
import type { Receivers } from '@waybill/contracts/domains/sender';
import type { SigningKeyReply } from '@waybill/contracts/domains/signing-key';
import { Db } from '@waybill/database/db';
import { SecretBox } from '@waybill/bootstrap/secret-box';
import * as sql from './domain.sql';

type Row<T> = T & Record<string, unknown>;

/** Verified domains as the other services need them: for senders, for recipients of inbound emails, for DKIM. */
@Injectable()
export class SenderService {
  constructor(
    private readonly db: Db,
    private readonly box: SecretBox,
  ) {}

  /** The names that the project has verified. */
  async findVerified(projectId: string, names: string[]): Promise<string[]> {
    return (await this.db.query<{ name: string }>(sql.findVerified, [projectId, names])).map(({ name }) => name);
  }

  /** The project of each of the names that is verified. */
  findReceivers(names: string[]): Promise<Receivers['receivers']> {
    return this.db.query<Row<Receivers['receivers'][number]>>(sql.findReceivers, [names]);
  }

  /** The key that signs emails of a domain; null where the provider signs or the domain is not verified. */
  async signingKey(projectId: string, name: string): Promise<SigningKeyReply> {
    const rows = await this.db.query<{ id: string; selector: string; box: Buffer }>(sql.findSigningKey, [
      projectId,
      name,
    ]);
    const sealed = rows[0];
    if (!sealed) return { key: null };
    return { key: { selector: sealed.selector, privateKeyPem: this.box.open(sealed.box, sealed.id) } };
  }
}
