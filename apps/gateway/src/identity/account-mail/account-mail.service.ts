import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { ThrottleService } from '../../access/rate-limit/throttle.service';
import type { AccountMailKind } from './account-mail';
import { mailboxOf } from './mailbox-of';
import * as sql from './account-mail.sql';
import { findUser } from '../user/user.sql';

export interface AccountMail {
  id: string;
  messageId: string;
  contactId: string;
  requestId: string;
  kind: AccountMailKind;
  email: string;
  subjectId: string | null;
  /** The domain's name, in the mails about one. */
  detail: string | null;
  attempts: number;
}

const tokenSeconds = 60 * 60;
const hour = 3_600;

/** Emails an hour to one address that a stranger can request, of all kinds together. */
const maxMails = 5;
/** Of one purpose. */
const maxOfPurpose = 3;
/** All except new passwords, and all except verifications: one email of each of the two stays available. */
const maxOthers = 4;

/** The limits that a mail of each kind counts under, and their maximum per hour. */
const hourlyLimits = {
  reset: { all: maxMails, reset: maxOfPurpose, unverified: maxOthers },
  signup: { all: maxMails, verify: maxOfPurpose, other: maxOthers },
  verify: { all: maxMails, verify: maxOfPurpose, other: maxOthers },
  invitation: { all: maxMails, invitation: maxOfPurpose, other: maxOthers, unverified: maxOthers },
} satisfies Partial<Record<AccountMailKind, Record<string, number>>>;

type NewMail = Pick<AccountMail, 'kind' | 'email' | 'requestId'> & { id?: string; subjectId?: string; detail?: string };

/** Account emails that wait to be sent, and the tokens in them. */
@Injectable()
export class AccountMailService {
  constructor(
    private readonly db: Db,
    private readonly throttle: ThrottleService,
  ) {}

  /**
   * Stores an email that a stranger can request; false when the mailbox has reached a limit of the hour. Requests for one
   * mailbox run one after the other until their commit, so that simultaneous ones cannot pass the limit.
   */
  async request(tx: Queryable, mail: NewMail & { kind: keyof typeof hourlyLimits }): Promise<boolean> {
    const mailbox = mailboxOf(mail.email);
    await tx.query(sql.lockMailbox, [mailbox]);
    const limits = Object.entries(hourlyLimits[mail.kind]).map(([name, limit]) => [`mail:${name}:${mailbox}`, limit]);
    if (!(await this.throttle.take(Object.fromEntries(limits), hour, tx))) return false;
    await this.add(tx, mail);
    return true;
  }

  /** Notes that a mail is to be made; answers its id. */
  async add(tx: Queryable, mail: NewMail): Promise<string> {
    const id = mail.id ?? newId();
    await tx.query(sql.insertMail, [
      id,
      newId(),
      newId(),
      mail.requestId,
      mail.kind,
      mail.email,
      mail.subjectId ?? null,
      mail.detail ?? null,
    ]);
    return id;
  }

  /** Takes mails that are due, each for half a minute. */
  async take(limit: number): Promise<AccountMail[]> {
    return this.db.query<AccountMail>(sql.takeMails, [limit]);
  }

  async done(id: string): Promise<void> {
    await this.db.query(sql.deleteMail, [id]);
  }

  async postpone(id: string, seconds: number): Promise<void> {
    await this.db.query(sql.postponeMail, [id, seconds]);
  }

  /** The user with this address, or null. */
  async findUser(email: string): Promise<string | null> {
    const [row] = await this.db.query<{ id: string }>(findUser, [email]);
    return row?.id ?? null;
  }

  /** The open sign-up of an address; null when there is none or more than one. */
  async findOnlySignup(email: string): Promise<string | null> {
    const rows = await this.db.query<{ id: string }>(sql.findOpenSignups, [email]);
    return rows.length === 1 ? (rows[0] as { id: string }).id : null;
  }

  /** Makes this the one good token of the account for the purpose. */
  async issueToken(hash: Buffer, purpose: 'verify-email' | 'reset-password', accountId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.query(sql.deleteTokens, [accountId, purpose]);
      await tx.query(sql.insertToken, [hash, purpose, accountId, tokenSeconds]);
    });
  }
}
