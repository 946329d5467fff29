import { AskClient } from '@waybill/messaging/ask/ask-client';
import { Injectable, Inject } from '@nestjs/common';
import { crashPoint } from '@waybill/bootstrap/crash-point';
import { parseAddress } from '@waybill/contracts/address';
import { AppError } from '@waybill/contracts/errors';
import { CapGuard, refusalsOf, type Wanted } from '../../usage/cap-check';
import { Db } from '@waybill/database/db';
import { isDatabaseAway } from '@waybill/database/database-errors';
import { causedId, newId } from '@waybill/database/ids';
import { Worker } from '@waybill/messaging/worker';
import { Outbox } from '@waybill/messaging/event/outbox';
import { escapeHtml } from '@waybill/templating/print';
import { parse } from '../ses-json';
import { readInboundMail, type InboundMail } from './inbound-mail';
import * as sql from './inbound.sql';
import { readMailText } from './mail-text';

const batch = 10;

/** One project's copy of an email. */
interface Copy {
  projectId: string;
  recipients: string[];
}

/**
 * Imports email for verified domains: each project among the recipients gets its own copy, the sender becomes a contact, and
 * `email.received` is published. It sends no answer. A repetition changes nothing: the ids are derived from the email.
 */
@Injectable()
export class InboundWorker extends Worker {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
    @Inject(AskClient) private readonly asks: Pick<AskClient, 'ask' | 'askOne'>,
    private readonly caps: CapGuard,
  ) {
    super('inbound-mail', 1_000);
  }

  /** Imports a few emails; true when there may be more. */
  async process(): Promise<boolean> {
    const due = await this.db.query<sql.DueMail & Record<string, unknown>>(sql.takeStatement, [batch]);
    for (const mail of due) await this.take(mail);
    return due.length === batch;
  }

  private async take({ id, content }: sql.DueMail): Promise<void> {
    try {
      const note = await this.takeIn(readInboundMail(parse(content.toString('utf8')) ?? {}));
      crashPoint('delivery.after-inbound');
      await this.db.query(sql.doneStatement, [id, note]);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const away = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
      this.logger.warn(`cannot import inbound email ${id}, will retry: ${String(error)}`);
      await (away ? this.db.query(sql.waitStatement, [id]) : this.db.query(sql.failedStatement, [id, String(error)]));
    }
  }

  /** Returns the note to store with the message; null: none. */
  private async takeIn(mail: InboundMail | null): Promise<string | null> {
    if (!mail) return 'ignored: mail without a sender or a recipient';
    const copies = await this.copiesOf(mail.recipients);
    if (copies.length === 0) return 'ignored: no project has its domain';
    const body = mail.raw ? await readMailText(mail.raw) : '';
    let dropped = 0;
    for (const copy of copies) if (!(await this.storeUnderCap(copy, mail, body))) dropped++;
    return dropped === 0 ? null : `ignored: ${dropped} of ${copies.length} copies, over the billing limit`;
  }

  private async copiesOf(recipients: string[]): Promise<Copy[]> {
    const domains = new Set(recipients.map((address) => parseAddress(address)!.domain));
    const { receivers } = await this.asks.ask('domain-verifier.receivers', { domains: [...domains] });
    const projects = new Map(receivers.map(({ domain, projectId }) => [domain, projectId]));
    const copies = new Map<string, string[]>();
    for (const recipient of recipients) {
      const projectId = projects.get(parseAddress(recipient)!.domain);
      if (projectId) copies.set(projectId, [...(copies.get(projectId) ?? []), recipient]);
    }
    return [...copies].map(([projectId, own]) => ({ projectId, recipients: own }));
  }

  /**
   * Stores an inbound email, or drops it beyond the project's cap (docs/limits.md): no caller waits for an answer, and a
   * stored email would have to be counted. False when it was dropped; then its sender does not become a contact either.
   */
  private async storeUnderCap(copy: Copy, mail: InboundMail, body: string): Promise<boolean> {
    const { projectId } = copy;
    const id = causedId(new Date(mail.timestamp), 'inbound', mail.messageId, projectId);
    try {
      const cap = await this.caps.check(projectId, 'INBOUND', 1, id);
      await this.store(copy, mail, body, id, cap && { projectId, cap, emails: 1, id });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'BILLING_LIMIT_EXCEEDED') return false;
      throw error;
    }
  }

  private async store(
    { projectId, recipients }: Copy,
    mail: InboundMail,
    body: string,
    id: string,
    wanted: Wanted | null,
  ): Promise<void> {
    const contactId = await this.contactOf(projectId, mail);
    const written = await this.db.transaction(async (tx) => {
      const [refusal] = wanted ? await refusalsOf(tx, [wanted]) : [];
      if (refusal) throw refusal;
      const rows = await tx.query(sql.insertStatement, [
        ...[projectId, id, contactId, recipients[0], mail.sender, mail.fromName, mail.subject, 'ses', mail.messageId],
        `<div style="white-space:pre-wrap">${escapeHtml(body)}</div>`,
        JSON.stringify(mail.headers),
      ]);
      if (rows.length === 0) return false;
      const { messageId, from, fromHeader, subject, timestamp, verdicts, processingTimeMillis } = mail;
      const about = { projectId, requestId: null, contactId, contactEmail: mail.sender };
      const said = { messageId, from, fromHeader, to: recipients[0]!, subject, timestamp, recipients };
      const data = { ...said, hasContent: mail.raw !== null, body, ...verdicts, processingTimeMillis };
      await this.outbox.add(tx, [{ subject: 'email.received', ...about, data }]);
      return true;
    });
    if (written) this.outbox.wake();
  }

  /** The sender as a contact. A new one is subscribed, unless a program wrote the email. */
  private async contactOf(projectId: string, { sender, isAutomatic }: InboundMail): Promise<string> {
    const { contacts } = await this.asks.askOne('contacts.upsert', {
      projectId,
      requestId: newId(),
      recipients: [{ contactId: newId(), email: sender }],
      subscribedIfNew: !isAutomatic,
    });
    return contacts[0]!.id;
  }
}
