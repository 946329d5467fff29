import { join } from 'node:path';
import type { AcceptEmails, AcceptedEmails } from '@waybill/contracts/send/accept';
import type { Caps } from '@waybill/contracts/billing/limits';
import type { UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import type { EmailWaybill } from '@waybill/contracts/emails/email';
import type { MailSettings } from '@waybill/contracts/subscription/subscription';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/outbox';
import { CapGuard } from './cap/cap.guard';
import { CapsReader } from './cap/caps.reader';
import { readUsage } from './cap/usage';
import type { UsageRow } from './cap/usage.sql';
import { AcceptService } from './email/accept.service';
import type { EmailStatus, Lane } from './email/email-state';
import { EmailClaims } from './email/email.claims';
import { LeaseSweeper } from './email/lease.sweeper';
import { Ledger } from './email/ledger';
import type { Settlement } from './email/settlement';
import { Settler } from './email/settler';
import { AccountHealth } from './account/account-health';
import type { ProviderAccount } from './account/provider-account';
import { Outgoing } from './outgoing/outgoing';
import { outgoingSteps } from './outgoing/outgoing-steps';
import type { Outbound } from './outgoing/parcel';
import { MessageStore } from './message/message.store';
import { NotificationProcessor } from './notification/notification.processor';
import type { EmailProvider } from './provider/provider';
import { SimulatorProvider } from './provider/simulator.provider';
import { SenderDomainChecks } from './sender/sender-domains';
import { TemplateReader } from './template/template.reader';
import { TemplateWork } from './template-work/template-work';
import { LinkMaker } from './tracking/email-links';
import { MailSettingsReader } from './tracking/mail-settings.reader';
import { WaybillService } from './waybill/waybill.service';

export const senderDomain = 'sender.example';

/** The thread's program, which is built before the tests. */
export const threadFile = join(__dirname, '../../../dist/apps/delivery/template.thread.js');

/** What the fixture needs of a test's database. */
export interface FixtureDatabase {
  as(role: string): Db;
  close(): Promise<void>;
}

/** A ledger row as tests look at it. */
export interface LedgerRow {
  status: EmailStatus;
  reason: string | null;
  subject: string;
  attempt: number;
  doubtful_attempts: number;
  possible_duplicate: boolean;
  claim_token: string | null;
  due_at: Date;
  provider_message_id: string | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  opens: number;
  clicks: number;
}

/** An event as it lies in the outbox. */
export interface ToldFact {
  subject: string;
  data: Record<string, unknown>;
}

/** The parts of the service on a database of their own, each driven by the test, no loop running. */
export class DeliveryFixture {
  readonly projectId = newId();
  readonly upserts: UpsertContact[] = [];
  /** The other two services, as far as they are asked: contacts that are all subscribed, one verified domain. */
  suppressed: 'bounce' | 'complaint' | null = null;
  verified = true;
  wakes = 0;
  readonly db: Db;
  readonly messages: MessageStore;
  readonly domains: SenderDomainChecks;
  /** What the gateway would tell of the project. */
  readonly settings: MailSettings = {
    enabled: true,
    publicUrl: 'https://mail.example',
    linkKey: { id: 'test', secret: Buffer.alloc(32, 7).toString('base64') },
    tracking: false,
    language: 'en',
  };
  /** What billing would tell of every project. */
  limits: Caps = { workflows: null, campaigns: null, transactional: null, inbound: null };
  readonly caps: CapGuard;
  readonly settingsReader = new MailSettingsReader(() => Promise.resolve(this.settings));
  readonly links: LinkMaker;
  readonly templateWork = new TemplateWork({ file: threadFile });
  readonly outgoing: Outgoing;
  readonly acceptance: AcceptService;
  readonly processor: NotificationProcessor;

  private constructor(
    readonly database: FixtureDatabase,
    readonly provider: EmailProvider,
  ) {
    this.db = database.as('waybill_delivery');
    this.messages = new MessageStore(this.db);
    this.domains = new SenderDomainChecks(({ domains }) =>
      Promise.resolve({ verified: this.verified ? domains.filter((domain) => domain === senderDomain) : [] }),
    );
    this.links = new LinkMaker(this.settingsReader, true);
    this.caps = this.capGuard();
    this.outgoing = new Outgoing(
      outgoingSteps({
        messages: this.messages,
        settings: this.settingsReader,
        domains: this.domains,
        caps: this.caps,
        templateWork: this.templateWork,
      }),
    );
    this.acceptance = this.acceptor();
    this.processor = new NotificationProcessor(this.db, new Outbox('delivery'));
  }

  /** Asks about the caps anew each time. */
  capGuard(): CapGuard {
    let now = 0;
    const caps = new CapsReader(
      () => Promise.resolve(this.limits),
      () => (now += 60_000),
    );
    return new CapGuard(this.db, caps);
  }

  /** What counts of this month. */
  async usage(projectId = this.projectId): Promise<UsageRow> {
    return (await readUsage(this.db, [{ projectId }]))[0]!;
  }

  /** Acceptance of its own, as one process has it. */
  acceptor(): AcceptService {
    const caps = this.capGuard();
    return new AcceptService(
      new TemplateReader(this.db),
      this.domains,
      (request) => this.upsert(request),
      new Ledger(this.db),
      {
        maxAttachmentBytes: 10 * 1024 * 1024,
        checkCap: ({ projectId, recipients }) =>
          caps.check(projectId, 'TRANSACTIONAL', recipients.length, recipients[0]!.emailId),
        checkRoom: () => {},
        templateWork: this.templateWork,
        queued: (message) => {
          this.messages.keep(message);
          this.wakes++;
        },
      },
    );
  }

  /** The parts with the given provider, the simulator unless told otherwise. */
  static on(database: FixtureDatabase, provider?: EmailProvider): DeliveryFixture {
    return new DeliveryFixture(database, provider ?? new SimulatorProvider(database.as('waybill_delivery')));
  }

  async close(): Promise<void> {
    await this.provider.close();
    await this.templateWork.onApplicationShutdown();
    await this.database.close();
  }

  /** A request of one recipient; `over` replaces fields. */
  request(to = 'ann@example.com', over: Partial<AcceptEmails> = {}): AcceptEmails {
    return {
      projectId: this.projectId,
      requestId: newId(),
      messageId: newId(),
      recipients: [{ emailId: newId(), contactId: newId(), email: to }],
      subject: 'Hello {{name ?? there}}',
      body: '<p>Hello {{email}}</p>',
      from: { email: `hello@${senderDomain}`, name: 'Sender' },
      ...over,
    };
  }

  accept(to?: string, over?: Partial<AcceptEmails>): Promise<AcceptedEmails> {
    return this.acceptance.accept(this.request(to, over));
  }

  /** The id of one accepted email. */
  async queue(to?: string, over?: Partial<AcceptEmails>): Promise<string> {
    const { emails } = await this.accept(to, over);
    return emails[0]!.emailId;
  }

  /** Claims what is due in one lane. */
  async claim(count = 100, lane: Lane = 'transactional'): Promise<Outbound[]> {
    return (await this.claims().take(lane, count)).taken;
  }

  /** A claimer of its own, as one process has it. */
  claims(accounts: ProviderAccount[] = [this.account()], projectRate = 0): EmailClaims {
    return new EmailClaims(this.db, this.messages, accounts, { projectRate });
  }

  account(provider: EmailProvider = this.provider, name: string = provider.name): ProviderAccount {
    return { name, provider, health: new AccountHealth(this.db, name), links: this.links };
  }

  handOver(outbound: Outbound, provider: EmailProvider = this.provider): Promise<Settlement> {
    return this.outgoing.send({ ...outbound, account: { ...outbound.account, provider } });
  }

  settle(settlement: Settlement, outbound: Outbound, triesWithoutDatabase = 0): Promise<boolean> {
    const db = triesWithoutDatabase > 0 ? awayFor(triesWithoutDatabase, this.db) : this.db;
    const settler = new Settler(db, { settled: () => {}, retryEvery: 10 });
    return settler.settle(settlement, outbound.claimedAt);
  }

  /** Claims, hands over and settles everything that is due. */
  async sendDue(): Promise<void> {
    const claimed = await this.claim();
    await Promise.all(claimed.map(async (outbound) => this.settle(await this.handOver(outbound), outbound)));
  }

  /** One round of the sweep with the given policy. */
  sweep(resend: ('TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW')[] = ['TRANSACTIONAL']): Promise<boolean> {
    return new LeaseSweeper(this.db, {
      unknownWaitSeconds: 600,
      silenceWaitSeconds: 3_900,
      resend,
      queued: () => void this.wakes++,
    }).process();
  }

  async email(id: string): Promise<LedgerRow> {
    const rows = await this.db.query<LedgerRow & Record<string, unknown>>(
      'SELECT * FROM delivery.email WHERE project_id = $1 AND id = $2',
      [this.projectId, id],
    );
    return rows[0]!;
  }

  /** Of an email whose content is not large. */
  async waybill(id: string, accounts: string[] = []): Promise<EmailWaybill> {
    return (await new WaybillService(this.db, accounts).get({ projectId: this.projectId, id })) as EmailWaybill;
  }

  attempts(id: string): Promise<Record<string, unknown>[]> {
    return this.db.query('SELECT * FROM delivery.send_attempt WHERE email_id = $1 ORDER BY attempt', [id]);
  }

  /** The events told about one email, in order. */
  async facts(id: string): Promise<ToldFact[]> {
    const rows = await this.db.query<{ payload: string }>(
      `SELECT payload FROM delivery.outbox_fact WHERE payload::jsonb -> 'data' ->> 'emailId' = $1 ORDER BY seq, position`,
      [id],
    );
    return rows.map((row) => JSON.parse(row.payload) as ToldFact);
  }

  /** Moves moments of one email into the past: `{lease_until: 61}` is 61 seconds ago. */
  async age(id: string, seconds: Record<string, number>): Promise<void> {
    for (const [column, ago] of Object.entries(seconds)) {
      await this.db.query(`UPDATE delivery.email SET ${column} = app.now() - make_interval(secs => $2) WHERE id = $1`, [
        id,
        ago,
      ]);
    }
  }

  private upsert(request: UpsertContact): Promise<UpsertedContact> {
    this.upserts.push(request);
    return Promise.resolve({
      contacts: request.recipients.map(({ contactId, email, name }) => ({
        id: contactId,
        email,
        subscribed: true,
        suppressed: this.suppressed,
        variables: { ...(name ? { name } : {}), ...request.data },
      })),
    });
  }
}

/** Makes empty partitions of the ledger for so many months before this one, as a system has that has run for as long. */
export async function addMonths(db: Db, months: number): Promise<void> {
  await db.query(`DO $$
    DECLARE parent text; month timestamp;
    BEGIN
      FOR ago IN 1..${months} LOOP
        month := date_trunc('month', app.now() AT TIME ZONE 'UTC') - make_interval(months => ago);
        FOREACH parent IN ARRAY ARRAY['email', 'message', 'message_attachment', 'send_attempt'] LOOP
          EXECUTE format('CREATE TABLE delivery.%s_%s PARTITION OF delivery.%1$s FOR VALUES FROM (%3$L) TO (%4$L)', parent,
            to_char(month, 'YYYY_MM'), delivery.id_floor(month AT TIME ZONE 'UTC'),
            delivery.id_floor((month + interval '1 month') AT TIME ZONE 'UTC'));
        END LOOP;
      END LOOP;
    END $$`);
}

/** A database that cannot be reached for the first statements. */
function awayFor(tries: number, db: Db): Db {
  const away = new Db(db.pool);
  let left = tries;
  const query: Db['query'] = (statement, values) => {
    if (left-- > 0) return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    return db.query(statement, values);
  };
  return Object.assign(away, { query });
}
