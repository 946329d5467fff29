import { randomBytes } from 'node:crypto';
import { eventually } from '@waybill/testing/eventually';
import { OwnPostgres } from '@waybill/testing/database/own-postgres';
import { runServiceCommand } from '@waybill/testing/process/service-process';
import { SmtpSink } from '@waybill/testing/fake/smtp-sink';
import { System } from '@waybill/testing/system';
import { Customer } from '../customer';
import { importContacts } from './import-contacts';
import { writtenEvents } from '../stream';
import { LedgerFaults } from './ledger';
import {
  campaignEnd,
  campaignUsage,
  emailsOfCampaign,
  queuedEmailsOfCampaign,
  type CampaignEmail,
} from '../rows/ledger';

// Processes start and end many times: a machine that does other work too needs longer than for other tests.
jest.setTimeout(300_000);

let postgres: OwnPostgres;
let sink: SmtpSink;
let system: System;
let faults: LedgerFaults;

beforeAll(async () => {
  [postgres, sink] = await Promise.all([OwnPostgres.start(), SmtpSink.start()]);
  const delivery = { EMAIL_PROVIDER: 'smtp', SMTP_PORT: String(sink.port) };
  system = await System.start({
    database: postgres.database,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: '0' }, delivery },
  });
  faults = new LedgerFaults(system);
});
afterAll(async () => {
  await (system ? system.stop() : postgres?.database.close());
  await sink?.stop();
});

/** A campaign to every contact of a project of its own. */
class Campaign {
  private constructor(
    readonly customer: Customer,
    readonly id: string,
    readonly addresses: string[],
  ) {}

  static async to(contacts: number): Promise<Campaign> {
    const customer = await Customer.join(system);
    const stem = randomBytes(4).toString('hex');
    const addresses = Array.from({ length: contacts }, (_, n) => `person${n}.${stem}@person.example`);
    await importContacts(
      customer,
      'email,subscribed',
      addresses.map((address) => `${address},true`),
    );
    const content = {
      name: 'Spring',
      subject: 'Hello',
      body: '<p>Hello</p>',
      from: customer.from,
      audienceType: 'ALL',
    };
    const { status, body } = await customer.secret.post('/campaigns', content);
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    return new Campaign(customer, body.data.id, addresses);
  }

  /** Begins to send; the answer may die with the service, but the campaign is on its way then. */
  async send(): Promise<void> {
    await this.customer.secret.post(`/campaigns/${this.id}/send`, {});
    // A small one may have left before this is asked.
    expect(['SENDING', 'SENT']).toContain(await this.status());
  }

  cancel = () => this.customer.secret.post(`/campaigns/${this.id}/cancel`);

  async status(): Promise<string> {
    return (await campaignEnd(system, this.id)).status!;
  }

  emails(): Promise<CampaignEmail[]> {
    return emailsOfCampaign(system, this.id);
  }

  /** Emails in the queue, also those that are being handed over. */
  waiting(): Promise<number> {
    return queuedEmailsOfCampaign(system, this.id);
  }

  /** Messages that the sink has taken for the campaign, by recipient. */
  copies(): Map<string, number> {
    const mine = new Set(this.addresses);
    const copies = new Map<string, number>();
    for (const address of sink.taken.flatMap(({ to }) => to)) {
      if (mine.has(address)) copies.set(address, (copies.get(address) ?? 0) + 1);
    }
    return copies;
  }

  atSink = (): number => this.copies().size;

  /** Waits until every email is at its end, and lets an hour pass for those whose process died. */
  async ends(status: string): Promise<void> {
    await eventually(
      `the campaign is ${status}`,
      async () => {
        await faults.anHourLater();
        const rows = await this.emails();
        const open = rows.filter((row) => ['QUEUED', 'UNKNOWN'].includes(row.status));
        return open.length === 0 && rows.length === this.addresses.length && (await this.status()) === status;
      },
      40_000,
    );
  }

  /**
   * The ledger has one email for each contact; the sink has one copy of each that is SENT, at most one of each whose process
   * died during the hand-over, and none of the others. Every counter says the same. A hand-over that was still under way when
   * its lease ended is told later, and makes a FAILED email SENT: so this is asked until all of it is so.
   */
  async agrees(): Promise<{ sent: number; failed: Map<string, number> }> {
    return eventually('the ledger, the sink and the counters agree', () => this.compare(), 15_000);
  }

  private async compare(): Promise<{ sent: number; failed: Map<string, number> }> {
    const rows = await this.emails();
    expect(rows.map(({ to }) => to).sort()).toEqual([...this.addresses].sort());
    const copies = this.copies();
    const wrong = rows.filter(({ to, status, reason }) => {
      const taken = copies.get(to) ?? 0;
      if (status === 'SENT') return taken !== 1;
      return status !== 'FAILED' || taken > (reason === 'outcome_unknown' ? 1 : 0);
    });
    expect(wrong).toEqual([]);
    const sent = rows.filter(({ status }) => status === 'SENT').length;
    const failed = new Map<string, number>();
    for (const { status, reason } of rows) {
      if (status === 'FAILED') failed.set(reason!, (failed.get(reason!) ?? 0) + 1);
    }
    const { body } = await this.customer.secret.get(`/campaigns/${this.id}`);
    expect(body.data).toMatchObject({ sentCount: sent, failedCount: rows.length - sent });
    await this.countsAgree(sent);
    return { sent, failed };
  }

  private async countsAgree(sent: number): Promise<void> {
    await faults.queueAgrees();
    const { projectId } = this.customer.project;
    const place = { service: 'delivery', databaseUrl: system.database.url, natsUrl: system.nats.url };
    expect(await runServiceCommand(place, 'recount-campaigns', projectId)).not.toContain(this.id);
    expect(await campaignUsage(system, projectId)).toBe(sent);
  }

  /** How often `campaign.sent` was written about it, each event once. */
  async toldAsSent(): Promise<number> {
    const events = await writtenEvents(system, 'delivery', ['campaign.sent']);
    return events.filter(({ data }) => (data as { campaignId: string }).campaignId === this.id).length;
  }
}

const delivery = () => system.service('delivery');

it('a campaign whose process dies after each step of the fan-out reaches every contact at most once', async () => {
  const campaign = await Campaign.to(2_300);
  await delivery().stop();
  await delivery().start({ CRASH_AT: 'delivery.after-campaign-step' });
  await campaign.send();
  await delivery().ended();
  for (let crash = 0; crash < 3; crash++) {
    await delivery().startToCrash('delivery.after-campaign-step');
    await delivery().ended();
  }
  await faults.queueAgrees();
  await delivery().start();
  await campaign.ends('SENT');
  const { sent, failed } = await campaign.agrees();
  expect(sent).toBeGreaterThan(1_000);
  expect([...failed.keys()].filter((reason) => reason !== 'outcome_unknown')).toEqual([]);
  expect(await campaign.toldAsSent()).toBe(1);
});

it('a campaign whose process is killed twice during the hand-over doubles no email', async () => {
  const campaign = await Campaign.to(900);
  sink.faults = { delayMs: 5 };
  await campaign.send();
  for (const reached of [100, 400]) {
    await eventually(`${reached} are handed over`, () => campaign.atSink() >= reached);
    await delivery().kill();
    await faults.queueAgrees();
    await delivery().start();
  }
  sink.faults = {};
  await campaign.ends('SENT');
  const { sent } = await campaign.agrees();
  expect(sent).toBeGreaterThan(400);
  expect(await campaign.toldAsSent()).toBe(1);
});

it('a campaign goes on when NATS ends and its store is deleted, and sends every email once', async () => {
  const campaign = await Campaign.to(900);
  sink.faults = { delayMs: 5 };
  await campaign.send();
  await eventually('some are handed over', () => campaign.atSink() > 100);
  await system.nats.kill();
  await system.restartNats({ emptied: true });
  sink.faults = {};
  await campaign.ends('SENT');
  expect(await campaign.agrees()).toMatchObject({ sent: 900 });
  expect(await campaign.toldAsSent()).toBe(1);
});

it('a campaign goes on when Postgres is restarted, and sends every email once', async () => {
  const campaign = await Campaign.to(900);
  sink.faults = { delayMs: 5 };
  await campaign.send();
  await eventually('some are handed over', () => campaign.atSink() > 100);
  await postgres.stop();
  await postgres.startAgain();
  sink.faults = {};
  await eventually('every email is at its end', async () => {
    const rows = await campaign.emails();
    return rows.length === 900 && rows.every(({ status }) => status === 'SENT');
  });
  await campaign.ends('SENT');
  expect(await campaign.agrees()).toMatchObject({ sent: 900 });
});

describe('a cancel at a random moment', () => {
  const size = 500;

  it.each([[false], [false], [true]])(
    'stops the hand-over and loses or doubles nothing, the process killed with it: %s',
    async (isKilled) => {
      const campaign = await Campaign.to(size);
      const moment = Math.floor(Math.random() * size * 0.6);
      // Or every email could have left before the call has come.
      const release = sink.holdAfter(moment);
      await campaign.send();
      await eventually('the moment of the cancel', () => campaign.atSink() >= moment);
      const answer = await campaign.cancel();
      expect({ moment, status: answer.status }).toEqual({ moment, status: 200 });
      if (isKilled) {
        await delivery().kill();
        release();
        await delivery().start();
      } else {
        release();
        await eventually('the queue is empty', async () => (await campaign.waiting()) === 0);
      }
      await campaign.ends('CANCELLED');
      const { sent, failed } = await campaign.agrees();
      expect(sent + [...failed.values()].reduce((sum, n) => sum + n, 0)).toBe(size);
      expect([...failed.keys()].sort()).toEqual(
        [...failed.keys()].filter((reason) => ['campaign_cancelled', 'outcome_unknown'].includes(reason)).sort(),
      );
      expect(failed.get('campaign_cancelled')).toBeGreaterThan(0);
      expect(await campaign.toldAsSent()).toBe(0);
    },
  );
});
