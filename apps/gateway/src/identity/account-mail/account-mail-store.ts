import { Injectable } from '@nestjs/common';
import { Db, type Queryable } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { ThrottleStore } from '../../access/rate-limit/throttle-store';
import type { AccountMailKind } from './account-mail';
import { mailboxOf } from './mailbox-of';

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
export class AccountMailStore {
  constructor(
    private readonly db: Db,
    private readonly throttle: ThrottleStore,
  ) {}

  /**
   * Stores an email that a stranger can request; false when the mailbox has reached a limit of the hour. Requests for one
   * mailbox run one after the other until their commit, so that simultaneous ones cannot pass the limit.
   */
  async request(tx: Queryable, mail: NewMail & { kind: keyof typeof hourlyLimits }): Promise<boolean> {
    const mailbox = mailboxOf(mail.email);
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('identity.account_mail ' || $1, 0))`, [mailbox]);
    const limits = Object.entries(hourlyLimits[mail.kind]).map(([name, limit]) => [`mail:${name}:${mailbox}`, limit]);
    if (!(await this.throttle.take(Object.fromEntries(limits), hour, tx))) return false;
    await this.add(tx, mail);
    return true;
  }

  /** Notes that a mail is to be made; answers its id. */
  async add(tx: Queryable, mail: NewMail): Promise<string> {
    const id = mail.id ?? newId();
    await tx.query(
      `INSERT INTO identity.account_mail (id, message_id, contact_id, request_id, kind, email, subject_id, detail)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, newId(), newId(), mail.requestId, mail.kind, mail.email, mail.subjectId ?? null, mail.detail ?? null],
    );
    return id;
  }

  /** Takes mails that are due, each for half a minute. */
  async take(limit: number): Promise<AccountMail[]> {
    return this.db.query<AccountMail>(
      {
        name: 'identity_take_account_mail',
        text: `UPDATE identity.account_mail SET due_at = app.now() + interval '30 seconds', attempts = attempts + 1
               WHERE id IN (SELECT id FROM identity.account_mail WHERE due_at <= app.now()
                            ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED)
               RETURNING id, message_id AS "messageId", contact_id AS "contactId", request_id AS "requestId", kind,
                         email, subject_id AS "subjectId", detail, attempts`,
      },
      [limit],
    );
  }

  async done(id: string): Promise<void> {
    await this.db.query('DELETE FROM identity.account_mail WHERE id = $1', [id]);
  }

  async postpone(id: string, seconds: number): Promise<void> {
    await this.db.query(
      'UPDATE identity.account_mail SET due_at = app.now() + make_interval(secs => $2) WHERE id = $1',
      [id, seconds],
    );
  }

  /** The user with this address, or null. */
  async findUser(email: string): Promise<string | null> {
    const [row] = await this.db.query<{ id: string }>('SELECT id FROM identity."user" WHERE email = $1', [email]);
    return row?.id ?? null;
  }

  /** The open sign-up of an address; null when there is none or more than one. */
  async findOnlySignup(email: string): Promise<string | null> {
    const rows = await this.db.query<{ id: string }>(
      'SELECT id FROM identity.signup WHERE email = $1 AND expires_at > app.now() LIMIT 2',
      [email],
    );
    return rows.length === 1 ? (rows[0] as { id: string }).id : null;
  }

  /** Makes this the one good token of the account for the purpose. */
  async issueToken(hash: Buffer, purpose: 'verify-email' | 'reset-password', accountId: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.query('DELETE FROM identity.token WHERE account_id = $1 AND purpose = $2', [accountId, purpose]);
      await tx.query(
        `INSERT INTO identity.token (hash, purpose, account_id, expires_at)
         VALUES ($1, $2, $3, app.now() + make_interval(secs => $4))`,
        [hash, purpose, accountId, tokenSeconds],
      );
    });
  }
}
