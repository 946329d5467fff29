import { randomBytes, randomUUID } from 'node:crypto';
import type { MailboxMessage } from '@waybill/contracts/mailbox/mailbox';
import type { ApiAnswer, ApiClient } from '@waybill/testing/api-client';
import { eventually } from '@waybill/testing/eventually';
import type { System, TestProject } from '@waybill/testing/system';
import { expectError, type FieldCodes } from './expect-error';
import { contactRow, contactsOf, eventsOfProject, type ContactRow } from './rows/contacts';
import { emailRow, emailsOf, mailboxMessageOf } from './rows/ledger';

/** The numbers of rows that a project has. */
export interface Written {
  contacts: number;
  events: number;
  emails: number;
}

/** A customer of a running system: its keys, its sender, and a look at what its calls left behind. */
export class Customer {
  readonly secret: ApiClient;
  readonly public: ApiClient;
  readonly from: string;

  private constructor(
    readonly system: System,
    readonly project: TestProject,
  ) {
    this.secret = system.client(project.secretKey);
    this.public = system.client(project.publicKey);
    this.from = `hello@${project.senderDomain}`;
  }

  static async join(system: System): Promise<Customer> {
    return new Customer(system, await system.createProject());
  }

  /** `POST /v1/send` of a complete request with `change` over it; a key that is `undefined` is left out. */
  send(change: Record<string, unknown> = {}): Promise<ApiAnswer> {
    const body = { to: newAddress(), from: this.from, subject: 'Your receipt', body: '<p>Thank you.</p>', ...change };
    return this.secret.post('/v1/send', body);
  }

  /** As a caller that must know: with a key, and again while it hears 503, or 409 as the first request still runs. */
  async sendSurely(change: Record<string, unknown> = {}): Promise<ApiAnswer> {
    const answer = await this.sendAnswered(change);
    if (answer.status !== 200) throw new Error(`the request is refused: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** As {@link sendSurely}; answers the other refusals too. */
  async sendAnswered(change: Record<string, unknown> = {}): Promise<ApiAnswer> {
    const body = { to: newAddress(), from: this.from, subject: 'Your receipt', body: '<p>Thank you.</p>', ...change };
    const key = { 'idempotency-key': randomUUID() };
    return eventually('the request is answered', async () => {
      const answer = await this.secret.post('/v1/send', body, key);
      return answer.status === 503 || answer.status === 409 ? null : answer;
    });
  }

  track(change: Record<string, unknown> = {}): Promise<ApiAnswer> {
    return this.secret.post('/v1/track', { email: newAddress(), event: 'order placed', ...change });
  }

  /** Sends and waits for what arrives at the first recipient. */
  async sendAndRead(change: Record<string, unknown> = {}): Promise<MailboxMessage> {
    const answer = await this.send(change);
    expect(answer).toMatchObject({ status: 200 });
    return this.arrived(answer.body.data.emails[0].email);
  }

  /** The mailbox message of an email id, once it is there. */
  async arrived(emailId: string): Promise<MailboxMessage> {
    const id = await eventually(`email ${emailId} in the mailbox`, () => mailboxMessageOf(this.system, emailId));
    return (await this.secret.get<MailboxMessage>(`/mailbox/messages/${id}`)).body;
  }

  /** The contact of an address as it is stored; undefined when there is none. */
  contact(email: string): Promise<ContactRow | undefined> {
    return contactRow(this.system, this.project.projectId, email);
  }

  /** The ledger's row of an email. */
  async email(id: string): Promise<Record<string, unknown>> {
    return (await emailRow(this.system, this.project.projectId, id)) ?? {};
  }

  /** Waits until the ledger shows the status. `SENT` is also reached when the provider has reported the delivery since. */
  async reaches(id: string, status: string, limit?: number): Promise<Record<string, unknown>> {
    let last: unknown;
    const enough = status === 'SENT' ? ['SENT', 'DELIVERED'] : [status];
    const reached = async () => {
      const row = await this.email(id);
      last = row.status;
      return enough.includes(String(row.status)) ? row : null;
    };
    return eventually(`${status}`, reached, limit).catch((error: Error) => {
      throw new Error(`${error.message}; the ledger says ${String(last)}`);
    });
  }

  async written(): Promise<Written> {
    const { projectId } = this.project;
    const [contacts, events, emails] = await Promise.all([
      contactsOf(this.system, projectId),
      eventsOfProject(this.system, projectId),
      emailsOf(this.system, projectId),
    ]);
    return { contacts, events, emails };
  }

  /** The call is refused with exactly this error, and it wrote nothing: no contact, no event, no email. */
  async expectRefused(call: () => Promise<ApiAnswer>, code: Parameters<typeof expectError>[1], fields?: FieldCodes) {
    const before = await this.written();
    expectError(await call(), code, fields);
    expect(await this.written()).toEqual(before);
  }
}

/** The value of the first header of this lower-case name. */
export const headerOf = (message: MailboxMessage, name: string): string | undefined =>
  message.headers.find((entry) => entry.name.toLowerCase() === name)?.value;

/** A new address. */
export const newAddress = (): string => `${randomBytes(8).toString('hex')}@person.example`;
