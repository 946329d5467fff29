import { AcceptLoad } from './queue/accept-load';
import { fakeAsks, noBroadcasts } from '@waybill/testing/fake-asks';
import { join } from 'node:path';
import type { AcceptEmails, AcceptedEmails } from '@waybill/contracts/send/accept';
import type { Caps } from '@waybill/contracts/billing/limits';
import type { UpsertContact, UpsertedContact } from '@waybill/contracts/contacts/upsert';
import type { EmailWaybill } from '@waybill/contracts/emails/email';
import type { MailSettings } from '@waybill/contracts/subscription/subscription';
import { Db } from '@waybill/database/db';
import { newId } from '@waybill/database/ids';
import { Outbox } from '@waybill/messaging/event/outbox';
import { CapGuard } from './usage/cap-check';
import { CapsReader } from './usage/caps-reader';
import { readUsage } from './usage/usage';
import type { UsageRow } from './usage/usage.sql';
import { AcceptChecks } from './accept/accept-checks';
import { AcceptService } from './accept/accept.service';
import type { EmailStatus, Lane } from './ledger/email-state';
import { EmailClaims } from './queue/email-claims';
import { QueuedCount } from './queue/queued-count';
import { LeaseSweeper } from './queue/lease.worker';
import { Ledger } from './accept/accepted-emails';
import type { Settlement } from './outgoing/settlement';
import { Settler } from './outgoing/settler';
import { AccountHealth } from './provider/accounts/account-health';
import type { ProviderAccount } from './provider/accounts/provider-account';
import { Outgoing } from './outgoing/outgoing';
import { OutgoingSteps } from './outgoing/outgoing-steps';
import type { OutgoingEmail } from './outgoing/send-context';
import { MessageService } from './ledger/message.service';
import { NotificationProcessor } from './feedback/report/report.worker';
import type { EmailProvider } from './provider/provider';
import { SimulatorProvider } from './provider/simulator/simulator.provider';
import { SenderDomainChecks } from './sender/sender-domains';
import { TemplateReader } from './template/template-reader';
import { TemplateWork } from './template/template-work';
import { LinkMaker } from './tracking/email-links';
import { MailSettingsReader } from './sender/mail-settings';
import { WaybillService } from './emails/waybill.service';

export const senderDomain = 'sender.example';

/** The thread's program, which is built before the tests. */
export const threadFile = join(__dirname, '../../../dist/apps/delivery/template.thread.js');

/** Columns that stand in the queue and not in the ledger. */
const queueColumns = new Set(['due_at', 'lease_until']);

/** A row of the queue exists exactly while its email is QUEUED, and the counts are those of the rows. */
export const queueMismatches = `
  SELECT COALESCE(e.id, q.email_id)::text AS what, e.status AS "inLedger", q.email_id IS NOT NULL AS "inQueue"
  FROM (SELECT * FROM delivery.email WHERE status = 'QUEUED') e
  FULL JOIN delivery.queue q ON q.project_id = e.project_id AND q.email_id = e.id
  WHERE e.id IS NULL OR q.email_id IS NULL
  UNION ALL
  SELECT 'count of ' || COALESCE(c.lane, q.lane), c.emails::text, false
  FROM (SELECT project_id, lane, sum(emails) AS emails FROM delivery.queued_count GROUP BY 1, 2) c
  FULL JOIN (SELECT project_id, lane, count(*) AS emails FROM delivery.queue GROUP BY 1, 2) q USING (project_id, lane)
  WHERE COALESCE(c.emails, 0) <> COALESCE(q.emails, 0)`;

/** The part of a test's database that the fixture uses. */
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

/** Wake-ups that reach no other process. */
const wakeUps = { send: () => {}, on: () => {} };

/** An event as it lies in the outbox. */
export interface PublishedEvent {
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
  readonly messages: MessageService;
  readonly domains: SenderDomainChecks;
  /** The gateway's answer about the project. */
  readonly settings: MailSettings = {
    enabled: true,
    publicUrl: 'https://mail.example',
    linkKey: { id: 'test', secret: Buffer.alloc(32, 7).toString('base64') },
    name: '',
    tracking: 'DISABLED',
    language: 'en',
  };
  /** Billing's answer about every project. */
  limits: Caps = { workflows: null, campaigns: null, transactional: null, inbound: null };
  readonly caps: CapGuard;
  readonly settingsReader = new MailSettingsReader(
    fakeAsks(() => Promise.resolve(this.settings)),
    noBroadcasts,
  );
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
    this.messages = new MessageService(this.db);
    this.domains = new SenderDomainChecks(
      fakeAsks(({ domains }: { domains: string[] }) =>
        Promise.resolve({ verified: this.verified ? domains.filter((domain) => domain === senderDomain) : [] }),
      ),
    );
    this.links = new LinkMaker(this.settingsReader, true);
    this.caps = this.capGuard();
    this.outgoing = new Outgoing(this.steps());
    this.acceptance = this.acceptor();
    this.processor = new NotificationProcessor(this.db, new Outbox('delivery'), wakeUps);
  }

  /** The steps of the send path; `settings` are the project's unless others are given. */
  steps(settings = this.settingsReader): OutgoingSteps {
    return new OutgoingSteps(this.messages, settings, this.domains, this.caps, this.templateWork);
  }

  /** Asks about the caps anew each time. */
  capGuard(): CapGuard {
    let now = 0;
    const caps = new CapsReader(
      fakeAsks(() => Promise.resolve(this.limits)),
      noBroadcasts,
      () => (now += 60_000),
    );
    return new CapGuard(this.db, caps);
  }

  /** The emails that count in this month. */
  async usage(projectId = this.projectId): Promise<UsageRow> {
    return (await readUsage(this.db, [{ projectId }]))[0]!;
  }

  /** Acceptance of its own, as one process has it. */
  acceptor(): AcceptService {
    const count = new QueuedCount(this.db, { MAX_QUEUED_PER_PROJECT: 0 });
    const reader = new TemplateReader(this.db);
    const limits = { MAX_ATTACHMENTS_MB: 10 };
    const checks = new AcceptChecks(reader, this.domains, this.capGuard(), count, this.templateWork, limits);
    const contacts = fakeAsks((request: UpsertContact) => this.upsert(request));
    const sender = { wake: () => void this.wakes++, isBehind: () => false, load: new AcceptLoad() };
    return new AcceptService(checks, contacts, this.settingsReader, new Ledger(this.db), this.messages, sender);
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
  async claim(count = 100, lane: Lane = 'transactional'): Promise<OutgoingEmail[]> {
    return (await this.claims().take(lane, count)).taken;
  }

  /** A claimer of its own, as one process has it. */
  claims(accounts: ProviderAccount[] = [this.account()], projectRate = 0): EmailClaims {
    const rate = { PROJECT_SEND_RATE_PER_SECOND: projectRate };
    return new EmailClaims(this.db, this.messages, { list: accounts }, rate);
  }

  account(provider: EmailProvider = this.provider, name: string = provider.name): ProviderAccount {
    return { name, provider, health: new AccountHealth(this.db, name), links: this.links };
  }

  handOver(outgoing: OutgoingEmail, provider: EmailProvider = this.provider): Promise<Settlement> {
    return this.outgoing.send({ ...outgoing, account: { ...outgoing.account, provider } });
  }

  settle(settlement: Settlement, outgoing: OutgoingEmail, triesWithoutDatabase = 0): Promise<boolean> {
    const db = triesWithoutDatabase > 0 ? awayFor(triesWithoutDatabase, this.db) : this.db;
    return this.settler(db).settle(settlement, outgoing.claimedAt);
  }

  /** A settler of its own, as one process has it. */
  settler(db = this.db): Settler {
    const silent = { wake: () => {}, taken: () => {} };
    const settler = new Settler(db, silent, silent, silent, { EMAIL_PROVIDER: 'smtp' });
    settler.retryMs = 10;
    return settler;
  }

  /** Claims, hands over and settles everything that is due. */
  async sendDue(): Promise<void> {
    const claimed = await this.claim();
    await Promise.all(claimed.map(async (outgoing) => this.settle(await this.handOver(outgoing), outgoing)));
  }

  /** One round of the sweep with the given policy. */
  sweep(resend: ('TRANSACTIONAL' | 'CAMPAIGN' | 'WORKFLOW')[] = ['TRANSACTIONAL']): Promise<boolean> {
    const policy = (source: (typeof resend)[number]) => (resend.includes(source) ? 'resend' : 'fail');
    const config = {
      UNKNOWN_WAIT_SECONDS: 600,
      UNKNOWN_SILENCE_SECONDS: 3_900,
      UNKNOWN_POLICY_TRANSACTIONAL: policy('TRANSACTIONAL'),
      UNKNOWN_POLICY_CAMPAIGN: policy('CAMPAIGN'),
      UNKNOWN_POLICY_WORKFLOW: policy('WORKFLOW'),
    } as const;
    return new LeaseSweeper(this.db, config, { wakeAll: () => void this.wakes++ }).process();
  }

  async email(id: string): Promise<LedgerRow> {
    const rows = await this.db.query<LedgerRow & Record<string, unknown>>(
      'SELECT * FROM delivery.email_state WHERE project_id = $1 AND id = $2',
      [this.projectId, id],
    );
    return rows[0]!;
  }

  /** Of an email whose content is not large. */
  async waybill(id: string, accounts: string[] = []): Promise<EmailWaybill> {
    return (await new WaybillService(this.db, { list: accounts.map((name) => ({ name })) }).get({
      projectId: this.projectId,
      id,
    })) as EmailWaybill;
  }

  attempts(id: string): Promise<Record<string, unknown>[]> {
    return this.db.query('SELECT * FROM delivery.send_attempt WHERE email_id = $1 ORDER BY attempt', [id]);
  }

  /** The events told about one email, in order. */
  async events(id: string): Promise<PublishedEvent[]> {
    const rows = await this.db.query<{ payload: string }>(
      `SELECT payload FROM delivery.outbox_event WHERE payload::jsonb -> 'data' ->> 'emailId' = $1 ORDER BY seq, position`,
      [id],
    );
    return rows.map((row) => JSON.parse(row.payload) as PublishedEvent);
  }

  /** Moves moments of one email, or of its row of the queue, into the past: `{lease_until: 61}` is 61 seconds ago. */
  async age(id: string, seconds: Record<string, number>): Promise<void> {
    for (const [column, ago] of Object.entries(seconds)) {
      const [table, key] = queueColumns.has(column) ? ['queue', 'email_id'] : ['email', 'id'];
      const sql = `UPDATE delivery.${table} SET ${column} = app.now() - make_interval(secs => $2) WHERE ${key} = $1`;
      await this.db.query(sql, [id, ago]);
    }
  }

  /** Ends every email that is queued or in doubt, as FAILED. */
  async emptyQueue(): Promise<void> {
    await this.db.query(`WITH gone AS (DELETE FROM delivery.queue), counts AS (DELETE FROM delivery.queued_count)
      UPDATE delivery.email SET status = 'FAILED', unknown_since = NULL WHERE status IN ('QUEUED', 'UNKNOWN')`);
  }

  /** Emails whose ledger row says QUEUED without a row of the queue, and the other way round: there must be none. */
  async queueMismatches(): Promise<unknown[]> {
    return this.db.query(queueMismatches);
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

/** Makes empty partitions of the ledger for the given number of months before this one, as an old system has. */
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
